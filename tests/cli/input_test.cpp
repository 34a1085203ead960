#include "cli/input.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "cli/descriptor.hpp"
#include "expect_failure.hpp"
#include "temp_dir.hpp"

namespace wai::cli {
namespace {

TEST(ReadInput, GivesAllBytesOfAFile) {
  const TempDir folder;
  // Past the first part of 65536 bytes, and just around it.
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 300000U}) {
    const std::string content(size, '\xA5');
    const Bytes bytes = read_input(folder.file("in", content));
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), content) << size;
  }
}

TEST(ReadInput, ReadsAPipeToItsEnd) {
  const TempDir folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const Bytes content(200001, 0x5A);
  std::jthread writer([&] {
    const Descriptor out(::open(path.c_str(), O_WRONLY));
    EXPECT_EQ(write_all(out.get(), content), 0);
  });
  EXPECT_EQ(read_input(path), content);
}

TEST(ReadInput, HoldsItsLimitExactly) {
  const TempDir folder;
  const std::string path = folder.file("in", "abcd");
  EXPECT_EQ(read_input(path, 4).size(), 4U);
  expect_failure(ExitCode::file, "more than 3 bytes", [&] { return read_input(path, 3); });
  EXPECT_EQ(read_input(folder.file("empty", ""), 0).size(), 0U);
  expect_failure(ExitCode::file, "more than 70000 bytes", [&] { return read_input("/dev/zero", 70000); });
  EXPECT_EQ(read_input(path, UINT64_MAX).size(), 4U);
}

TEST(ReadInputs, KeepsOrderAndNames) {
  const TempDir folder;
  const std::array<std::string, 2> paths = {folder.file("b", "B"), folder.file("a", "A")};
  EXPECT_EQ(read_inputs(paths), (std::vector<NamedBytes>{{paths[0], {'B'}}, {paths[1], {'A'}}}));
}

TEST(WriteAll, WaitsForADescriptorThatDoesNotBlock) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  const Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  const Bytes content(1 << 20, 0x11);  // more than a pipe holds
  std::size_t seen = 0;
  std::jthread reader([&] {
    std::array<std::uint8_t, 4096> part{};
    for (;;) {
      wait_for(in.get(), 1);  // POLLIN
      const ssize_t n = ::read(in.get(), part.data(), part.size());
      if (n == 0) {
        return;
      }
      seen += n < 0 ? 0 : static_cast<std::size_t>(n);
    }
  });
  EXPECT_EQ(write_all(out.get(), content), 0);
  EXPECT_EQ(out.close(), 0);
  reader.join();
  EXPECT_EQ(seen, content.size());
}

}  // namespace
}  // namespace wai::cli
