// wai-decode: decode payloads of exact-integer codecs (pay 2 to 7).
#include <algorithm>

#include "cli/failure.hpp"
#include "cli/run.hpp"
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
    if (outcome.thrown) {
      return failed(outcome.thrown);
    }
    if (outcome.refusal) {
      wai::Refusal refusal = *std::move(outcome.refusal);
      if (options_.payloads.size() > 1) {
        refusal.message = payload + ": " + refusal.message;
      }
      return answered_no(context_.refused(refusal));
    }
    if (outcome.mismatch) {
      context_.report(outcome.report, outcome.outputs.on_standard_output);
      return answered_no(context_.failed(ExitCode::no, "digest_differs", *outcome.mismatch));
    }
    present(std::move(outcome));
    return true;
  }

  [[nodiscard]] ExitCode exit() const { return exit_; }

 private:
  void present(Outcome outcome) const {
    for (wai::cli::Output& file : outcome.outputs.files) {
      file.commit();
    }
    const bool data_on_standard_output = outcome.outputs.on_standard_output;
    for (const std::string& line : outcome.lines) {
      if (data_on_standard_output) {
        context_.note(0, "{}", line);
      } else {
        context_.print("{}", line);
      }
    }
    for (const std::string& remark : outcome.remarks) {
      context_.note(1, "{}", remark);
    }
    context_.report(outcome.report, data_on_standard_output);
  }

  bool answered_no(ExitCode exit) {
    exit_ = std::max(exit_, exit);
    return options_.keep_going;
  }

  // A file of many that cannot be read or written is passed over with --keep-going too; nothing else is.
  bool failed(const std::exception_ptr& thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const wai::cli::ClosedPipe&) {
      throw;
    } catch (const wai::cli::Failure& failure) {
      if (!options_.keep_going || failure.exit() != ExitCode::file) {
        throw;
      }
      return answered_no(context_.failed(failure.exit(), "file", failure.what()));
    }
  }

  const Options& options_;
  const Context& context_;
  ExitCode exit_ = ExitCode::done;
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
