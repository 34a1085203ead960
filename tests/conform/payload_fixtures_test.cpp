// The payload fixtures (pay 2 to 10): the committed files, values worked out by hand, and what check says of a line
// that is wrong.
#include "conform/payload_fixtures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "conform/corpus.hpp"
#include "conform/payload_line.hpp"
#include "support/clip_by_text.hpp"
#include "support/corpus.hpp"
#include "wai/digest.hpp"

namespace wai {
namespace {

using Bytes = std::vector<std::uint8_t>;

const std::vector<CorpusFile>& fixture_files() {
  static const std::vector<CorpusFile> files = payload_files(2);
  return files;
}

const Bytes& fixture_file(const std::string& path) {
  for (const CorpusFile& file : fixture_files()) {
    if (file.path == path) {
      return file.bytes;
    }
  }
  ADD_FAILURE() << path;
  static const Bytes none;
  return none;
}

std::vector<std::string> lines_of(const std::string& path) {
  const Bytes& bytes = fixture_file(path);
  std::vector<std::string> lines;
  std::string line;
  for (const std::uint8_t c : bytes) {
    if (c == '\n') {
      lines.push_back(line);
      line.clear();
    } else {
      line.push_back(static_cast<char>(c));
    }
  }
  EXPECT_TRUE(line.empty());
  return lines;
}

PayloadLine parsed(const std::string& text) {
  const auto document = json::Document::parse(text, RefusalCode::payload_malformed);
  auto line = read_payload_line(document->root());
  EXPECT_TRUE(line) << text;
  return *line;
}

const std::vector<PayloadLine>& index_lines() {
  static const std::vector<PayloadLine> lines = [] {
    std::vector<PayloadLine> out;
    for (const std::string& text : lines_of("payloads/index.jsonl")) {
      out.push_back(parsed(text));
    }
    return out;
  }();
  return lines;
}

const PayloadLine& line_named(const std::string& name) {
  const auto found =
      std::find_if(index_lines().begin(), index_lines().end(), [&](const PayloadLine& l) { return l.name == name; });
  EXPECT_NE(found, index_lines().end()) << name;
  return *found;
}

// What the line expects, as the digest of these bytes.
void expect_bytes(const std::string& name, const Bytes& bytes) {
  const PayloadOutcome& expect = line_named(name).run.expect;
  const BytesDigest digest{bytes.size(), sha256_hex(bytes)};
  EXPECT_TRUE(expect == PayloadOutcome(digest)) << name;
}

// ---------------------------------------------------------------- the files

TEST(PayloadFixtures, AreTheCommittedFiles) {
  std::size_t n = 0;
  for (const CorpusFile& file : fixture_files()) {
    EXPECT_TRUE(test::corpus_file(file.path) == file.bytes) << file.path;
    ++n;
  }
  std::size_t committed = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("corpus/payloads")) {
    committed += entry.is_directory() ? 0U : 1U;
  }
  EXPECT_EQ(committed, n);
}

TEST(PayloadFixtures, DoNotDependOnThreads) {
  const std::vector<CorpusFile> again = payload_files(1);
  ASSERT_EQ(again.size(), fixture_files().size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].path, fixture_files()[i].path);
    EXPECT_TRUE(again[i].bytes == fixture_files()[i].bytes) << again[i].path;
  }
}

TEST(PayloadFixtures, StandInTheOrderOfTheirNames) {
  EXPECT_TRUE(std::is_sorted(index_lines().begin(), index_lines().end(),
                             [](const PayloadLine& a, const PayloadLine& b) { return a.name < b.name; }));
  const auto forms = lines_of("payloads/conversions.jsonl");
  EXPECT_GT(forms.size(), 100U);
}

TEST(PayloadFixtures, DecodeAndAreRefusedUnderEveryCapability) {
  std::map<std::string, std::size_t> decoded;
  std::map<std::string, std::size_t> refused;
  for (const PayloadLine& line : index_lines()) {
    ++(std::holds_alternative<RefusalCode>(line.run.expect) ? refused : decoded)[line.capability];
  }
  for (const char* capability : {"wai.video.int_motion", "wai.video.int_hyper", "wai.neural.int_hyper",
                                 "wai.audio.int_codec", "wai.splat.int_codec", "wai.neural.int_synth"}) {
    EXPECT_GT(decoded[capability], 10U) << capability;
    EXPECT_GT(refused[capability], 10U) << capability;
  }
}

