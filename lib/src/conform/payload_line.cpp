#include "conform/payload_line.hpp"

#include "base/sha256.hpp"
#include "conform/forms.hpp"

namespace wai {
namespace {

constexpr std::string_view kRefuse = "refuse";

// One decode. The code alone counts.
PayloadOutcome decode_outcome(const Session& session, const DecodeOptions& options,
                              std::span<const std::uint8_t> payload) {
  auto decoded = session.decode(payload, options);
  if (!decoded) {
    return decoded.refusal().code;
  }
  return BytesDigest{decoded->bytes.size(), sha256_hex(decoded->bytes)};
}

void add_cut(std::vector<CutRun>& cuts, std::optional<RefusalCode> code) {
  if (cuts.empty() || cuts.back().refuse != code) {
    cuts.push_back({code, cuts.empty() ? 0 : cuts.back().until});
  }
  ++cuts.back().until;
}

// --- out ---

void set_outcome(JsonOut& out, const PayloadOutcome& outcome) {
  JsonOut expect = JsonOut::object();
  if (const auto* code = std::get_if<RefusalCode>(&outcome)) {
    expect.set(kRefuse, JsonOut::string(to_string(*code)));
  } else {
    const auto& digest = std::get<BytesDigest>(outcome);
    expect.set("bytes", JsonOut::size(digest.bytes));
    expect.set("sha256", JsonOut::string(digest.sha256));
  }
  out.set("expect", std::move(expect));
}

JsonOut cost_json(const DeclaredCost& cost) {
  JsonOut out = JsonOut::object();
  out.set("macs", JsonOut::size(cost.macs));
  out.set("output_bytes", JsonOut::size(cost.output_bytes));
  out.set("symbols", JsonOut::size(cost.symbols));
  out.set("working_bytes", JsonOut::size(cost.working_bytes));
  return out;
}

// Null without a limit.
std::optional<JsonOut> limits_json(const CostLimits& limits) {
  JsonOut out = JsonOut::object();
  bool any = false;
  for (const auto& [name, limit] : {std::pair{"macs", limits.macs},
                                    {"output_bytes", limits.output_bytes},
                                    {"working_bytes", limits.working_bytes}}) {
    if (limit) {
      out.set(name, JsonOut::size(*limit));
      any = true;
    }
  }
  return any ? std::optional(std::move(out)) : std::nullopt;
}

JsonOut cuts_json(const std::vector<CutRun>& cuts) {
  JsonOut out = JsonOut::array();
  for (const CutRun& cut : cuts) {
    JsonOut run = JsonOut::object();
    if (cut.refuse) {
      run.set(kRefuse, JsonOut::string(to_string(*cut.refuse)));
    }
    run.set("until", JsonOut::size(cut.until));
    out.push(std::move(run));
  }
  return out;
}

// --- in ---

Expected<RefusalCode> read_code(const json::Value& v) {
  WAI_TRY(const std::string text, read_string(v));
  if (const auto code = refusal_code(text)) {
    return *code;
  }
  return bad_form(v, "no code of pay 8");
}

Expected<PayloadOutcome> read_outcome(const json::Value& v) {
  if (v.find(kRefuse)) {
    WAI_CHECK(check_members(v, {kRefuse}));
    WAI_TRY(const RefusalCode code, read_code(*v.find(kRefuse)));
    return PayloadOutcome(code);
  }
  WAI_CHECK(check_members(v, {"bytes", "sha256"}));
  BytesDigest digest;
  WAI_TRY(digest.bytes, read_size(*v.find("bytes")));
  WAI_TRY(digest.sha256, read_string(*v.find("sha256")));
  return PayloadOutcome(std::move(digest));
}

Expected<DeclaredCost> read_cost(const json::Value& v) {
  WAI_CHECK(check_members(v, {"macs", "output_bytes", "symbols", "working_bytes"}));
  DeclaredCost cost;
  WAI_TRY(cost.macs, read_size(*v.find("macs")));
  WAI_TRY(cost.output_bytes, read_size(*v.find("output_bytes")));
  WAI_TRY(cost.symbols, read_size(*v.find("symbols")));
  WAI_TRY(cost.working_bytes, read_size(*v.find("working_bytes")));
  return cost;
}

Expected<CostLimits> read_limits(const json::Value& v) {
  WAI_CHECK(check_members(v, {}, {"macs", "output_bytes", "working_bytes"}));
  CostLimits limits;
  for (auto& [name, limit] : {std::pair<const char*, std::optional<std::uint64_t>&>{"macs", limits.macs},
                              {"output_bytes", limits.output_bytes},
                              {"working_bytes", limits.working_bytes}}) {
    if (const auto value = v.find(name)) {
      WAI_TRY(limit, read_size(*value));
    }
  }
  return limits;
}

Expected<std::vector<CutRun>> read_cuts(const json::Value& v) {
  if (v.kind() != json::Kind::array) {
    return bad_form(v, "not a list");
  }
  std::vector<CutRun> cuts;
  for (const json::Value run : v) {
    WAI_CHECK(check_members(run, {kRefuse, "until"}));
    CutRun cut;
    WAI_TRY(cut.refuse, read_code(*run.find(kRefuse)));
    WAI_TRY(cut.until, read_size(*run.find("until")));
    cuts.push_back(cut);
  }
  return cuts;
}

// A member that may be absent; empty then.
Expected<std::string> read_optional(const json::Value& object, std::string_view key) {
  const auto value = object.find(key);
  return value ? read_string(*value) : Expected<std::string>(std::string());
}

}  // namespace

PayloadOutcome outcome_of(const Expected<Bytes>& bytes) {
  if (!bytes) {
    return bytes.refusal().code;
  }
  return BytesDigest{bytes->size(), sha256_hex(*bytes)};
}

PayloadRun run_payload(std::string_view capability, const ParameterSet& set, const CostLimits& limits,
                       std::span<const std::uint8_t> payload) {
  PayloadRun run;
  const auto session = Session::open(capability, set);
  if (!session) {
    run.expect = session.refusal().code;
    for (std::size_t n = 0; n < payload.size(); ++n) {
      add_cut(run.cuts, session.refusal().code);
    }
    return run;
  }
  DecodeOptions options;
  options.limits = limits;
  if (const auto declared = session->declared(payload)) {
    run.declared = *declared;
  }
  run.expect = decode_outcome(*session, options, payload);
  for (std::size_t n = 0; n < payload.size(); ++n) {
    const auto cut = session->decode(payload.first(n), options);
    add_cut(run.cuts, cut ? std::nullopt : std::optional(cut.refusal().code));
  }
  return run;
}

JsonOut payload_line_json(const PayloadLine& line) {
  JsonOut out = JsonOut::object();
  out.set("name", JsonOut::string(line.name));
  out.set("file", JsonOut::string(line.file));
  out.set("capability", JsonOut::string(line.capability));
  if (!line.set.empty()) {
    out.set("set", JsonOut::string(line.set));
  }
  if (auto limits = limits_json(line.limits)) {
    out.set("limits", *std::move(limits));
  }
  out.set("rule", JsonOut::string(line.rule));
  if (line.run.declared) {
    out.set("declared", cost_json(*line.run.declared));
  }
  set_outcome(out, line.run.expect);
  out.set("cuts", cuts_json(line.run.cuts));
  return out;
}

JsonOut conversion_line_json(const ConversionLine& line) {
  JsonOut out = JsonOut::object();
  out.set("file", JsonOut::string(line.file));
  out.set("rule", JsonOut::string(line.rule));
  set_outcome(out, line.expect);
  if (!line.payload.empty()) {
    out.set("payload", JsonOut::string(line.payload));
  }
  return out;
}

Expected<PayloadLine> read_payload_line(const json::Value& v) {
  WAI_CHECK(check_members(v, {"name", "file", "capability", "rule", "expect", "cuts"}, {"set", "limits", "declared"}));
  PayloadLine line;
  WAI_TRY(line.name, read_string(*v.find("name")));
  WAI_TRY(line.file, read_string(*v.find("file")));
  WAI_TRY(line.capability, read_string(*v.find("capability")));
  WAI_TRY(line.set, read_optional(v, "set"));
  if (const auto limits = v.find("limits")) {
    WAI_TRY(line.limits, read_limits(*limits));
  }
  WAI_TRY(line.rule, read_string(*v.find("rule")));
  if (const auto declared = v.find("declared")) {
    WAI_TRY(line.run.declared, read_cost(*declared));
  }
  WAI_TRY(line.run.expect, read_outcome(*v.find("expect")));
  WAI_TRY(line.run.cuts, read_cuts(*v.find("cuts")));
  return line;
}

Expected<ConversionLine> read_conversion_line(const json::Value& v) {
  WAI_CHECK(check_members(v, {"file", "rule", "expect"}, {"payload"}));
  ConversionLine line;
  WAI_TRY(line.file, read_string(*v.find("file")));
  WAI_TRY(line.rule, read_string(*v.find("rule")));
  WAI_TRY(line.expect, read_outcome(*v.find("expect")));
  WAI_TRY(line.payload, read_optional(v, "payload"));
  return line;
}

}  // namespace wai
