#include "cli/output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>

#include "expect_failure.hpp"
#include "temp_dir.hpp"

namespace wai::cli {
namespace {

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string read_available(int fd) {
  std::array<char, 256> part{};
  const ssize_t n = ::read(fd, part.data(), part.size());
  return n <= 0 ? std::string() : std::string(part.data(), static_cast<std::size_t>(n));
}

TEST(Output, AppearsAtCommitOnly) {
  const TempDir folder;
  Output output(folder.path("out"), {});
  output.write(bytes_of("first "));
  output.write(bytes_of("second"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out")));
  output.commit();
  EXPECT_EQ(folder.content("out"), "first second");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(Output, LeavesNothingWithoutCommit) {
  const TempDir folder;
  folder.file("old", "old");
  {
    Output output(folder.path("old"), {});
    output.write(bytes_of("new"));
    EXPECT_EQ(folder.names().size(), 2U);  // the old one, and one under a temporary name
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"old"});
  EXPECT_EQ(folder.content("old"), "old");
}

TEST(Output, WritesAnEmptyFileToo) {
  const TempDir folder;
  Output(folder.path("out"), {.sync = true}).commit();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(Output, TakesTurnsWithTemporaryNamesThatAreTaken) {
  const TempDir folder;
  Output one(folder.path("one"), {});
  Output two(folder.path("two"), {});
  one.write(bytes_of("1"));
  two.write(bytes_of("2"));
  two.commit();
  one.commit();
  EXPECT_EQ(folder.content("one") + folder.content("two"), "12");
}

// A pipe stands for whatever is no regular file.
TEST(Output, GivesAPipeItsBytesAtTheEndUnlessItStreams) {
  const TempDir folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const Descriptor reader(::open(path.c_str(), O_RDONLY | O_NONBLOCK));
  {
    Output held(path, {});
    held.write(bytes_of("held"));
    EXPECT_EQ(read_available(reader.get()), "");
    held.commit();
    EXPECT_EQ(read_available(reader.get()), "held");
  }
  {
    Output dropped(path, {});
    dropped.write(bytes_of("dropped"));
  }
  EXPECT_EQ(read_available(reader.get()), "");
  Output streamed(path, {.stream = true});
  streamed.write(bytes_of("frame"));
  EXPECT_EQ(read_available(reader.get()), "frame");
}

TEST(Output, RefusesATerminalForRawBytesUnlessForced) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  const Descriptor owner(master);
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  const std::string terminal = ::ptsname(master);
  expect_failure(ExitCode::usage, "is a terminal", [&] { return Output(terminal, {}).is_standard_output(); });
  EXPECT_NO_THROW(Output(terminal, {.kind = OutputKind::text}));
  EXPECT_NO_THROW(Output(terminal, {.force = true}));
}

TEST(WriteDirectory, WritesEveryEntryAndMakesTheDirectory) {
  const TempDir folder;
  const std::vector<NamedBytes> entries = {{"h_s.whg1", bytes_of("H")}, {"g_s.whg1", bytes_of("G")}};
  write_directory(folder.path("graphs"), entries);
  EXPECT_EQ(folder.names("graphs"), (std::vector<std::string>{"g_s.whg1", "h_s.whg1"}));
  EXPECT_EQ(folder.content("graphs/h_s.whg1"), "H");
  write_directory(folder.path("graphs"), std::vector<NamedBytes>{{"h_s.whg1", bytes_of("H2")}});
  EXPECT_EQ(folder.content("graphs/h_s.whg1"), "H2");
  EXPECT_EQ(folder.content("graphs/g_s.whg1"), "G");
}

// More outputs than descriptors, and than one search for a free name tries.
TEST(Output, WaitsForItsNameWithoutADescriptor) {
  const TempDir folder;
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const struct rlimit few { 64, before.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  constexpr int kMany = 1200;
  std::vector<Output> outputs;
  for (int i = 0; i < kMany; ++i) {
    outputs.emplace_back(folder.path(std::to_string(i)), OutputRules{}).write(bytes_of("frame"));
    outputs.back().close();
    outputs.back().close();  // a second time changes nothing
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("0")));
  for (Output& output : outputs) {
    output.commit();
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(folder.names().size(), std::size_t{kMany});
  EXPECT_EQ(folder.content("1199"), "frame");
}

TEST(WriteDirectory, WritesNothingWhenOneEntryCannotBe) {
  const TempDir folder;
  folder.file("graphs/b/member", "a directory stands where a file should");
  const std::vector<NamedBytes> entries = {{"a", bytes_of("A")}, {"b", bytes_of("B")}};
  expect_failure(ExitCode::file, "Is a directory", [&] {
    write_directory(folder.path("graphs"), entries);
    return 0;
  });
  EXPECT_EQ(folder.names("graphs"), std::vector<std::string>{"b"});
}

TEST(WriteDirectory, RefusesNamesThatLeaveItOrStandTwice) {
  const TempDir folder;
  for (const std::string& name : {std::string("../up"), std::string("a/b"), std::string(".."), std::string("."),
                                  std::string(), std::string("nul\0inside", 10)}) {
    expect_failure(ExitCode::usage, "cannot name a file", [&] {
      write_directory(folder.path("graphs"), std::vector<NamedBytes>{{name, {}}});
      return 0;
    });
  }
  expect_failure(ExitCode::usage, "written twice", [&] {
    write_directory(folder.path("graphs"), std::vector<NamedBytes>{{"a", {}}, {"a", {}}});
    return 0;
  });
  EXPECT_TRUE(folder.names().empty());
}

TEST(WriteDirectory, FailsWhereAFileStands) {
  const TempDir folder;
  folder.file("graphs", "a file");
  expect_failure(ExitCode::file, "graphs", [&] {
    write_directory(folder.path("graphs"), std::vector<NamedBytes>{{"a", {}}});
    return 0;
  });
}

}  // namespace
}  // namespace wai::cli
