#include "conform/corpus.hpp"

#include <algorithm>
#include <functional>

#include "conform/generate_sets.hpp"
#include "conform/generate_stage.hpp"
#include "conform/parallel.hpp"
#include "conform/payload_fixtures.hpp"
#include "ops/table.hpp"

namespace wai {
namespace {

using Files = std::vector<CorpusFile>;

// The folder of a made set: its members and its pin.
Expected<Files> made_set_files(const MadeSet& made) {
  WAI_TRY(const std::string pin, pin_json(made.pin, made.set));
  Files out;
  for (const SetMember& member : made.set.members) {
    out.push_back({fmt::format("sets/{}/{}", made.name, member.name), member.bytes});
  }
  out.push_back(text_file(fmt::format("sets/{}/pin.json", made.name), pin));
  WAI_TRY(Files certificates, certificate_files(made.set, made.pin.capability));
  std::move(certificates.begin(), certificates.end(), std::back_inserter(out));
  return out;
}

Files stage_files(std::string_view op) {
  return {text_file(fmt::format("stage/{}.jsonl", op), write_stage_jsonl(generate_stage_vectors(op)))};
}

// The graph vectors' files and npu.jsonl over them.
struct VectorFiles {
  std::vector<std::vector<VectorFile>> parts;

  [[nodiscard]] Files write() const {
    std::vector<VectorFile> all;
    Files out;
    for (const auto& part : parts) {
      for (const VectorFile& file : part) {
        out.push_back(text_file(file.first, write_jsonl(file.second)));
        all.push_back(file);
      }
    }
    out.push_back(text_file("npu.jsonl", npu_lines(std::move(all))));
    return out;
  }
};

using Job = std::function<Expected<Files>()>;

// The files that depend on no other: sets, certificates, stage vectors.
std::vector<Job> independent_jobs(std::span<const CorpusSet> trained) {
  std::vector<Job> jobs;
  for (const CorpusSet& set : trained) {
    jobs.emplace_back([&set] { return certificate_files(set.set, set.place.capability); });
  }
  for (const MadeSet& made : made_sets()) {
    jobs.emplace_back([made] { return made_set_files(made); });
  }
  for (const std::string_view op : stage_operator_names()) {
    jobs.emplace_back([op] { return Expected<Files>(stage_files(op)); });
  }
  return jobs;
}

}  // namespace

CorpusFile text_file(std::string path, std::string_view text) {
  return {std::move(path), {text.begin(), text.end()}};
}

Expected<Files> certificate_files(const ParameterSet& set, std::string_view capability) {
  WAI_TRY(const LoweredSet lowered, lower_set(set, capability));
  WAI_TRY(const Certificate certificate,
          certify(lowered.graphs, {lowered.capability, lowered.lowering, lowered.set_sha256}));
  const std::string base = fmt::format("certificates/{}/{}", capability, lowered.set_sha256);
  Files out = {text_file(base + ".json", certificate.json)};
  for (const RoleGraph& graph : lowered.graphs) {
    out.push_back({fmt::format("{}/{}.whg1", base, graph.role), graph.whg1});
  }
  return out;
}

std::vector<CorpusSetPath> trained_sets() {
  return {{"real/audio", "wai.audio.int_codec"},
          {"real/hyper", "wai.neural.int_hyper"},
          {"real/hyper", "wai.video.int_hyper"},
          {"real/hyper-w12", "wai.neural.int_hyper"},
          {"real/int_synth/int_synth.json", "wai.neural.int_synth"},
          {"real/int_synth/int_synth_nested.json", "wai.neural.int_synth"},
          {"real/splat", "wai.splat.int_codec"}};
}

Expected<Files> generate_corpus(std::span<const CorpusSet> trained, unsigned threads) {
  const std::vector<Job> jobs = independent_jobs(trained);
  const auto operators = operator_table();
  VectorFiles vectors;
  vectors.parts.resize(operators.size() + 1);
  std::vector<Expected<Files>> parts(jobs.size(), Files());
  parallel_for(jobs.size() + vectors.parts.size(), threads, [&](std::size_t i) {
    if (i < operators.size()) {
      const std::string_view name = operators[i].name;
      vectors.parts[i] = {{fmt::format("vectors/{}.jsonl", name), generate_operator_vectors(name)}};
    } else if (i == operators.size()) {
      vectors.parts[i] = generate_graph_vectors();
    } else {
      parts[i - vectors.parts.size()] = jobs[i - vectors.parts.size()]();
    }
  });
  Files out = vectors.write();
  for (auto& part : parts) {
    if (!part) {
      return std::move(part.refusal());
    }
    std::move(part->begin(), part->end(), std::back_inserter(out));
  }
  Files payloads = payload_files(threads);
  std::move(payloads.begin(), payloads.end(), std::back_inserter(out));
  std::sort(out.begin(), out.end(), [](const CorpusFile& a, const CorpusFile& b) { return a.path < b.path; });
  // Two sets that are one give the same files twice.
  out.erase(std::unique(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.path == b.path; }),
            out.end());
  return out;
}

}  // namespace wai
