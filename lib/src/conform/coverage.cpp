// Coverage of ops 14.1 to 14.5 and pay 2 to 10: the vectors of a corpus read, run, and put to every item.
#include <algorithm>
#include <map>

#include "conform/coverage_items.hpp"
#include "conform/parallel.hpp"
#include "graph/whg1.hpp"

namespace wai {
namespace {

using Rows = std::vector<CoverageRow>;

constexpr std::size_t kShownVectors = 3;

std::vector<std::string_view> lines_of(const CorpusFile& file) {
  std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// The vectors of a file; a line that is none is `check`'s to report.
std::vector<Evidence> graph_evidence(const CorpusFile& file) {
  std::vector<Evidence> out;
  for (const std::string_view line : lines_of(file)) {
    const auto document = json::Document::parse(line, RefusalCode::payload_malformed);
    if (!document) {
      continue;
    }
    if (auto vector = read_vector(document->root())) {
      out.emplace_back(file.path, *std::move(vector));
    }
  }
  return out;
}

std::vector<StageVector> stage_evidence(const CorpusFile& file) {
  std::vector<StageVector> out;
  for (const std::string_view line : lines_of(file)) {
    const auto document = json::Document::parse(line, RefusalCode::payload_malformed);
    if (!document) {
      continue;
    }
    if (auto vector = read_stage_vector(document->root())) {
      out.push_back(*std::move(vector));
    }
  }
  return out;
}

const CorpusFile* find_file(std::span<const CorpusFile> files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const CorpusFile& f) { return f.path == path; });
  return found == files.end() ? nullptr : &*found;
}

// Items that are another operator's own (a sum it does not form, a case of another definition) make no row.
bool is_foreign(const std::string& excuse) {
  return excuse == "no such sum" || excuse == "not its definition";
}

Rows operator_rows(const OperatorRow& op, const std::vector<Evidence>& vectors) {
  std::vector<OperatorItem> items = operator_items();
  std::vector<OperatorItem> cases = case_items();
  std::move(cases.begin(), cases.end(), std::back_inserter(items));
  Rows rows;
  for (const OperatorItem& item : items) {
    const std::string excuse = item.excuse(op.name);
    if (is_foreign(excuse)) {
      continue;
    }
    CoverageRow row{item.id, item.section, std::string(op.name), item.what, {}, {}, excuse};
    for (const Evidence& e : vectors) {
      if (excuse.empty() && row.vectors.size() < kShownVectors && e.model() != nullptr && item.shows(e)) {
        row.vectors.push_back(e.vector().id);
      }
    }
    row.state = !excuse.empty()       ? CoverageRow::State::cannot_apply
                : row.vectors.empty() ? CoverageRow::State::missing
                                      : CoverageRow::State::met;
    rows.push_back(std::move(row));
  }
  return rows;
}

Rows stage_rows(std::span<const CorpusFile> files) {
  std::map<std::string, std::vector<StageVector>> vectors;
  Rows rows;
  for (const StageItem& item : stage_items()) {
    const std::string path = "stage/" + item.op + ".jsonl";
    const CorpusFile* file = find_file(files, path);
    if (!vectors.contains(item.op)) {
      vectors[item.op] = file == nullptr ? std::vector<StageVector>() : stage_evidence(*file);
    }
    CoverageRow row{item.id, "14.1 items 6, 7", item.op, item.what, {}, {}, {}};
    for (const StageVector& v : vectors[item.op]) {
      if (row.vectors.size() < kShownVectors && item.shows(v)) {
        row.vectors.push_back(v.id);
      }
    }
    row.state = row.vectors.empty() ? CoverageRow::State::missing : CoverageRow::State::met;
    rows.push_back(std::move(row));
  }
  return rows;
}

bool says(const std::string& message, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return message.find(part) != std::string::npos; });
}

// Check 5 of one operator: opcode, arity, parameters; check 6 decides about tensors it names that are not there.
bool operator_reads(const GraphModel& model, std::size_t i) {
  const OperatorRecord& op = model.ops[i];
  const OperatorRow* row = find_operator(op.opcode);
  const auto exists = [&](std::uint32_t t) { return t < model.tensors.size(); };
  if (row == nullptr || op.in.size() < row->min_in || op.in.size() > row->max_in || op.out.size() != row->n_out) {
    return false;
  }
  if (!std::all_of(op.in.begin(), op.in.end(), exists) || !std::all_of(op.out.begin(), op.out.end(), exists)) {
    return true;
  }
  ParamReader reader(model, i);
  return row->read(reader) && reader.finish();
}

}  // namespace

int refused_check(std::span<const std::uint8_t> whg1) {
  const auto model = parse_graph(whg1);
  if (!model) {
    const std::string& message = model.refusal().message;
    return says(message, {"wrong magic", "version", "operator set"})         ? 1
           : says(message, {"reserved header"})                              ? 2
           : says(message, {"step 3", "each is at least 1", "shorter than"}) ? 3
                                                                             : 4;
  }
  for (std::size_t i = 0; i < model->ops.size(); ++i) {
    if (!operator_reads(*model, i)) {
      return 5;
    }
  }
  if (!graph_rules(*model)) {
    return 6;
  }
  return bound_graph(whg1, "graph") ? 0 : 7;  // or 6 for an exponent, or 8 for the pass's own rules
}

int refused_step(const Evidence& e, const VectorDecode& d) {
  const auto* code = std::get_if<RefusalCode>(&d.expect);
  if (code == nullptr || e.model() == nullptr) {
    return 0;
  }
  if (*code == RefusalCode::model_mismatch) {
    return 1;
  }
  if (*code == RefusalCode::geometry_mismatch) {
    return 3;
  }
  if (*code != RefusalCode::field_range) {
    return 0;
  }
  for (std::size_t k = 0; k < d.scalars.size() && k < e.model()->scalars.size(); ++k) {
    if (d.scalars[k] < e.model()->scalars[k].lo || d.scalars[k] > e.model()->scalars[k].hi) {
      return 2;
    }
  }
  return 4;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool any_element(const std::vector<Tensor>& tensors, const std::function<bool(std::int64_t)>& f) {
  return std::any_of(tensors.begin(), tensors.end(),
                     [&](const Tensor& t) { return std::any_of(t.data.begin(), t.data.end(), f); });
}

const std::vector<Tensor>& outputs(const VectorDecode& d) {
  return std::get<std::vector<Tensor>>(d.expect);
}

Rows corpus_coverage(std::span<const CorpusFile> files, unsigned threads) {
  const auto operators = operator_table();
  std::vector<Rows> parts(operators.size() + 3);
  parallel_for(parts.size(), threads, [&](std::size_t i) {
    if (i < operators.size()) {
      const CorpusFile* file = find_file(files, fmt::format("vectors/{}.jsonl", operators[i].name));
      parts[i] = operator_rows(operators[i], file == nullptr ? std::vector<Evidence>() : graph_evidence(*file));
    } else if (i == operators.size()) {
      parts[i] = stage_rows(files);
    } else if (i == operators.size() + 2) {
      parts[i] = payload_rows(files);
    } else {
      CorpusEvidence corpus{files, {}};
      for (const CorpusFile& file : files) {
        if (file.path.starts_with("graphs/")) {
          auto vectors = graph_evidence(file);
          std::move(vectors.begin(), vectors.end(), std::back_inserter(corpus.graphs));
        }
      }
      parts[i] = corpus_rows(corpus);
    }
  });
  Rows rows;
  for (Rows& part : parts) {
    std::move(part.begin(), part.end(), std::back_inserter(rows));
  }
  return rows;
}

}  // namespace wai