TEST(PayloadFixtures, GiveEveryCodeButOne) {
  std::set<RefusalCode> given;
  for (const PayloadLine& line : index_lines()) {
    if (const auto* code = std::get_if<RefusalCode>(&line.run.expect)) {
      given.insert(*code);
    }
  }
  EXPECT_EQ(given.size(), 19U);
  EXPECT_FALSE(given.contains(RefusalCode::not_dispatchable));
}

// Each run of cuts ends where the next begins, and all of them at the payload's last byte.
TEST(PayloadFixtures, CutEveryPayloadWhole) {
  for (const PayloadLine& line : index_lines()) {
    std::uint64_t at = 0;
    std::optional<RefusalCode> before;
    for (const CutRun& cut : line.run.cuts) {
      EXPECT_GT(cut.until, at) << line.name;
      EXPECT_TRUE(cut.refuse && cut.refuse != before) << line.name;
      at = cut.until;
      before = cut.refuse;
    }
    EXPECT_EQ(at, fixture_file("payloads/" + line.file).size()) << line.name;
  }
}

TEST(PayloadFixtures, StaySmall) {
  std::size_t total = 0;
  for (const CorpusFile& file : fixture_files()) {
    total += file.bytes.size();
  }
  EXPECT_LT(total, std::size_t{4} << 20);
}

// ---------------------------------------------------------------- values by hand

// Every clip of keyframe 0 that decodes, by a second decoder over the text's sentences.
TEST(PayloadFixtures, HoldTheClipsOfTheText) {
  std::size_t n = 0;
  for (const PayloadLine& line : index_lines()) {
    if (line.capability == "wai.video.int_motion" && std::holds_alternative<BytesDigest>(line.run.expect)) {
      expect_bytes(line.name, test::ClipByText(fixture_file("payloads/" + line.file)).decode());
      ++n;
    }
  }
  EXPECT_GT(n, 50U);
}

// z = 0*256 + 5; sigma = (5*16 >> 4) + 3, mu = (5*8 >> 4) + 40 = 42; y = 0*256 + 42; g_s gives 42 + 10 = 52,
// 84 - 20 = 64 and (-336 >> 4) + 200 = 179; (52*255 + 128) >> 8 = 52, 64 stays, 179 becomes 178.
TEST(PayloadFixtures, HoldAnImageByHand) {
  expect_bytes("hyper-tiny", {52, 64, 178});
}

// Channel 0: 261 and 5; channel 1: -582 and 698. h_s gives the means 451, 67 and 737, -607; the latents are 451, -189
// and 993, -607; g_s gives 202, 42; 268, -52; 229, 9.
TEST(PayloadFixtures, HoldAnImageOfTwoChannelsByHand) {
  expect_bytes("hyper-two-channels", {201, 255, 228, 42, 0, 9});
}

// Steps of 7 over the picture of hyper-tiny: residuals 1, 0 and -1.
TEST(PayloadFixtures, HoldAClipOverAnImageByHand) {
  expect_bytes("video-n_frames-1", {52, 64, 178});
  expect_bytes("video-tiny", {52, 64, 178, 59, 64, 171});
}

// Both samples are 0*256 + 100: (100*32767 + 128) >> 8 = 12800 = 0x3200; 256 gives 32767, past it the clamp does.
TEST(PayloadFixtures, HoldSamplesByHand) {
  expect_bytes("audio-tiny", {0x00, 0x32, 0x00, 0x32});
  expect_bytes("audio-sample-32767", {0xFF, 0x7F, 0xFF, 0x7F});
  expect_bytes("audio-sample-past-32767", {0xFF, 0x7F, 0xFF, 0x7F});
  expect_bytes("audio-sample-of-minus-1", {0x01, 0x80, 0x01, 0x80});
  expect_bytes("audio-sample-past-minus-32768", {0x00, 0x80, 0x00, 0x80});
}

