// Little-endian bytes in and out.
#include "base/bytes.hpp"

#include <gtest/gtest.h>

namespace wai {
namespace {

TEST(LoadLe, ReadsTheLeastSignificantByteFirst) {
  const Bytes bytes = {0x01, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0x88};
  EXPECT_EQ(load_le<std::uint8_t>(bytes.data()), 0x01);
  EXPECT_EQ(load_le<std::uint16_t>(bytes.data()), 0x0201);
  EXPECT_EQ(load_le<std::uint32_t>(bytes.data()), 0x84030201U);
  EXPECT_EQ(load_le<std::uint64_t>(bytes.data()), 0x8807060584030201U);
  EXPECT_EQ(load_le<std::int8_t>(&bytes[3]), -0x7C);                    // 0x84 - 0x100
  EXPECT_EQ(load_le<std::int32_t>(bytes.data()), -0x7BFCFDFF);          // 0x84030201 - 2^32
  EXPECT_EQ(load_le<std::int64_t>(bytes.data()), -0x77F8F9FA7BFCFDFF);  // 0x8807060584030201 - 2^64
}

TEST(ByteReader, MovesThroughItsBytes) {
  const Bytes bytes = {1, 2, 0, 3, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 9};
  ByteReader in(bytes);
  EXPECT_EQ(in.u8(), 1);
  EXPECT_EQ(in.u16(), 2);
  EXPECT_EQ(in.u32(), 3U);
  EXPECT_EQ(in.offset(), 7U);
  EXPECT_EQ(in.i32(), -1);
  EXPECT_EQ(in.remaining(), 1U);
  EXPECT_TRUE(in.has(1));
  EXPECT_FALSE(in.has(2));
  EXPECT_FALSE(in.has(~std::uint64_t{0}));
  EXPECT_FALSE(in.at_end());
  EXPECT_EQ(in.take(1)[0], 9);
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(in.take(0).empty());
}

TEST(ByteReader, TakesNoBytesFromNone) {
  ByteReader in({});
  EXPECT_TRUE(in.at_end());
  EXPECT_FALSE(in.has(1));
}

TEST(ByteReaderDeathTest, EndsTheProcessOnAReadThatNobodyAskedFor) {
  const Bytes bytes = {1, 2, 3};
  EXPECT_EXIT(static_cast<void>(ByteReader(bytes).u32()), ::testing::ExitedWithCode(70), "past the end");
}

TEST(ByteWriter, WritesWhatTheReaderReads) {
  ByteWriter out;
  out.u8(0xFE);
  out.u16(0x1234);
  out.u32(0xDEADBEEF);
  out.u64(0x0123456789ABCDEF);
  out.i32(-2);
  out.i64(INT64_MIN);
  out.write<std::int8_t>(-1);
  out.zeros(2);
  out.append(Bytes{7, 8});
  EXPECT_EQ(out.size(), 32U);
  const Bytes bytes = std::move(out).finish();
  EXPECT_EQ(bytes, (Bytes{0xFE,                                            //
                          0x34, 0x12,                                      //
                          0xEF, 0xBE, 0xAD, 0xDE,                          //
                          0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01,  //
                          0xFE, 0xFF, 0xFF, 0xFF,                          //
                          0,    0,    0,    0,    0,    0,    0,    0x80,  //
                          0xFF, 0,    0,    7,    8}));
}

}  // namespace
}  // namespace wai
