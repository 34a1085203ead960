// SHA-256 on the examples of FIPS 180 and its supplements.
#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace wai {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(bytes_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::vector<std::uint8_t>(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TakesItsBytesInParts) {
  Sha256 digest;
  digest.update(bytes_of("a"));
  digest.update({});
  Sha256 moved = std::move(digest);
  moved.update(bytes_of("bc"));
  EXPECT_EQ(moved.finish_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ToHex, WritesTwoLowercaseDigitsAByte) {
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(to_hex(std::vector<std::uint8_t>{0x00, 0x0F, 0xA5, 0xFF}), "000fa5ff");
}

}  // namespace
}  // namespace wai
