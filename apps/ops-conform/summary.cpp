#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.hpp"

namespace wai::conform_app {
namespace {

using cli::Json;

std::string table(std::string_view title, const std::map<std::string, Tally>& rows) {
  std::size_t width = title.size();
  for (const auto& [name, tally] : rows) {
    width = std::max(width, name.size());
  }
  std::string out = fmt::format("{:<{}}  passed  failed  skipped\n", title, width);
  for (const auto& [name, tally] : rows) {
    out += fmt::format("{:<{}}  {:>6}  {:>6}  {:>7}\n", cli::printable(name), width, tally.passed, tally.failed,
                       tally.skipped);
  }
  return out;
}

Json tally_json(const Tally& tally) {
  auto out = Json::object();
  out.set("passed", tally.passed).set("failed", tally.failed).set("skipped", tally.skipped);
  return out;
}

Json tallies_json(const std::map<std::string, Tally>& rows) {
  auto out = Json::object();
  for (const auto& [name, tally] : rows) {
    out.set(name, tally_json(tally));
  }
  return out;
}

std::string case_xml(const VectorResult& r) {
  const std::string open = fmt::format(R"(    <testcase classname="{}" name="{}")", cli::markup(r.file), cli::markup(r.id));
  switch (r.status) {
    case VectorStatus::failed:
      return open + fmt::format("><failure message=\"{}\"/></testcase>\n", cli::markup(r.message));
    case VectorStatus::skipped:
      return open + fmt::format("><skipped message=\"{}\"/></testcase>\n", cli::markup(r.message));
    case VectorStatus::passed:
      break;
  }
  return open + "/>\n";
}

std::string counts_xml(const Tally& t) {
  return fmt::format(R"(tests="{}" failures="{}" skipped="{}")", t.ran() + t.skipped, t.failed, t.skipped);
}

}  // namespace

void Tally::add(VectorStatus status) {
  ++(status == VectorStatus::passed ? passed : status == VectorStatus::failed ? failed : skipped);
}

Summary summarise(const std::vector<VectorResult>& results) {
  Summary out;
  for (const VectorResult& r : results) {
    out.total.add(r.status);
    out.files[r.file].add(r.status);
    out.subjects[r.subject].add(r.status);
    for (const std::string& code : r.codes) {
      out.codes[code].add(r.status);
    }
    const bool refuses = r.message.find(", got refuse ") != std::string::npos;
    out.refused_wrongly += r.status == VectorStatus::failed && refuses ? 1 : 0;
  }
  return out;
}

std::string tables(const Summary& summary) {
  return table("file", summary.files) + '\n' + table("operator", summary.subjects) + '\n' +
         table("refusal", summary.codes);
}

Json summary_json(const Summary& summary, const std::vector<VectorResult>& results) {
  auto failures = Json::array();
  for (const VectorResult& r : results) {
    if (r.status == VectorStatus::failed) {
      failures.push(
          Json::object().set("file", r.file).set("id", r.id).set("subject", r.subject).set("message", r.message));
    }
  }
  Json out = tally_json(summary.total);
  out.set("files", tallies_json(summary.files)).set("operators", tallies_json(summary.subjects));
  out.set("refusals", tallies_json(summary.codes)).set("failures", std::move(failures));
  return out;
}

std::string junit(const Summary& summary, const std::vector<VectorResult>& results) {
  std::map<std::string, std::string> suites;
  for (const VectorResult& r : results) {
    suites[r.file] += case_xml(r);
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"ops-conform\" {}>\n", counts_xml(summary.total));
  for (const auto& [file, cases] : suites) {
    out += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", cli::markup(file),
                       counts_xml(summary.files.at(file)), cases);
  }
  return out + "</testsuites>\n";
}

}  // namespace wai::conform_app
