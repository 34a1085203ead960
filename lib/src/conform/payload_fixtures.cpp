#include "conform/payload_fixtures.hpp"

#include <algorithm>

#include "conform/conversion_fixtures.hpp"
#include "conform/corpus.hpp"
#include "conform/generate_sets.hpp"
#include "conform/parallel.hpp"
#include "conform/payload_line.hpp"
#include "conform/payload_sets.hpp"

namespace wai {
namespace {

using Files = std::vector<CorpusFile>;
using SetsByFolder = std::map<std::string, ParameterSet, std::less<>>;

SetsByFolder sets_by_folder() {
  SetsByFolder sets;
  for (MadeSet& made : made_sets()) {
    made.set.one_file = false;  // a folder with its members
    sets.emplace("sets/" + made.name, std::move(made.set));
  }
  for (FixtureSet& made : fixture_sets()) {
    if (!sets.emplace(std::string(kFixtureSets) + made.name, std::move(made.set)).second) {
      bug("payload fixtures: two sets of one name");
    }
  }
  return sets;
}

// The line of a fixture.
PayloadLine run_fixture(const FixtureList& list, const FixtureList::Entry& entry) {
  const Fixture& f = entry.fixture;
  PayloadLine line;
  line.name = fmt::format("{}-{}", entry.group.name, f.name);
  line.file = entry.file;
  line.capability = f.capability.empty() ? std::string(entry.group.capability) : f.capability;
  line.set = f.set.empty() ? std::string(entry.group.set) : f.set;
  line.limits = f.limits;
  line.rule = f.rule;
  line.run = run_payload(line.capability, line.set.empty() ? ParameterSet() : list.set(line.set), f.limits, f.payload);
  return line;
}

// Where a decode gives another thing than its fixture states, or a cut of it decodes; empty where neither is so.
std::string fault_of(const PayloadLine& line, const std::optional<RefusalCode>& stated) {
  const auto* code = std::get_if<RefusalCode>(&line.run.expect);
  if ((code == nullptr) == stated.has_value() || (code != nullptr && *code != *stated)) {
    return fmt::format("{} gives {}, not {}\n", line.name, code == nullptr ? "an output" : to_string(*code),
                       stated ? to_string(*stated) : "an output");
  }
  for (const CutRun& cut : line.run.cuts) {
    if (!cut.refuse) {
      return fmt::format("{}: its first {} bytes decode\n", line.name, cut.until - 1);
    }
  }
  return {};
}

std::string index_text(const FixtureList& list, unsigned threads) {
  std::vector<PayloadLine> lines(list.entries().size());
  parallel_for(lines.size(), threads, [&](std::size_t i) { lines[i] = run_fixture(list, list.entries()[i]); });
  std::string faults;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    faults += fault_of(lines[i], list.entries()[i].fixture.refuse);
  }
  if (!faults.empty()) {
    bug("payload fixtures:\n" + faults);
  }
  std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && lines[i].name == lines[i - 1].name) {
      bug(fmt::format("payload fixtures: two of the name {}", lines[i].name));
    }
    text += payload_line_json(lines[i]).write() + "\n";
  }
  return text;
}

void add_set_files(Files& files) {
  for (const FixtureSet& made : fixture_sets()) {
    for (const SetMember& member : made.set.members) {
      files.push_back({fmt::format("{}{}/{}", kFixtureSets, made.name, member.name), member.bytes});
    }
  }
}

}  // namespace

std::vector<FixtureSet> fixture_sets() {
  std::vector<FixtureSet> sets;
  append_hyper_sets(sets);
  append_audio_sets(sets);
  append_splat_sets(sets);
  append_synth_sets(sets);
  return sets;
}

Bytes poked(Bytes bytes, std::span<const Poke> pokes) {
  for (const Poke& poke : pokes) {
    if (poke.at + poke.size > bytes.size()) {
      bug("payload fixtures: bytes outside a payload");
    }
    for (std::size_t i = 0; i < poke.size; ++i) {
      bytes[poke.at + i] = static_cast<std::uint8_t>(poke.value >> (8 * i));
    }
  }
  return bytes;
}

void FixtureList::add(const FixtureGroup& group, Fixture fixture) {
  std::string file = fmt::format("{}/{}.{}", group.name, fixture.name, group.extension);
  file = files_.emplace(fixture.payload, std::move(file)).first->second;
  entries_.push_back({group, std::move(fixture), std::move(file)});
}

void FixtureList::add(const FixtureGroup& group, const Bytes& base, std::span<const PokedFixture> rows) {
  for (const PokedFixture& row : rows) {
    Bytes bytes = poked(base, row.pokes);
    bytes.resize(std::min(bytes.size(), row.cut));
    add(group, {row.name, row.rule, row.refuse, std::move(bytes)});
  }
}

void FixtureList::add_limits(const FixtureGroup& group, const Bytes& payload) {
  const auto session = Session::open(group.capability, group.set.empty() ? ParameterSet() : set(group.set));
  const auto cost = session ? session->declared(payload) : Expected<DeclaredCost>(session.refusal());
  if (!cost) {
    bug("payload fixtures: limits of a payload that declares no cost");
  }
  const auto add_limit = [&](std::string_view name, std::uint64_t declared,
                             std::optional<std::uint64_t> CostLimits::*limit) {
    Fixture at{fmt::format("limit-{}-equal", name), fmt::format("pay 7 Memory and work, {}: the limit", name), kDecodes,
               payload};
    at.limits.*limit = declared;
    add(group, at);
    if (declared > 0) {
      Fixture past{fmt::format("limit-{}-past", name), fmt::format("pay 7 Memory and work, {}: 1 past", name),
                   RefusalCode::cost_over_limit, payload};
      past.limits.*limit = declared - 1;
      add(group, past);
    }
  };
  add_limit("macs", cost->macs, &CostLimits::macs);
  add_limit("output-bytes", cost->output_bytes, &CostLimits::output_bytes);
  add_limit("working-bytes", cost->working_bytes, &CostLimits::working_bytes);
}

const ParameterSet& FixtureList::set(std::string_view folder) const {
  const auto found = sets_.find(folder);
  if (found == sets_.end()) {
    bug(fmt::format("payload fixtures: no set {}", folder));
  }
  return found->second;
}

const Bytes& FixtureList::payload(std::string_view group, std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.group.name == group && entry.fixture.name == name) {
      return entry.fixture.payload;
    }
  }
  bug(fmt::format("payload fixtures: no payload {} {}", group, name));
}

Files payload_files(unsigned threads) {
  FixtureList list(sets_by_folder());
  add_motion_fixtures(list);
  add_hyper_fixtures(list);
  add_video_fixtures(list);
  add_audio_fixtures(list);
  add_splat_fixtures(list);
  add_synth_fixtures(list);
  add_capability_fixtures(list);
  Files files = {text_file("payloads/index.jsonl", index_text(list, threads))};
  for (const FixtureList::Entry& entry : list.entries()) {
    files.push_back({"payloads/" + entry.file, entry.fixture.payload});
  }
  add_set_files(files);
  Files conversions = conversion_files(list);
  std::move(conversions.begin(), conversions.end(), std::back_inserter(files));
  std::sort(files.begin(), files.end(), [](const CorpusFile& a, const CorpusFile& b) { return a.path < b.path; });
  files.erase(std::unique(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path == b.path; }),
              files.end());
  return files;
}

}  // namespace wai
