// wai-decode: decode payloads of exact-integer codecs (pay 2 to 7).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "cli/failure.hpp"
#include "cli/run.hpp"
#include "cli/text.hpp"
#include "options.hpp"
#include "ordered.hpp"
#include "work.hpp"

namespace {

using namespace wai::decode_app;
using wai::cli::Context;
using wai::cli::ExitCode;

// Shows outcomes in the payloads' order: files take their names, lines are printed.
class Presenter {
 public:
  Presenter(const Options& options, const Context& context) : options_(options), context_(context) {}

  // False when the run ends here.
  bool show(const std::string& payload, Outcome outcome) {
    try {
      if (outcome.thrown) {
        std::rethrow_exception(outcome.thrown);
      }
      return told(payload, std::move(outcome));
    } catch (const wai::cli::ClosedPipe&) {
      throw;
    } catch (const wai::cli::Failure& failure) {
      return failed(payload, failure);
    }
  }

  // 1 when a payload was refused or differs; else what else failed.
  [[nodiscard]] ExitCode exit() const { return is_no_ ? ExitCode::no : exit_; }

 private:
  bool told(const std::string& payload, Outcome outcome) {
    if (outcome.refusal) {
      wai::Refusal refusal = *std::move(outcome.refusal);
      if (options_.payloads.size() > 1 && !context_.json()) {
        refusal.message = wai::cli::one_line(payload) + ": " + refusal.message;
      }
      return answered_no(context_.refused(refusal, payload));
    }
    if (outcome.mismatch) {
      context_.report(outcome.report, outcome.outputs.on_standard_output);
      return answered_no(context_.failed(ExitCode::no, "digest_differs", *outcome.mismatch, payload));
    }
    present(payload, std::move(outcome));
    return true;
  }

  void present(const std::string& payload, Outcome outcome) {
    claim(payload, outcome.outputs.files);
    for (wai::cli::Output& file : outcome.outputs.files) {
      file.commit();
    }
    const bool data_on_standard_output = outcome.outputs.on_standard_output;
    for (const std::string& line : outcome.answers) {
      data_on_standard_output ? context_.note(0, "{}", line) : context_.answer(line);
    }
    for (const std::string& line : outcome.lines) {
      data_on_standard_output ? context_.note(0, "{}", line) : context_.print("{}", line);
    }
    for (const std::string& remark : outcome.remarks) {
      context_.note(1, "{}", remark);
    }
    context_.report(outcome.report, data_on_standard_output);
  }

  // Fails (usage) where another payload of this run has one of the files: `a1` of frame 0 and `a` of frame 10.
  void claim(const std::string& payload, const std::vector<wai::cli::Output>& files) {
    if (options_.payloads.size() == 1) {
      return;
    }
    for (const wai::cli::Output& file : files) {
      const std::string identity = file.identity();
      const auto [at, is_new] = owner_.emplace(identity, payload);
      if (!identity.empty() && !is_new && at->second != payload) {
        wai::cli::fail_usage("{} and {} would both be written to '{}'", wai::cli::input_name(at->second),
                             wai::cli::input_name(payload), wai::cli::one_line(identity));
      }
    }
  }

  bool answered_no(ExitCode exit) {
    is_no_ = is_no_ || exit == ExitCode::no;
    exit_ = std::max(exit_, exit);
    return options_.keep_going;
  }

  // One of many that cannot be read, written, or held as was asked is passed over with --keep-going; nothing else is.
  bool failed(const std::string& payload, const wai::cli::Failure& failure) {
    const bool is_its_own = failure.exit() == ExitCode::file || failure.exit() == ExitCode::usage;
    if (!options_.keep_going || !is_its_own) {
      throw failure;
    }
    if (failure.exit() == ExitCode::file) {
      return answered_no(context_.failed(failure.exit(), "file", failure.what(), payload));
    }
    const std::string message = wai::cli::one_line(payload) + ": " + failure.what();
    return answered_no(context_.failed(failure.exit(), "usage", message, payload));
  }

  const Options& options_;
  const Context& context_;
  ExitCode exit_ = ExitCode::done;
  bool is_no_ = false;
  std::map<std::string, std::string> owner_;  // of each file written, the payload
};

ExitCode body(const Options& options, const Context& context) {
  check_options(options);
  const std::size_t n = options.payloads.size();
  const auto progress = context.progress("decoding");
  Worker worker(options, context, n == 1 ? progress.get() : nullptr);
  const OutputDirectory directory(Naming(options.output.path));
  Presenter presenter(options, context);
  std::vector<Outcome> outcomes(n);
  const auto work = [&](std::size_t i) { outcomes[i] = worker.run(options.payloads[i]); };
  const auto take = [&](std::size_t i) {
    progress->finish();
    const bool goes_on = presenter.show(options.payloads[i], std::exchange(outcomes[i], {}));
    if (n > 1) {
      progress->update(i + 1, n);
    }
    return goes_on;
  };
  run_in_order(n, context.threads(), work, take);
  return presenter.exit();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Decode payloads of exact-integer codecs, byte for byte the same everywhere (pay 2 to 7)", "wai-decode"};
  Options options;
  add_options(app, options);
  wai::cli::add_examples(
      app,
      {{"wai-decode coffee.wih --set models/hyper -o coffee.png", "decodes a picture"},
       {"wai-decode tune.wia --set model.wam -o tune.wav", "decodes a sound"},
       {"wai-decode clip.wiv --stream --format y4m | ffplay -", "plays a clip as it is decoded"},
       {"wai-decode clip.wiv -o frame-%04d.png", "writes a file a frame"},
       {"wai-decode *.wih --set models/hyper --format png -o out/", "decodes many, with all threads"},
       {"wai-decode coffee.wih --set models/hyper --verify coffee.sha256", "compares the digest"},
       {"wai-decode coffee.wih --set models/hyper --declared --json", "what a decode would cost"},
       {"wai-decode coffee.wih --inspect", "what the header says"}},
      "refused, or a digest differs");
  return wai::cli::run(app, argc, argv, [&](Context& context) { return body(options, context); });
}
