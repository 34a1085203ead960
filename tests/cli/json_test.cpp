#include "cli/json.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace wai::cli {
namespace {

TEST(Json, KeepsTheOrderOfMembersAndElements) {
  Json list = Json::array();
  list.push(1).push("two").push(Json()).push(true);
  Json object = Json::object();
  object.set("z", std::move(list)).set("a", Json::object()).set("b", Json::array());
  EXPECT_EQ(object.write(), R"({"z":[1,"two",null,true],"a":{},"b":[]})");
}

TEST(Json, WritesIntegersInFull) {
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).write(), "18446744073709551615");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).write(), "-9223372036854775808");
}

TEST(Json, TellsTextFromTruth) {
  EXPECT_EQ(Json("false").write(), "\"false\"");
  EXPECT_EQ(Json(false).write(), "false");
}

TEST(Json, EscapesWhatAStringCannotHold) {
  EXPECT_EQ(Json("a\"\\\n\x01\x1f/").write(), "\"a\\\"\\\\\\n\\u0001\\u001f/\"");
  EXPECT_EQ(Json("\xC3\xA9\xFF\xC3").write(), "\"\xC3\xA9\\ufffd\\ufffd\"");
}

}  // namespace
}  // namespace wai::cli
