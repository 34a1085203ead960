// The generator of the conformance corpus (ops 14.1, 14.2, 14.5): its form, what it covers, and some of its vectors
// worked out by hand.
#include "conform/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "conform/random.hpp"
#include "ops/table.hpp"
#include "wai/run.hpp"

namespace wai {
namespace {

const std::vector<VectorFile>& all_files() {
  static const std::vector<VectorFile> files = [] {
    std::vector<VectorFile> list = generate_operator_files();
    for (VectorFile& f : generate_graph_vectors()) {
      list.push_back(std::move(f));
    }
    return list;
  }();
  return files;
}

const GraphVector& vector_of(const std::string& path, const std::string& id) {
  for (const auto& [name, vectors] : all_files()) {
    const auto at = std::find_if(vectors.begin(), vectors.end(), [&](const GraphVector& v) { return v.id == id; });
    if (name == path && at != vectors.end()) {
      return *at;
    }
  }
  ADD_FAILURE() << path << " has no vector " << id;
  static const GraphVector none;
  return none;
}

std::vector<std::int64_t> output_of(const std::string& path, const std::string& id, std::size_t decode = 0,
                                    std::size_t k = 0) {
  const GraphVector& v = vector_of(path, id);
  if (decode >= v.decodes.size() || !std::holds_alternative<std::vector<Tensor>>(v.decodes[decode].expect)) {
    ADD_FAILURE() << path << " " << id << " has no outputs";
    return {};
  }
  return std::get<std::vector<Tensor>>(v.decodes[decode].expect).at(k).data;
}

std::size_t refused_decodes(const GraphVector& v) {
  return static_cast<std::size_t>(std::count_if(v.decodes.begin(), v.decodes.end(), [](const VectorDecode& d) {
    return std::holds_alternative<RefusalCode>(d.expect);
  }));
}

using Values = std::vector<std::int64_t>;

// ---------------------------------------------------------------- form

TEST(Corpus, IsTheSameWhenWrittenTwice) {
  std::vector<VectorFile> again = generate_operator_files();
  for (VectorFile& f : generate_graph_vectors()) {
    again.push_back(std::move(f));
  }
  ASSERT_EQ(again.size(), all_files().size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].first, all_files()[i].first);
    EXPECT_TRUE(write_jsonl(again[i].second) == write_jsonl(all_files()[i].second)) << again[i].first;
  }
  EXPECT_TRUE(npu_lines(again) == npu_lines(all_files()));
}

TEST(Corpus, HasIdsUniqueInTheirFiles) {
  for (const auto& [path, vectors] : all_files()) {
    std::set<std::string> ids;
    for (const GraphVector& v : vectors) {
      EXPECT_TRUE(ids.insert(v.id).second) << path << " " << v.id;
      EXPECT_TRUE(is_printable_ascii(v.id)) << path << " " << v.id;
    }
  }
}

// Each line, read strictly, is written again as the same bytes.
TEST(Corpus, ReadsBackToItsBytes) {
  for (const auto& [path, vectors] : all_files()) {
    for (const GraphVector& v : vectors) {
      const std::string line = write_jsonl({v});
      ASSERT_EQ(line.back(), '\n');
      const auto document =
          json::Document::parse(std::string_view(line).substr(0, line.size() - 1), RefusalCode::model_mismatch);
      ASSERT_TRUE(document) << path << " " << v.id;
      const auto read = read_vector(document->root());
      ASSERT_TRUE(read) << path << " " << v.id << ": " << read.refusal().message;
      EXPECT_TRUE(write_jsonl({*read}) == line) << path << " " << v.id;
    }
  }
}

// An id says what its vector is for (op_case.hpp): a vector that turned out otherwise tests nothing.
TEST(Corpus, DoesWhatItsIdsSay) {
  const std::vector<Profile> both = {Profile::acc32, Profile::acc64};
  for (const auto& [path, vectors] : all_files()) {
    for (const GraphVector& v : vectors) {
      EXPECT_EQ(v.load.has_value(), v.id.starts_with("load-")) << path << " " << v.id;
      EXPECT_EQ(refused_decodes(v) > 0, v.id.starts_with("run-")) << path << " " << v.id;
      if (v.id.ends_with("-acc32")) {
        EXPECT_EQ(v.profiles, both) << path << " " << v.id;
      }
      if (v.id.ends_with("-acc64")) {
        EXPECT_EQ(v.profiles, std::vector<Profile>{Profile::acc64}) << path << " " << v.id;
      }
    }
  }
}

TEST(Corpus, HasDecodesAndRefusalsForEveryOperator) {
  for (const OperatorRow& row : operator_table()) {
    const std::vector<GraphVector> vectors = generate_operator_vectors(row.name);
    std::size_t decodes = 0;
    std::size_t refused = 0;
    std::size_t not_loaded = 0;
    for (const GraphVector& v : vectors) {
      refused += refused_decodes(v);
      decodes += v.decodes.size() - refused_decodes(v);
      not_loaded += v.load ? 1U : 0U;
    }
    EXPECT_GE(decodes, 5U) << row.name;
    EXPECT_GE(refused, 2U) << row.name;
    EXPECT_GE(not_loaded, 5U) << row.name;
  }
  EXPECT_TRUE(generate_operator_vectors("no_such_operator").empty());
}

