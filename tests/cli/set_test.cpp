#include "cli/set.hpp"

#include <gtest/gtest.h>

#include <array>

#include "expect_failure.hpp"
#include "temp_dir.hpp"

namespace wai::cli {
namespace {

constexpr std::array<std::string_view, 3> kWanted = {"entropy.json", "g_s.whm", "h_s.whm"};

// pins P2: the members of the wanted names; other files in the directory are ignored.
TEST(ReadSet, TakesTheWantedMembersOfADirectoryInTheirOrder) {
  const TempDir set;
  set.file("h_s.whm", "H");
  set.file("entropy.json", "{}");
  set.file("g_s.whm", "GG");
  set.file("notes.txt", "ignored");
  const SetInput read = read_set(set.path(), kWanted);
  EXPECT_TRUE(read.is_directory);
  EXPECT_EQ(read.members,
            (std::vector<NamedBytes>{{"entropy.json", {'{', '}'}}, {"g_s.whm", {'G', 'G'}}, {"h_s.whm", {'H'}}}));
}

TEST(ReadSet, LeavesOutMembersThatAreAbsent) {
  const TempDir set;
  set.file("h_s.whm", "H");
  const SetInput read = read_set(set.path(), kWanted);
  ASSERT_EQ(read.members.size(), 1U);
  EXPECT_EQ(read.members[0].name, "h_s.whm");
}

TEST(ReadSet, TakesAFileAsItsOnlyMemberUnderItsOwnName) {
  const TempDir folder;
  const std::string path = folder.file("deep/model.wam", "WAM");
  const SetInput read = read_set(path, kWanted);
  EXPECT_FALSE(read.is_directory);
  EXPECT_EQ(read.members, (std::vector<NamedBytes>{{"model.wam", {'W', 'A', 'M'}}}));
}

TEST(ReadSet, FailsOnWhatIsThereAndCannotBeRead) {
  const TempDir set;
  std::filesystem::create_directory(set.path("g_s.whm"));
  expect_failure(ExitCode::file, "g_s.whm", [&] { return read_set(set.path(), kWanted); });
  expect_failure(ExitCode::file, "absent", [&] { return read_set(set.path("absent"), kWanted); });
}

TEST(ReadSet, HoldsItsLimitForAllMembersTogether) {
  const TempDir set;
  set.file("g_s.whm", "123");
  set.file("h_s.whm", "45");
  EXPECT_EQ(read_set(set.path(), kWanted, 5).members.size(), 2U);
  expect_failure(ExitCode::file, "--max-input", [&] { return read_set(set.path(), kWanted, 4); });
}

}  // namespace
}  // namespace wai::cli