// (v*255 + 128) >> 8 of v clamped to [0, 256]; escapes whose median makes every symbol the byte of 100.
TEST(PayloadFixtures, HoldPlanesByHand) {
  for (const auto& [name, byte] : std::map<std::string, std::uint8_t>{{"tiny", 100},
                                                                      {"value-minus-1", 0},
                                                                      {"value-0", 0},
                                                                      {"value-1", 1},
                                                                      {"value-128", 128},
                                                                      {"value-256", 255},
                                                                      {"value-257", 255},
                                                                      {"offset-lowest", 100},
                                                                      {"offset-highest", 100},
                                                                      {"escape-of-0-groups", 100},
                                                                      {"escape-of-1-group", 100},
                                                                      {"escape-of-1-group-odd", 100},
                                                                      {"escape-of-8-groups-lowest", 100},
                                                                      {"escape-of-8-groups-highest", 100},
                                                                      {"escape-value-saturates", 100},
                                                                      {"escape-value-saturates-before-offset", 100},
                                                                      {"escape-offset-saturates-highest", 100},
                                                                      {"escape-offset-saturates-lowest", 100},
                                                                      {"plain-offset-saturates", 100},
                                                                      {"escape-count-reads-on", 100},
                                                                      {"escape-count-reads-8-on", 100}}) {
    expect_bytes("splat-" + name, {byte});
  }
}

// 7*1 + 10, 7*2 + 20 and 7*-3 + 300, clamped to 255; halved and floored with a shift of 1.
TEST(PayloadFixtures, HoldASynthesisByHand) {
  expect_bytes("synth-set-tiny", {17, 34, 255});
  expect_bytes("synth-set-shift-1", {8, 17, 139});
}

// The tables of edges 10, 20 and 30 differ by 1 in their offset, and a symbol is 256: b = 2 - #{i < 2: sigma' <= e_i}.
TEST(PayloadFixtures, ChooseTablesByHand) {
  const auto same = [](const char* a, const char* b) {
    return line_named(std::string("hyper-bucket-") + a).run.expect ==
           line_named(std::string("hyper-bucket-") + b).run.expect;
  };
  EXPECT_TRUE(same("below-first", "first"));
  EXPECT_TRUE(same("past-first", "second"));
  EXPECT_TRUE(same("past-second", "last"));
  EXPECT_TRUE(same("last", "past-last"));
  EXPECT_FALSE(same("first", "second"));
  EXPECT_FALSE(same("second", "last"));
  EXPECT_TRUE(same("unsorted", "second"));
}

// ---------------------------------------------------------------- checking

// The corpus with one line in its index.
std::vector<VectorResult> check_line(const PayloadLine& line, CheckOptions options = {}) {
  std::vector<CorpusFile> files = fixture_files();
  for (CorpusFile& file : files) {
    if (file.path == "payloads/index.jsonl") {
      file = text_file(file.path, payload_line_json(line).write() + "\n");
    }
  }
  options.filter = "payloads/index.jsonl";
  return check_corpus(files, {}, options);
}

VectorResult check_one(const PayloadLine& line) {
  const auto results = check_line(line);
  EXPECT_EQ(results.size(), 1U);
  return results.at(0);
}

TEST(CheckPayloads, PassesALineThatIsRight) {
  const VectorResult result = check_one(line_named("video-tiny"));
  EXPECT_EQ(result.status, VectorStatus::passed) << result.message;
  EXPECT_EQ(result.file, "payloads/index.jsonl");
  EXPECT_EQ(result.id, "video-tiny");
  EXPECT_EQ(result.subject, "WIV1");
  EXPECT_EQ(check_one(line_named("motion-q-0")).codes, std::vector<std::string>{"field_range"});
}

TEST(CheckPayloads, FailsAnotherOutcome) {
  PayloadLine line = line_named("motion-q-0");
  line.run.expect = RefusalCode::too_large;
  VectorResult result = check_one(line);
  EXPECT_EQ(result.status, VectorStatus::failed);
  EXPECT_EQ(result.message, "expect.refuse: expected too_large, got field_range (pay 3 q, below the lowest)");
  line = line_named("splat-tiny");
  std::get<BytesDigest>(line.run.expect).sha256[0] ^= 1;
  EXPECT_EQ(check_one(line).status, VectorStatus::failed);
}

TEST(CheckPayloads, FailsOtherCuts) {
  PayloadLine line = line_named("hyper-tiny");
  line.run.cuts.at(0).until = 5;
  EXPECT_EQ(check_one(line).message, "cuts[0].until: expected 5, got 4 (pay 4 networks of one convolution)");
  line = line_named("hyper-tiny");
  line.run.cuts.at(1).refuse = RefusalCode::trailing;
  EXPECT_EQ(check_one(line).status, VectorStatus::failed);
  line.run.cuts.clear();
  EXPECT_EQ(check_one(line).status, VectorStatus::failed);
}