// Every refusal code of ops 4 occurs at load or in a decode.
TEST(Corpus, HasEveryCodeOfTheRun) {
  std::set<RefusalCode> load;
  std::set<RefusalCode> run;
  for (const auto& [path, vectors] : all_files()) {
    for (const GraphVector& v : vectors) {
      if (v.load) {
        load.insert(*v.load);
      }
      for (const VectorDecode& d : v.decodes) {
        if (const auto* code = std::get_if<RefusalCode>(&d.expect)) {
          run.insert(*code);
        }
      }
    }
  }
  using R = RefusalCode;
  EXPECT_EQ(load, (std::set<R>{R::too_large, R::model_mismatch}));
  EXPECT_EQ(run, (std::set<R>{R::field_range, R::too_large, R::geometry_mismatch, R::model_mismatch}));
}

// ---------------------------------------------------------------- the items of ops 14.1

// Item 1: the named sum reaches the end of its certified interval.
TEST(CorpusItem1, AttainsTheEndsOfThePartialSums) {
  std::size_t n = 0;
  for (const auto& [path, vectors] : all_files()) {
    for (const GraphVector& v : vectors) {
      const bool is_top = v.id.starts_with("acc-hi-attained");
      if (!is_top && !v.id.starts_with("acc-lo-attained")) {
        continue;
      }
      auto run = GraphRun::load(v.graph);
      ASSERT_TRUE(run) << path << " " << v.id;
      std::vector<TracedValue> trace;
      ASSERT_TRUE(run->decode(v.decodes[0].inputs, v.decodes[0].scalars, &trace));
      const auto acc = std::find_if(trace.begin(), trace.end(), [](const auto& t) { return t.key.ends_with(".acc"); });
      ASSERT_NE(acc, trace.end());
      const bool is_32 = v.id.ends_with("acc32");
      const std::string end =
          is_top ? (is_32 ? "2147483647" : "9223372036854775807") : (is_32 ? "-2147483648" : "-9223372036854775808");
      EXPECT_EQ(is_top ? acc->certified_hi : acc->certified_lo, end) << path << " " << v.id;
      EXPECT_EQ(is_top ? acc->max : acc->min, end) << path << " " << v.id;
      ++n;
    }
  }
  EXPECT_EQ(n, 2U * 16U + 2U * 4U);  // conv, conv_transpose: 2 ends, 4 widths, 2 profiles; gram, apply: 2 ends, 2
}

// Item 2: every rounding at every shift of the list.
TEST(CorpusItem2, HasTiesAtEveryShift) {
  for (const std::string op : {"conv", "conv_transpose", "rescale", "chscale", "mul", "gram", "apply"}) {
    for (const std::string round : {"floor", "half_up", "half_even"}) {
      for (const int shift : {0, 1, 31, 32, 62, 63}) {
        vector_of("vectors/" + op + ".jsonl", fmt::format("tie-{}-s{}-acc32", round, shift));
      }
      for (const int shift : {64, 127}) {
        vector_of("vectors/" + op + ".jsonl", fmt::format("tie-{}-s{}-acc64", round, shift));
      }
    }
  }
}

// The first values are 1, 0, 2, -1, -2, 3, 4, -3, -4, 5: halved, a tie at each odd one.
TEST(CorpusItem2, RoundsTiesAsWorkedOutByHand) {
  const auto first_ten = [](const std::string& id) {
    Values out = output_of("vectors/rescale.jsonl", id);
    out.resize(10);
    return out;
  };
  EXPECT_EQ(first_ten("tie-floor-s1-acc32"), (Values{0, 0, 1, -1, -1, 1, 2, -2, -2, 2}));
  EXPECT_EQ(first_ten("tie-half_up-s1-acc32"), (Values{1, 0, 1, 0, -1, 2, 2, -1, -2, 3}));
  EXPECT_EQ(first_ten("tie-half_even-s1-acc32"), (Values{0, 0, 1, 0, -1, 2, 2, -2, -2, 2}));
}

// ---------------------------------------------------------------- vectors by hand (item 6)

// gf = 4, gamma {15, 15; -1, 20}, beta {0, 5}; at x = (3, 1) the terms of row 0 are floor(135/16) = 8 and
// floor(15/16) = 0, so r = 2 and the output 6; the sum floored once would be 9, r = 3.
TEST(CorpusIgdn, FloorsEachTerm) {
  EXPECT_EQ(output_of("vectors/igdn.jsonl", "terms-floored-not-sum"), (Values{0, 6, -2, 2, 2, -9}));
}

TEST(CorpusLeaky, FloorsAwayFromZero) {
  EXPECT_EQ(output_of("vectors/leaky.jsonl", "floors-away-from-zero-acc32"), (Values{-1, -1, -2, -1, -2, 0, 10}));
}

