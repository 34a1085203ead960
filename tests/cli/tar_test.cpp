#include "cli/tar.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "expect_failure.hpp"

namespace wai::cli {
namespace {

constexpr std::size_t kRecord = 512;

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

// A field of a header, without what fills it up.
std::string field(const Bytes& tar, std::size_t at, std::size_t length) {
  std::string text(tar.begin() + static_cast<std::ptrdiff_t>(at),
                   tar.begin() + static_cast<std::ptrdiff_t>(at + length));
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  while (!text.empty() && text.back() == ' ') {
    text.pop_back();
  }
  return text;
}

void put(Bytes& tar, std::size_t at, std::string_view text) {
  std::copy(text.begin(), text.end(), tar.begin() + static_cast<std::ptrdiff_t>(at));
}

// The sum of the header's bytes with its checksum field as spaces (POSIX.1-1988, ustar).
unsigned checksum(const Bytes& tar, std::size_t header) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < kRecord; ++i) {
    sum += i >= 148 && i < 156 ? unsigned{' '} : tar[header + i];
  }
  return sum;
}

// A tar entry written by hand from the layout of POSIX.1-1988.
Bytes entry(std::string_view name, char type, std::string_view content, std::string_view link = {}) {
  Bytes tar(kRecord);
  put(tar, 0, name);
  put(tar, 100, "0000600");
  put(tar, 108, "0001750");
  put(tar, 116, "0001750");
  put(tar, 124, fmt::format("{:011o}", content.size()));
  put(tar, 136, "14371573000");
  put(tar, 156, std::string_view(&type, 1));
  put(tar, 157, link);
  put(tar, 257, std::string_view("ustar\00000", 8));
  put(tar, 148, fmt::format("{:06o}", checksum(tar, 0)));
  tar.insert(tar.end(), content.begin(), content.end());
  tar.resize((tar.size() + kRecord - 1) / kRecord * kRecord);
  return tar;
}

Bytes joined(std::initializer_list<Bytes> parts) {
  Bytes tar;
  for (const Bytes& part : parts) {
    tar.insert(tar.end(), part.begin(), part.end());
  }
  tar.resize(tar.size() + 2 * kRecord);
  return tar;
}

TEST(WriteTar, HasFixedOwnerModeAndTime) {
  const Bytes tar = write_tar(std::vector<NamedBytes>{{"lowering.json", bytes_of("{}")}});
  ASSERT_EQ(tar.size(), 4 * kRecord);  // header, one record of content, two of zeros
  EXPECT_EQ(field(tar, 0, 100), "lowering.json");
  EXPECT_EQ(std::stoul(field(tar, 100, 8), nullptr, 8), 0644U);
  EXPECT_EQ(std::stoul(field(tar, 108, 8), nullptr, 8), 0U);
  EXPECT_EQ(std::stoul(field(tar, 116, 8), nullptr, 8), 0U);
  EXPECT_EQ(std::stoul(field(tar, 124, 12), nullptr, 8), 2U);
  EXPECT_EQ(std::stoul(field(tar, 136, 12), nullptr, 8), 0U);
  EXPECT_EQ(std::stoul(field(tar, 148, 8), nullptr, 8), checksum(tar, 0));
  EXPECT_EQ(tar[156], '0');
  EXPECT_EQ(field(tar, 257, 6), "ustar");
  EXPECT_EQ(field(tar, 265, 32), "");  // user name
  EXPECT_EQ(field(tar, 297, 32), "");  // group name
  EXPECT_EQ(field(tar, kRecord, kRecord), "{}");
  EXPECT_TRUE(std::all_of(tar.begin() + 2 * kRecord, tar.end(), [](auto b) { return b == 0; }));
  EXPECT_TRUE(looks_like_tar(tar));
}