TEST(CheckPayloads, FailsAnotherCost) {
  PayloadLine line = line_named("audio-tiny");
  line.run.declared->macs += 1;
  EXPECT_EQ(check_one(line).status, VectorStatus::failed);
  line.run.declared.reset();
  EXPECT_EQ(check_one(line).status, VectorStatus::failed);
}

TEST(CheckPayloads, FailsWhatIsNotThere) {
  PayloadLine line = line_named("audio-tiny");
  line.set = "payloads/sets/none";
  EXPECT_EQ(check_one(line).message, "there is no set payloads/sets/none");
  line.file = "none";
  EXPECT_EQ(check_one(line).message, "there is no payload none");
}

TEST(CheckPayloads, FailsALineThatIsNone) {
  const std::string right = payload_line_json(line_named("motion-q-0")).write();
  for (const std::string& text :
       {std::string("{}"), std::string("no line"), " " + right, right.substr(0, right.size() - 1) + R"(,"zz":"1"})"}) {
    const std::vector<CorpusFile> files = {text_file("payloads/index.jsonl", text + "\n")};
    const auto results = check_corpus(files, {}, {});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].status, VectorStatus::failed) << text;
  }
}

TEST(CheckPayloads, AsksNoOutsideImplementation) {
  CheckOptions options;
  options.implementation = [](const std::string&) { return Answer{"{}", {}, {}}; };
  EXPECT_TRUE(check_line(line_named("motion-q-0"), options).empty());
}

TEST(CheckPayloads, FailsAConversionThatGivesAnotherPayload) {
  const std::vector<std::string> lines = lines_of("payloads/conversions.jsonl");
  const auto whole = std::find_if(lines.begin(), lines.end(),
                                  [](const std::string& l) { return l.find("\"payload\":\"audio/") != l.npos; });
  ASSERT_NE(whole, lines.end());
  const auto document = json::Document::parse(*whole, RefusalCode::payload_malformed);
  ConversionLine line = *read_conversion_line(document->root());
  const auto check = [&] {
    std::vector<CorpusFile> files = fixture_files();
    for (CorpusFile& file : files) {
      if (file.path == "payloads/conversions.jsonl") {
        file = text_file(file.path, conversion_line_json(line).write() + "\n");
      }
    }
    CheckOptions options;
    options.filter = "payloads/conversions.jsonl";
    return check_corpus(files, {}, options).at(0);
  };
  EXPECT_EQ(check().status, VectorStatus::passed) << check().message;
  EXPECT_EQ(check().subject, "JSON form");
  line.payload = "audio/trailing.wia1";
  EXPECT_EQ(check().status, VectorStatus::failed);
  line.payload.clear();
  line.expect = RefusalCode::field_range;
  EXPECT_EQ(check().status, VectorStatus::failed);
}

// ---------------------------------------------------------------- coverage

std::map<std::string, CoverageRow::State> rows_without(const std::string& part) {
  std::vector<CorpusFile> files = fixture_files();
  std::string text;
  for (const PayloadLine& line : index_lines()) {
    if (part.empty() || line.name.find(part) == std::string::npos) {
      text += payload_line_json(line).write() + "\n";
    }
  }
  for (CorpusFile& file : files) {
    if (file.path == "payloads/index.jsonl") {
      file = text_file(file.path, text);
    }
  }
  std::map<std::string, CoverageRow::State> states;
  for (const CoverageRow& row : corpus_coverage(files, 1)) {
    states[row.subject + " " + row.item] = row.state;
  }
  return states;
}

TEST(PayloadCoverage, MissesWhatNoPayloadShows) {
  using State = CoverageRow::State;
  auto all = rows_without("");
  EXPECT_EQ(all["WIV1 0 q.past"], State::met);
  EXPECT_EQ(all["WIV1 1 refuses.nested_length"], State::met);
  EXPECT_EQ(all["JSON form converts.WIS1"], State::met);
  EXPECT_EQ(all["capabilities refuses.not_dispatchable"], State::cannot_apply);
  auto some = rows_without("q-65536");
  EXPECT_EQ(some["WIV1 0 q.past"], State::missing);
  EXPECT_EQ(some["WIV1 0 q.highest"], State::met);
  EXPECT_EQ(rows_without("video-")["WIV1 1 refuses.nested_length"], State::missing);
}

}  // namespace
}  // namespace wai
