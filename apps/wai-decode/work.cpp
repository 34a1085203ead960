#include "work.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "wai/digest.hpp"
#include "wai/payload.hpp"

namespace wai::decode_app {
namespace {

constexpr std::string_view kIntSynth = "wai.neural.int_synth";

// Calls that the library makes back: what they throw is kept, and ends the decode as a refusal.
class Callbacks {
 public:
  template <class Call>
  Expected<void> guard(Call call) {
    try {
      call();
      return {};
    } catch (...) {
      thrown_ = std::current_exception();
      return Refusal{RefusalCode::cost_over_limit, "the program ended the decode", {}};
    }
  }
  void rethrow() const {
    if (thrown_) {
      std::rethrow_exception(thrown_);
    }
  }

 private:
  std::exception_ptr thrown_;
};

// Takes a decode's bytes, in parts or all at once: their digest, their number, and the product.
class Receiver {
 public:
  Receiver(Product* product, bool digests, cli::Progress* progress) : product_(product), progress_(progress) {
    if (digests) {
      digest_.emplace();
    }
  }

  void expect(const OutputForm& form) {
    frames_ = form.frames;
    if (product_ != nullptr) {
      product_->expect(form);
    }
  }
  void frame(std::span<const std::uint8_t> frame) {
    count(frame);
    if (product_ != nullptr) {
      product_->add(frame);
    }
    if (progress_ != nullptr) {
      progress_->update(++frames_seen_, frames_);
    }
  }
  void whole(std::span<const std::uint8_t> bytes) {
    count(bytes);
    if (product_ != nullptr) {
      product_->add_all(bytes);
    }
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::string sha256() { return digest_ ? digest_->finish_hex() : std::string(); }

 private:
  void count(std::span<const std::uint8_t> bytes) {
    bytes_ += bytes.size();
    if (digest_) {
      digest_->update(bytes);
    }
  }

  Product* product_;
  cli::Progress* progress_;
  std::optional<Sha256> digest_;
  std::uint64_t bytes_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t frames_seen_ = 0;
};

// The flag whose limit the declared cost passes, in the order the library compares them.
std::string_view flag_of_limit(const DeclaredCost& cost, const CostLimits& limits) {
  return cost.output_bytes > *limits.output_bytes     ? "--max-output"
         : cost.working_bytes > *limits.working_bytes ? "--max-memory"
                                                      : "--max-macs";
}

// `.wiv` for WIV1, and so on.
std::string ending_of_payload(const cli::Bytes& payload) {
  std::string ending = ".";
  for (std::size_t i = 0; i < 3; ++i) {
    ending += static_cast<char>(payload[i] - 'A' + 'a');
  }
  return ending;
}

}  // namespace

Worker::Worker(const Options& options, const cli::Context& context, cli::Progress* progress)
    : options_(options),
      max_input_(context.options().max_input),
      json_(context.json()),
      progress_(progress),
      plan_(OutputPlan::of(options)),
      sessions_(options, max_input_) {
  if (!options.verify.empty()) {
    digests_.emplace(options.verify, options.payloads, max_input_, options.keep_going);
  }
}

Outcome Worker::run(const std::string& payload) {
  try {
    auto outcome = task(payload);
    if (outcome) {
      return *std::move(outcome);
    }
    Outcome refused;
    refused.refusal = std::move(outcome.refusal());
    return refused;
  } catch (...) {
    Outcome failed;
    failed.thrown = std::current_exception();
    return failed;
  }
}

Expected<Outcome> Worker::task(const std::string& payload) {
  const cli::Bytes bytes = cli::read_input(payload, max_input_);
  if (options_.declared) {
    return declared(payload, bytes);
  }
  if (options_.inspect) {
    return inspect(payload, bytes);
  }
  if (options_.to_json) {
    return to_json(payload, bytes);
  }
  return options_.from_json ? from_json(payload, bytes) : decode(payload, bytes);
}

bool Worker::needs_digest() const {
  return options_.digest || digests_ || json_;
}

Expected<Outcome> Worker::decode(const std::string& payload, const cli::Bytes& bytes) {
  std::optional<Product> product;
  if (options_.writes()) {
    product.emplace(options_, plan_, payload);
  }
  WAI_TRY(const Session* session, sessions_.of(bytes));
  Receiver receiver(product ? &*product : nullptr, needs_digest(), progress_);
  Callbacks callbacks;
  DecodeOptions how;
  how.limits = options_.limits;
  how.form = [&](const OutputForm& form) { return callbacks.guard([&] { receiver.expect(form); }); };
  how.frames = [&](std::span<const std::uint8_t> frame) { return callbacks.guard([&] { receiver.frame(frame); }); };
  auto decoded = session->decode(bytes, how);
  callbacks.rethrow();
  if (!decoded) {
    return explained(std::move(decoded.refusal()), *session, bytes);
  }
  if (decoded->form.kind != OutputForm::Kind::clip) {
    receiver.whole(decoded->bytes);
  }
  Outcome outcome;
  if (product) {
    outcome.outputs = product->finish();
  }
  WAI_TRY(std::string capability, sessions_.capability(bytes));
  tell(outcome, {payload, std::move(capability), std::move(decoded->form), receiver.bytes(), receiver.sha256(),
                 std::nullopt, std::move(decoded->streams)});
  return outcome;
}

// The lines and the report of a decode, and what its digest says of it.
void Worker::tell(Outcome& outcome, DecodeFacts facts) const {
  const std::string name = cli::one_line(facts.payload);
  if (options_.digest) {
    outcome.answers.push_back(digest_line(facts.sha256, facts.payload));
  }
  if (digests_) {
    const std::string& expected = digests_->of(facts.payload);
    facts.match = facts.sha256 == expected;
    if (*facts.match) {
      outcome.lines.push_back(fmt::format("match: {}  {}", facts.sha256, name));
    } else {
      outcome.mismatch = fmt::format("mismatch: {} decodes to {}, not {}", name, facts.sha256, expected);
    }
  }
  if (outcome.mismatch) {
    outcome.outputs.files.clear();  // never to appear
  }
  if (options_.stats) {
    const Lines lines = stats_lines(facts);
    outcome.answers.insert(outcome.answers.end(), lines.begin(), lines.end());
  }
  const std::string form = fmt::format("{}, {} bytes", describe_form(facts.form), facts.bytes);
  if (options_.test) {
    outcome.lines.push_back(fmt::format("{}: {}", name, form));
  } else if (outcome.lines.empty() && outcome.answers.empty()) {
    tell_where(outcome, facts.payload);
  }
  outcome.remarks.push_back(fmt::format("{}: {}, {}", name, facts.capability, form));
  outcome.report = decode_json(facts, outcome.outputs);
}

// Of many payloads, where each went.
void Worker::tell_where(Outcome& outcome, const std::string& payload) const {
  if (options_.payloads.size() > 1 && !outcome.outputs.files.empty()) {
    outcome.lines.push_back(fmt::format("{}: {}", cli::one_line(payload), cli::one_line(outcome.outputs.name)));
  }
}

// A refusal with what a person can do about it.
Refusal Worker::explained(Refusal refusal, const Session& session, const cli::Bytes& bytes) const {
  if (refusal.code == RefusalCode::set_incomplete && options_.set.empty()) {
    refusal.message += "; --set names the parameter set";
  } else if (refusal.code == RefusalCode::set_incomplete && !std::filesystem::is_directory(options_.set)) {
    refusal.message += "; a set of several members is a directory";
  }
  if (refusal.code == RefusalCode::cost_over_limit) {
    if (const auto cost = session.declared(bytes)) {
      refusal.message += fmt::format("; {} raises it", flag_of_limit(*cost, options_.limits));
    }
  }
  return refusal;
}

Expected<Outcome> Worker::declared(const std::string& payload, const cli::Bytes& bytes) {
  WAI_TRY(const Session* session, sessions_.of(bytes));
  const auto cost = session->declared(bytes);
  if (!cost) {
    return explained(cost.refusal(), *session, bytes);
  }
  WAI_TRY(const std::string capability, sessions_.capability(bytes));
  Outcome outcome;
  outcome.answers = declared_lines(payload, capability, *cost);
  outcome.report = declared_json(payload, capability, *cost);
  return outcome;
}

Expected<Outcome> Worker::inspect(const std::string& payload, const cli::Bytes& bytes) const {
  WAI_TRY(const Description description,
          options_.capability == kIntSynth ? describe_int_synth_payload(bytes) : describe_payload(bytes));
  Outcome outcome;
  outcome.answers = inspect_lines(payload, bytes.size(), description);
  outcome.report = inspect_json(payload, bytes.size(), description);
  return outcome;
}

Expected<Outcome> Worker::to_json(const std::string& payload, const cli::Bytes& bytes) const {
  WAI_TRY(const std::string form, payload_to_json(bytes));
  Outcome outcome;
  outcome.outputs = write_converted(options_, plan_.naming, payload, ".json", cli::OutputKind::text,
                                    cli::Bytes(form.begin(), form.end()));
  tell_where(outcome, payload);
  outcome.report = cli::Json::object().set("payload", payload).set("output", outputs_json(outcome.outputs));
  return outcome;
}

Expected<Outcome> Worker::from_json(const std::string& payload, const cli::Bytes& bytes) const {
  WAI_TRY(const cli::Bytes converted,
          payload_from_json(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
  Outcome outcome;
  outcome.outputs =
      write_converted(options_, plan_.naming, payload, ending_of_payload(converted), cli::OutputKind::raw, converted);
  tell_where(outcome, payload);
  outcome.report = cli::Json::object().set("payload", payload).set("output", outputs_json(outcome.outputs));
  return outcome;
}

}  // namespace wai::decode_app