TEST(WriteTar, KeepsTheOrderGivenAndReadsBack) {
  const std::vector<NamedBytes> files = {{"lowering.json", bytes_of("{}")},
                                         {"h_s.whg1", Bytes(1025, 0xAB)},
                                         {"g_s.whg1", Bytes(512, 0)},
                                         {"empty.whg1", {}}};
  EXPECT_EQ(read_tar(write_tar(files)), files);
  EXPECT_EQ(write_tar(files), write_tar(files));
  EXPECT_TRUE(read_tar(write_tar({})).empty());
}

TEST(WriteTar, FailsOnANameThatUstarCannotHold) {
  expect_failure(ExitCode::file, "tar", [] { return write_tar(std::vector<NamedBytes>{{std::string(300, 'n'), {}}}); });
}

TEST(ReadTar, TakesFilesAndPassesOverDirectories) {
  const Bytes tar = joined({entry("graphs/", '5', ""), entry("graphs/g_s.whg1", '0', "GRAPH")});
  EXPECT_EQ(read_tar(tar), (std::vector<NamedBytes>{{"graphs/g_s.whg1", bytes_of("GRAPH")}}));
}

TEST(ReadTar, RefusesLinksAndDevices) {
  expect_failure(ExitCode::file, "'s' is no regular file", [] { return read_tar(joined({entry("s", '2', "", "t")})); });
  expect_failure(ExitCode::file, "'h' is no regular file", [] { return read_tar(joined({entry("h", '1', "", "t")})); });
  expect_failure(ExitCode::file, "'c' is no regular file", [] { return read_tar(joined({entry("c", '3', "")})); });
  expect_failure(ExitCode::file, "'p' is no regular file", [] { return read_tar(joined({entry("p", '6', "")})); });
}

TEST(ReadTar, RefusesANameThatStandsTwice) {
  expect_failure(ExitCode::file, "'a' stands in it twice", [] {
    return read_tar(joined({entry("a", '0', "1"), entry("b", '0', ""), entry("a", '0', "2")}));
  });
}

TEST(ReadTar, RefusesDamage) {
  const Bytes whole = joined({entry("a", '0', std::string(700, 'x'))});
  Bytes cut(whole.begin(), whole.begin() + 900);
  expect_failure(ExitCode::file, "'a'", [&] { return read_tar(cut); });
  Bytes two = joined({entry("a", '0', ""), entry("b", '0', "")});
  two[kRecord] ^= 1;  // the second header's checksum is then another's
  expect_failure(ExitCode::file, "entry 1", [&] { return read_tar(two); });
  expect_failure(ExitCode::file, "tar stream", [] { return read_tar(Bytes(2048, 'z')); });
}

TEST(ReadTar, HoldsItsLimits) {
  const Bytes tar = joined({entry("a", '0', "123"), entry("b", '0', "45")});
  EXPECT_EQ(read_tar(tar, {.entries = 2, .bytes = 5}).size(), 2U);
  expect_failure(ExitCode::file, "--max-input", [&] { return read_tar(tar, {.entries = 2, .bytes = 4}); });
  expect_failure(ExitCode::file, "more than 1 entries", [&] { return read_tar(tar, {.entries = 1, .bytes = 5}); });
}

// A header that promises 2^33 - 1 bytes has none to give: the promise allocates nothing.
TEST(ReadTar, AllocatesNothingForASizeThatIsOnlyClaimed) {
  Bytes tar = joined({entry("a", '0', "")});
  put(tar, 124, "77777777777");
  put(tar, 148, fmt::format("{:06o}", checksum(tar, 0)));
  expect_failure(ExitCode::file, "tar stream", [&] { return read_tar(tar); });
}

TEST(LooksLikeTar, NeedsAWholeHeader) {
  EXPECT_FALSE(looks_like_tar({}));
  EXPECT_FALSE(looks_like_tar(Bytes(4096)));
  Bytes tar = joined({entry("a", '0', "")});
  tar.resize(511);
  EXPECT_FALSE(looks_like_tar(tar));
}

}  // namespace
}  // namespace wai::cli
