// Coverage of ops 14.1, item 7, and item 6's bucket: what the stage vectors show.
#include <algorithm>

#include "conform/coverage_items.hpp"
#include "conform/generate_stage_rans.hpp"

namespace wai {
namespace {

bool gives_result(const StageVector& v) {
  return std::holds_alternative<JsonOut>(v.outcome);
}
bool refused_with(const StageVector& v, RefusalCode code, std::int64_t at) {
  const auto* refusal = std::get_if<StageRefusal>(&v.outcome);
  return refusal != nullptr && refusal->code == code && refusal->at == at;
}

// --- rans64_decode ---

// The faults of the first symbol that has one, as "1-4"; empty for none. The tables hold.
std::string faults_of(const Rans64Input& in) {
  for (const SymbolFaults& f : strict_faults(in)) {
    std::string name;
    for (const auto& [has, digit] :
         {std::pair{f.exhausted, "1"}, {f.too_many, "2"}, {f.not_minimal, "3"}, {f.out_of_range, "4"}}) {
      if (has) {
        name += (name.empty() ? "" : "-") + std::string(digit);
      }
    }
    if (f.any()) {
      return name;
    }
  }
  return {};
}

void add_rans(std::vector<StageItem>& items) {
  for (const Rans64Input& modes : rans_modes()) {
    const auto is_mode = [modes](const StageVector& v) {
      const auto& in = std::get<Rans64Input>(v.in);
      return in.table == modes.table && in.escape == modes.escape && in.end == modes.end;
    };
    items.push_back({"7.rans64." + mode_name(modes), "rans64_decode", "a decode under these modes",
                     [is_mode](const StageVector& v) {
                       return is_mode(v) && gives_result(v) && !std::get<Rans64Input>(v.in).reads.empty();
                     }});
    if (modes.escape != EscapeRule::strict) {
      continue;
    }
    for (const std::string faults : {"1", "2", "3", "4", "1-2", "1-3", "1-4", "2-4", "3-4"}) {
      items.push_back({fmt::format("7.rans64.{}.{}", mode_name(modes), faults), "rans64_decode",
                       fmt::format("a symbol that check{} {} of E1 refuse{}", faults.size() > 1 ? "s" : "", faults,
                                   faults.size() > 1 ? "" : "s"),
                       [is_mode, faults](const StageVector& v) {
                         const auto* refusal = std::get_if<StageRefusal>(&v.outcome);
                         return refusal != nullptr && refusal->at >= 0 && is_mode(v) &&
                                faults_of(std::get<Rans64Input>(v.in)) == faults;
                       }});
    }
  }
}

// --- mans_decode ---

bool has_zero_tail(const MansInput& in) {
  return in.memory.size() >= 8 && std::all_of(in.memory.end() - 8, in.memory.end(), [](auto b) { return b == 0; });
}

// A symbol of magnitude beta or more that no column gives: an escape that was taken at bound beta.
bool takes_escape(const StageVector& v, std::int64_t beta) {
  const auto& in = std::get<MansInput>(v.in);
  if (in.mode != MansInput::Mode::sgm || !gives_result(v) || in.bounds.size() != 1 || in.bounds.front() != beta ||
      in.pmf.front().size() > 2 * static_cast<std::size_t>(beta) + 1) {
    return false;  // columns up to 2*beta: symbols from -beta to beta
  }
  const std::string text = std::get<JsonOut>(v.outcome).write();
  const auto document = json::Document::parse(text, RefusalCode::model_mismatch);
  const json::Value spans = *document->root().find("symbols");
  for (const json::Value span : spans) {
    for (const json::Value symbol : span) {
      const std::int64_t value = *read_integer(symbol);
      if (value > beta || value < -beta) {
        return true;
      }
    }
  }
  return false;
}

void add_mans(std::vector<StageItem>& items) {
  const auto mode_of = [](const StageVector& v) { return std::get<MansInput>(v.in).mode; };
  for (const auto mode : {MansInput::Mode::sgm, MansInput::Mode::fac}) {
    const std::string name = mode == MansInput::Mode::sgm ? "sgm" : "fac";
    items.push_back({"7.mans." + name, "mans_decode", "a decode in this mode", [=](const StageVector& v) {
                       return mode_of(v) == mode && gives_result(v) && !std::get<MansInput>(v.in).memory.empty();
                     }});
    items.push_back({"7.mans.zero_tail." + name, "mans_decode", "a zero tail, refused", [=](const StageVector& v) {
                       return mode_of(v) == mode && has_zero_tail(std::get<MansInput>(v.in)) &&
                              refused_with(v, RefusalCode::stream_exhausted, 0);
                     }});
    items.push_back(
        {"7.mans.short." + name, "mans_decode", "a short stream, refused on its way", [=](const StageVector& v) {
           const auto* refusal = std::get_if<StageRefusal>(&v.outcome);
           return mode_of(v) == mode && refusal != nullptr && refusal->at > 0;
         }});
  }
  for (const std::int64_t beta : {128, 255}) {
    items.push_back({fmt::format("7.mans.bound_{}", beta), "mans_decode",
                     fmt::format("a bound of {} whose escape is taken", beta),
                     [beta](const StageVector& v) { return takes_escape(v, beta); }});
  }
}

// --- residual_step and bucket ---

void add_residual(std::vector<StageItem>& items) {
  for (const std::int64_t sign : {-1, 1}) {
    for (const std::int64_t past : {0, 1}) {
      items.push_back({fmt::format("7.residual.{}R{}", sign < 0 ? "-" : "+", past == 1 ? "+1" : ""), "residual_step",
                       "r at the reach R of E9, and one past it", [sign, past](const StageVector& v) {
                         const auto& in = std::get<ResidualStepInput>(v.in);
                         return gives_result(v) && in.q >= 1 && in.r == sign * ((in.hi - in.lo) / in.q + 1 + past);
                       }});
    }
    const std::int64_t limit = sign < 0 ? -2147483648 : 2147483647;
    items.push_back(
        {fmt::format("7.residual.r_{}", limit), "residual_step", "r at the i32 limit",
         [limit](const StageVector& v) { return gives_result(v) && std::get<ResidualStepInput>(v.in).r == limit; }});
    items.push_back({fmt::format("7.residual.range_{}", limit), "residual_step", "a range that ends at the i32 limit",
                     [limit, sign](const StageVector& v) {
                       const auto& in = std::get<ResidualStepInput>(v.in);
                       return gives_result(v) && (sign < 0 ? in.lo : in.hi) == limit;
                     }});
  }
}

void add_bucket(std::vector<StageItem>& items) {
  for (const BucketRule rule : {BucketRule::ceil, BucketRule::floor}) {
    items.push_back({rule == BucketRule::ceil ? "6.bucket.ceil" : "6.bucket.floor", "bucket",
                     "bucket exactly at an edge", [rule](const StageVector& v) {
                       const auto& in = std::get<BucketInput>(v.in);
                       return in.rule == rule && gives_result(v) &&
                              std::find(in.edges.begin(), in.edges.end(), in.sigma) != in.edges.end();
                     }});
  }
}

}  // namespace

std::vector<StageItem> stage_items() {
  std::vector<StageItem> items;
  add_bucket(items);
  add_rans(items);
  add_mans(items);
  add_residual(items);
  for (const std::string_view op : stage_operator_names()) {
    items.push_back({"7.decodes", std::string(op), "a vector with a result", gives_result});
    if (op != "coded") {
      items.push_back(
          {"7.refuses", std::string(op), "a vector that is refused before any element", [](const StageVector& v) {
             const auto* refusal = std::get_if<StageRefusal>(&v.outcome);
             return refusal != nullptr && refusal->at <= 0;
           }});
    }
  }
  return items;
}

}  // namespace wai
