// ops-conform coverage, explain and npu: what a corpus holds, for a person.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>

#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "commands.hpp"
#include "corpus_folder.hpp"

namespace wai::conform_app {
namespace {

using cli::ExitCode;
using cli::Json;
using State = CoverageRow::State;

// --- coverage ---

std::string state_text(const CoverageRow& row) {
  switch (row.state) {
    case State::met:
      return fmt::format("{}", fmt::join(row.vectors, " "));
    case State::cannot_apply:
      return "cannot apply: " + row.why;
    case State::missing:
      break;
  }
  return "MISSING";
}

Json row_json(const CoverageRow& row) {
  auto vectors = Json::array();
  for (const std::string& id : row.vectors) {
    vectors.push(id);
  }
  const char* state = row.state == State::met ? "met" : row.state == State::missing ? "missing" : "cannot_apply";
  auto out = Json::object();
  out.set("item", row.item).set("section", row.section).set("subject", row.subject).set("what", row.what);
  out.set("state", state).set("vectors", std::move(vectors)).set("why", row.why);
  return out;
}

ExitCode coverage(const std::string& folder, bool only_missing, const cli::Context& context) {
  const auto files = read_corpus(folder, context);
  if (files.empty()) {
    return context.failed(ExitCode::nothing, "nothing_compared", fmt::format("no file of a corpus below {}", folder));
  }
  const auto rows = corpus_coverage(files, context.threads());
  std::size_t missing = 0;
  std::size_t met = 0;
  auto list = Json::array();
  std::string text;
  for (const CoverageRow& row : rows) {
    missing += row.state == State::missing ? 1 : 0;
    met += row.state == State::met ? 1 : 0;
    list.push(row_json(row));
    if (!only_missing || row.state == State::missing) {
      text += fmt::format("{:<16} {:<28} {}: {}\n", row.subject, row.item, row.what, state_text(row));
    }
  }
  context.report(Json::object().set("met", met).set("missing", missing).set("items", std::move(list)));
  context.print("{}{} items met, {} missing, {} cannot apply", text, met, missing, rows.size() - met - missing);
  return missing == 0 ? ExitCode::done
                      : context.failed(ExitCode::no, "items_missing", fmt::format("{} items are missing", missing));
}

// --- npu ---

std::string counts_text(std::string_view title, const std::map<std::string, std::size_t>& counts) {
  std::string out = fmt::format("{}\n", title);
  for (const auto& [name, n] : counts) {
    out += fmt::format("  {:<24} {}\n", cli::printable(name), n);
  }
  return out;
}

Json counts_json(const std::map<std::string, std::size_t>& counts) {
  auto out = Json::object();
  for (const auto& [name, n] : counts) {
    out.set(name, n);
  }
  return out;
}

ExitCode npu(const std::string& folder, const cli::Context& context) {
  const std::string path = folder + "/npu.jsonl";
  const auto summary = npu_summary({"npu.jsonl", cli::read_input(path, context.options().max_input)});
  if (!summary) {
    return context.refused(summary.refusal());
  }
  NpuSummary::Count total;
  std::string text = "file                              in  out\n";
  auto files = Json::object();
  for (const auto& [file, count] : summary->files) {
    total.inside += count.inside;
    total.outside += count.outside;
    text += fmt::format("{:<30}{:>6}{:>5}\n", cli::printable(file), count.inside, count.outside);
    files.set(file, Json::object().set("in", count.inside).set("out", count.outside));
  }
  auto report = Json::object();
  report.set("in", total.inside).set("out", total.outside).set("files", std::move(files));
  report.set("flags", counts_json(summary->flags)).set("reasons", counts_json(summary->reasons));
  context.report(report);
  context.print("{}{}{}{} vectors in wai-ops/1-npu, {} outside", text, counts_text("flags", summary->flags),
                counts_text("reasons", summary->reasons), total.inside, total.outside);
  return ExitCode::done;
}

// --- explain ---

// The ids that hold the text, or the first ones: what may have been meant.
std::string near_ids(const std::vector<std::string>& ids, const std::string& id) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> near;
  std::copy_if(ids.begin(), ids.end(), std::back_inserter(near),
               [&](const std::string& other) { return other.find(id) != std::string::npos; });
  const std::vector<std::string>& from = near.empty() ? ids : near;
  return fmt::format("{}{}", fmt::join(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, from.size())), ", "),
                     from.size() > kShown ? fmt::format(" and {} more", from.size() - kShown) : "");
}

// FILE:ID as one word is two, unless there is such a file.
void split(std::string& file, std::string& id) {
  const auto colon = file.find(".jsonl:");
  std::error_code ignored;
  if (id.empty() && colon != std::string::npos && !std::filesystem::exists(file, ignored)) {
    id = file.substr(colon + 7);
    file.resize(colon + 6);
  }
}

ExitCode explain(std::string file, std::string id, const cli::Context& context) {
  split(file, id);
  const CorpusFile vectors{file, cli::read_input(file, context.options().max_input)};
  const auto ids = vector_ids(vectors);
  if (!ids) {
    cli::fail_usage("{}", ids.refusal().message);
  }
  if (id.empty()) {
    auto list = Json::array();
    for (const std::string& each : *ids) {
      list.push(each);
    }
    context.report(Json::object().set("ids", std::move(list)));
    context.print("{}", fmt::join(*ids, "\n"));
    return ExitCode::done;
  }
  if (std::find(ids->begin(), ids->end(), id) == ids->end()) {
    cli::fail_usage("{} has no vector '{}'; it has {}", file, id, near_ids(*ids, id));
  }
  const auto text = explain_vector(vectors, id);
  if (!text) {
    return context.refused(text.refusal());
  }
  context.report(Json::object().set("text", *text));
  context.print("{}", text->substr(0, text->size() - 1));
  return ExitCode::done;
}

}  // namespace

Command add_coverage(CLI::App& app) {
  auto* command = app.add_subcommand("coverage", "compute which items of ops 14 and of pay the corpus meets");
  const auto folder = std::make_shared<std::string>();
  const auto only_missing = std::make_shared<bool>(false);
  command->add_option("folder", *folder, "the corpus")->required()->type_name("DIR");
  command->add_flag("--missing", *only_missing, "print only what is missing");
  return [=](const cli::Context& context) { return coverage(*folder, *only_missing, context); };
}

Command add_explain(CLI::App& app) {
  auto* command = app.add_subcommand("explain", "print one vector for a person, or a file's ids");
  const auto file = std::make_shared<std::string>();
  const auto id = std::make_shared<std::string>();
  command->add_option("file", *file, "a vector file")->required()->type_name("FILE");
  command->add_option("id", *id, "the vector's id; without it, the ids of the file")->type_name("ID");
  return [=](const cli::Context& context) { return explain(*file, *id, context); };
}

Command add_npu(CLI::App& app) {
  auto* command = app.add_subcommand("npu", "count what npu.jsonl says of the accelerator subset");
  const auto folder = std::make_shared<std::string>();
  command->add_option("folder", *folder, "the corpus")->required()->type_name("DIR");
  return [=](const cli::Context& context) { return npu(*folder, context); };
}

}  // namespace wai::conform_app
