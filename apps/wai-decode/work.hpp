// The work on one payload: a decode, or what stands instead of one.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "options.hpp"
#include "product.hpp"
#include "report.hpp"
#include "sessions.hpp"
#include "verify.hpp"

namespace wai::decode_app {

// What became of a payload. Nothing of it is printed, and no file has its name, until it is its turn.
struct Outcome {
  std::optional<Refusal> refusal;
  std::optional<std::string> mismatch;  // --verify: the digest is another
  std::exception_ptr thrown;
  ReadyOutputs outputs;
  Lines lines;
  Lines answers;  // what was asked for by name, and comes with -q too
  Lines remarks;  // for -v
  cli::Json report;
};

class Worker {
 public:
  // `progress` shows a clip's frames; null when something else is shown.
  Worker(const Options& options, const cli::Context& context, cli::Progress* progress);

  // Any thread may call it. Every failure is in the outcome.
  [[nodiscard]] Outcome run(const std::string& payload);

 private:
  [[nodiscard]] Expected<Outcome> task(const std::string& payload);
  [[nodiscard]] Expected<Outcome> decode(const std::string& payload, const cli::Bytes& bytes);
  [[nodiscard]] Expected<Outcome> declared(const std::string& payload, const cli::Bytes& bytes);
  [[nodiscard]] Expected<Outcome> inspect(const std::string& payload, const cli::Bytes& bytes) const;
  [[nodiscard]] Expected<Outcome> to_json(const std::string& payload, const cli::Bytes& bytes) const;
  [[nodiscard]] Expected<Outcome> from_json(const std::string& payload, const cli::Bytes& bytes) const;

  [[nodiscard]] bool needs_digest() const;
  void tell(Outcome& outcome, DecodeFacts facts) const;
  void tell_where(Outcome& outcome, const std::string& payload) const;
  [[nodiscard]] Refusal explained(Refusal refusal, const Session& session, const cli::Bytes& bytes) const;

  const Options& options_;
  std::uint64_t max_input_;
  bool json_;
  cli::Progress* progress_;
  OutputPlan plan_;
  std::optional<ExpectedDigests> digests_;
  Sessions sessions_;
};

}  // namespace wai::decode_app