// e = 65553 each: floor((65553*65536 + floor(196659/2)) / 196659) = 21845, three of which make 65535.
TEST(CorpusSoftmax, HasRowsThatDoNotSumToOne) {
  EXPECT_EQ(output_of("vectors/softmax.jsonl", "row-sum-below-2-16-acc64"), (Values{21845, 21845, 21845}));
  EXPECT_EQ(output_of("vectors/softmax.jsonl", "row-sum-above-2-16-acc64"), Values(6, 10923));
}

// elu(0) = floor(17*alpha/65536): 17*3855 = 65535 gives 0, and -65535 gives -1; 17*3856 = 65552 gives 1.
TEST(CorpusElu, AtZeroIsNotZero) {
  const std::size_t zero = 7;  // where 0 stands among the values
  EXPECT_EQ(output_of("vectors/elu.jsonl", "alpha-3855-acc64").at(zero), 0);
  EXPECT_EQ(output_of("vectors/elu.jsonl", "alpha-3856-acc64").at(zero), 1);
  EXPECT_EQ(output_of("vectors/elu.jsonl", "alpha--3855-acc64").at(zero), -1);
}

TEST(CorpusPixelShuffle, TakesChannelsToOffsets) {
  EXPECT_EQ(output_of("vectors/pixel_shuffle.jsonl", "r2-4x1x1"), (Values{-9, -8, -7, -6}));
}

// init 5; x = {1, -2}, {10, 20}, {-30, 40}.
TEST(CorpusState, IsCarriedAcrossThreeDecodes) {
  const std::string file = "graphs/state.jsonl";
  EXPECT_EQ(output_of(file, "three-decodes-acc64", 0), (Values{6, 3}));
  EXPECT_EQ(output_of(file, "three-decodes-acc64", 1), (Values{16, 23}));
  EXPECT_EQ(output_of(file, "three-decodes-acc64", 2), (Values{-14, 63}));
  // With a refused decode after the first.
  EXPECT_EQ(output_of(file, "run-refused-by-input-changes-nothing", 2), (Values{16, 23}));
}

// ops 9.3: the difference of the two is zero everywhere.
TEST(CorpusPhaseForm, IsTheTransposedConvolution) {
  std::size_t n = 0;
  for (const auto& [path, vectors] : all_files()) {
    for (const GraphVector& v : vectors) {
      if (path == "graphs/phase_form.jsonl" && v.id.find("-against-operator") != std::string::npos) {
        const auto& outputs = std::get<std::vector<Tensor>>(v.decodes.at(0).expect);
        EXPECT_EQ(outputs.back(), Tensor(outputs.back().shape, 0)) << v.id;
        EXPECT_NE(outputs.front(), Tensor(outputs.front().shape, 0)) << v.id;
        ++n;
      }
    }
  }
  EXPECT_GE(n, 5U);
}

// ---------------------------------------------------------------- npu.jsonl (ops 14.5)

TEST(NpuLines, AreOneALoadedVectorInTheByteOrderOfPaths) {
  const GraphVector& loads = vector_of("vectors/crop.jsonl", "npu-scalar-operand");
  const GraphVector& refused = vector_of("vectors/crop.jsonl", "load-kind-2-of-0");
  const GraphVector& flagged = vector_of("vectors/rescale.jsonl", "tie-half_even-s32-acc32");
  const GraphVector& outside = vector_of("vectors/abs.jsonl", "i32-min-acc64");
  const std::string lines =
      npu_lines({{"vectors/b.jsonl", {flagged, refused}}, {"graphs/c.jsonl", {loads}}, {"vectors/a.jsonl", {outside}}});
  EXPECT_EQ(lines,
            "{\"file\":\"graphs/c.jsonl\",\"id\":\"npu-scalar-operand\",\"npu\":false,\"npu_flags\":[],"
            "\"npu_reasons\":[\"crop_scalar\"]}\n"
            "{\"file\":\"vectors/a.jsonl\",\"id\":\"i32-min-acc64\",\"npu\":false,\"npu_flags\":[],"
            "\"npu_reasons\":[\"acc32\"]}\n"
            "{\"file\":\"vectors/b.jsonl\",\"id\":\"tie-half_even-s32-acc32\",\"npu\":true,"
            "\"npu_flags\":[\"rq_half_even\",\"rq_shift_range\"],\"npu_reasons\":[]}\n");
}

// splitmix64 as its author publishes it: its first output from the state 0.
TEST(Random, IsSplitmix64SeededByText) {
  EXPECT_EQ(Random(std::uint64_t{0}).next(), 0xE220A8397B1DCDAFU);
  Random a("a");
  EXPECT_EQ(Random("a").next(), a.next());
  EXPECT_NE(Random("b").next(), Random("a").next());
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t v = a.within(-3, 4);
    EXPECT_TRUE(v >= -3 && v <= 4);
  }
  EXPECT_EQ(a.within(7, 7), 7);
}

}  // namespace
}  // namespace wai
