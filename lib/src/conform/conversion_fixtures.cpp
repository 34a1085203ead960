#include "conform/conversion_fixtures.hpp"

#include <algorithm>

#include "conform/corpus.hpp"
#include "conform/payload_line.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

// A form of a committed payload, with one member replaced, removed (an empty value) or added.
struct FormRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  const char* member = nullptr;
  const char* value = "";
};

// --- WIV1, keyframe 0: two frames of 2 x 3 in blocks of 2 ---

constexpr FormRow kMotionRows[] = {
    {"wiv1", "pay 10 WIV1, the fields of pay 3", kDecodes},
    {"wiv1-mv_precision-absent", "pay 10 WIV1, mv_precision 1 when absent", kDecodes, "mv_precision", ""},
    {"wiv1-mv_precision-2", "pay 10 WIV1, mv_precision 2", kDecodes, "mv_precision", "2"},
    {"wiv1-mv_precision-0", "pay 10 WIV1, mv_precision, only 1 and 2", field_range, "mv_precision", "0"},
    {"wiv1-mv_precision-3", "pay 10 WIV1, mv_precision, only 1 and 2", field_range, "mv_precision", "3"},
    {"wiv1-mv_precision-257", "pay 10 WIV1, mv_precision, past 8 bits", field_range, "mv_precision", "257"},
    {"wiv1-mv_precision-text", "pins P11 mv_precision, text", payload_malformed, "mv_precision", "\"1\""},
    {"wiv1-mv_precision-fraction", "pins P11 mv_precision, 1.0", payload_malformed, "mv_precision", "1.0"},
    {"wiv1-mv_precision-exponent", "pins P11 mv_precision, 1e0", payload_malformed, "mv_precision", "1e0"},
    {"wiv1-mv_precision-null", "pins P11 mv_precision, null", payload_malformed, "mv_precision", "null"},
    {"wiv1-rmax", "pay 10 WIV1, rmax is not carried", kDecodes, "rmax", "[7,\"any\"]"},
    {"wiv1-n_frames-absent", "pins P11 n_frames, absent", payload_malformed, "n_frames", ""},
    {"wiv1-n_frames-0", "pay 3 n_frames, below the lowest", field_range, "n_frames", "0"},
    {"wiv1-n_frames-3", "pay 10 WIV1, a list in mvs less than n_frames", field_range, "n_frames", "3"},
    {"wiv1-n_frames-negative", "pins P11 n_frames, outside u32", field_range, "n_frames", "-1"},
    {"wiv1-h-absent", "pins P11 h, absent", payload_malformed, "h", ""},
    {"wiv1-h-0", "pay 3 h, below the lowest", field_range, "h", "0"},
    {"wiv1-h-2-32", "pins P11 h, outside u32", field_range, "h", "4294967298"},
    {"wiv1-w-absent", "pins P11 w, absent", payload_malformed, "w", ""},
    {"wiv1-block-absent", "pins P11 block, absent", payload_malformed, "block", ""},
    {"wiv1-block-0", "pay 3 block, below the lowest", field_range, "block", "0"},
    {"wiv1-q-absent", "pins P11 q, absent", payload_malformed, "q", ""},
    {"wiv1-q-1", "pay 3 q, the lowest", kDecodes, "q", "1"},
    {"wiv1-q-65535", "pay 3 q, the highest", kDecodes, "q", "65535"},
    {"wiv1-q-65536", "pay 3 q, past the highest", field_range, "q", "65536"},
    {"wiv1-offset-absent", "pins P11 offset, absent", payload_malformed, "offset", ""},
    {"wiv1-offset-lowest", "pins P11 offset, the lowest of i32", kDecodes, "offset", "-2147483648"},
    {"wiv1-offset-past-lowest", "pins P11 offset, below i32", field_range, "offset", "-2147483649"},
    {"wiv1-offset-highest", "pins P11 offset, the highest of i32", kDecodes, "offset", "2147483647"},
    {"wiv1-offset-past-highest", "pins P11 offset, past i32", field_range, "offset", "2147483648"},
    {"wiv1-offset-minus-0", "pins P11 integers, -0 is 0 (readings P8)", kDecodes, "offset", "-0"},
    {"wiv1-cdf-absent", "pins P11 cdf, absent", payload_malformed, "cdf", ""},
    {"wiv1-cdf-no-list", "pins P11 cdf, no list", payload_malformed, "cdf", "{}"},
    {"wiv1-cdf-of-2", "pay 3 cdf_len, below the lowest", field_range, "cdf", "[0, 65536]"},
    {"wiv1-cdf-equal", "pay 2 every entry greater than the one before: equal", cdf_malformed, "cdf",
     "[0, 20000, 20000, 60000, 65536]"},
    {"wiv1-cdf-negative", "pins P11 cdf, an entry outside u32", field_range, "cdf", "[0, -1, 45000, 60000, 65536]"},
    {"wiv1-cdf-2-32", "pins P11 cdf, an entry outside u32", field_range, "cdf",
     "[4294967296, 20000, 45000, 60000, 65536]"},
    {"wiv1-cdf-text", "pins P11 cdf, an entry of text", payload_malformed, "cdf",
     "[\"0\", 20000, 45000, 60000, 65536]"},
    {"wiv1-mvs-no-list", "pins P11 mvs, no list", payload_malformed, "mvs", "{}"},
    {"wiv1-mvs-frame-no-list", "pins P11 mvs, a frame of no list", payload_malformed, "mvs", "[[], 7]"},
    {"wiv1-mvs-too-few", "pay 10 WIV1, mvs has one list per frame: one less", field_range, "mvs", "[[]]"},
    {"wiv1-mvs-too-many", "pay 10 WIV1, mvs has one list per frame: one more", field_range, "mvs",
     "[[], [[0, 1], [-1, 0]], []]"},
    {"wiv1-mvs-first-not-empty", "pay 10 WIV1, the first list of mvs is empty", field_range, "mvs",
     "[[[0, 0]], [[0, 1], [-1, 0]]]"},
    {"wiv1-mvs-shorter", "pay 10 WIV1, a list shorter than its grid is padded with (0, 0)", kDecodes, "mvs",
     "[[], [[0, 1]]]"},
    {"wiv1-mvs-none", "pay 10 WIV1, a list of none is padded with (0, 0)", kDecodes, "mvs", "[[], []]"},
    {"wiv1-mvs-longer", "pay 10 WIV1, a list longer than its grid", field_range, "mvs",
     "[[], [[0, 1], [-1, 0], [0, 0]]]"},
    {"wiv1-mvs-ends", "pay 10 WIV1, vectors at the ends of i16", kDecodes, "mvs", "[[], [[-32768, 32767], [-1, 0]]]"},
    {"wiv1-mvs-past-lowest", "pay 10 WIV1, a vector below i16", field_range, "mvs", "[[], [[-32769, 0], [-1, 0]]]"},
    {"wiv1-mvs-past-highest", "pay 10 WIV1, a vector past i16", field_range, "mvs", "[[], [[0, 32768], [-1, 0]]]"},
    {"wiv1-mvs-one", "pins P11 mvs, a pair of one", payload_malformed, "mvs", "[[], [[0], [-1, 0]]]"},
    {"wiv1-mvs-three", "pins P11 mvs, a pair of three", payload_malformed, "mvs", "[[], [[0, 1, 2], [-1, 0]]]"},
    {"wiv1-mvs-no-pair", "pins P11 mvs, a pair of no list", payload_malformed, "mvs", "[[], [0, 1]]"},
    {"wiv1-stream-absent", "pins P11 stream, absent", payload_malformed, "stream", ""},
    {"wiv1-stream-empty", "pay 2 L, 0", stream_length, "stream", "\"\""},
    {"wiv1-stream-of-7", "pay 2 L, below 8", stream_length, "stream", "\"00000000000080\""},
    {"wiv1-stream-of-8", "pay 2 L, the lowest", kDecodes, "stream", "\"0000008000000000\""},
    {"wiv1-stream-uppercase", "pins P11 stream, uppercase digits", payload_malformed, "stream", "\"000000800000000A\""},
    {"wiv1-stream-odd", "pins P11 stream, half a byte", payload_malformed, "stream", "\"000000800000000\""},
    {"wiv1-stream-no-digits", "pins P11 stream, no digits", payload_malformed, "stream", "\"0x00008000000000\""},
    {"wiv1-stream-list", "pins P11 stream, no text", payload_malformed, "stream", "[0, 0, 0, 128, 0, 0, 0, 0]"},
    {"wiv1-stream-escaped", "pins P11 stream, a digit written as an escape", kDecodes, "stream",
     "\"\\u003000000800000000\\u0030\""},
    {"wiv1-second-member", "pins P11 two members of one name (readings P8)", payload_malformed, "q\": 7, \"q", "7"},
};

// --- one frame: mv_precision and block are 1 whatever the form states ---

constexpr FormRow kOneFrameRows[] = {
    {"wiv1-one-frame", "pay 10 WIV1, a one-frame clip", kDecodes},
    {"wiv1-one-frame-block-7", "pay 10 WIV1, a one-frame clip is written with block 1", kDecodes, "block", "7"},
    {"wiv1-one-frame-block-0", "pay 10 WIV1, a one-frame clip is written with block 1", kDecodes, "block", "0"},
    {"wiv1-one-frame-mv_precision-2", "pay 10 WIV1, a one-frame clip is written with mv_precision 1", kDecodes,
     "mv_precision", "2"},
    {"wiv1-one-frame-mv_precision-3", "pay 10 WIV1, only mv_precision 1 and 2 are converted, of one frame too", field_range,
     "mv_precision", "3"},
    {"wiv1-one-frame-with-a-vector", "pay 10 WIV1, the first list of mvs is empty", field_range, "mvs", "[[[0, 0]]]"},
    {"wiv1-one-frame-too-large", "pay 7 a frame h*w*3, 67108866", too_large, "h", "22369622"},
};

constexpr FormRow kVideoRows[] = {
    {"wiv1-keyframe", "pay 10 WIV1, the keyframe is a WIH1 form", kDecodes},
    {"wiv1-keyframe-absent", "pay 10 WIV1, keyframe 0 without a nested form", kDecodes, "keyframe", ""},
    {"wiv1-keyframe-null", "pins P11 keyframe, no object", payload_malformed, "keyframe", "null"},
    {"wiv1-keyframe-empty", "pins P11 keyframe, its members absent", payload_malformed, "keyframe", "{}"},
    {"wiv1-keyframe-m-0", "pay 4 m of the keyframe, below the lowest", field_range, "keyframe",
     R"({"m": 0, "sh": 1, "sw": 1, "n_z": 1, "zh": 1, "zw": 1, "z_stream": "0000008000000000",
 "y_stream": "0000008000000000"})"},
    {"wiv1-keyframe-m-too-large", "pay 7 2*m*sh*sw of the keyframe, past the cap", too_large, "keyframe",
     R"({"m": 33554433, "sh": 1, "sw": 1, "n_z": 1, "zh": 1, "zw": 1, "z_stream": "0000008000000000",
 "y_stream": "0000008000000000"})"},
    {"wiv1-keyframe-stream-of-4", "pay 2 L of the keyframe, below 8", stream_length, "keyframe",
     R"({"m": 1, "sh": 1, "sw": 1, "n_z": 1, "zh": 1, "zw": 1, "z_stream": "00000080",
 "y_stream": "0000008000000000"})"},
    {"wiv1-keyframe-second-member", "pins P11 two members of one name in the keyframe", payload_malformed, "keyframe",
     R"({"m": 1, "m": 1, "sh": 1, "sw": 1, "n_z": 1, "zh": 1, "zw": 1, "z_stream": "0000008000000000",
 "y_stream": "0000008000000000"})"},
};

constexpr FormRow kHyperRows[] = {
    {"wih1", "pay 10 WIH1, the fields of pay 4, the streams as they are", kDecodes},
    {"wih1-m-absent", "pins P11 m, absent", payload_malformed, "m", ""},
    {"wih1-m-0", "pay 4 m, below the lowest", field_range, "m", "0"},
    {"wih1-m-2-32", "pins P11 m, outside u32", field_range, "m", "4294967296"},
    {"wih1-m-negative", "pins P11 m, outside u32", field_range, "m", "-1"},
    {"wih1-m-past-64-bits", "pins P11 m, outside u32", field_range, "m", "18446744073709551617"},
    {"wih1-m-fraction", "pins P11 m, a fraction", payload_malformed, "m", "1.5"},
    {"wih1-sh-absent", "pins P11 sh, absent", payload_malformed, "sh", ""},
    {"wih1-sw-absent", "pins P11 sw, absent", payload_malformed, "sw", ""},
    {"wih1-n_z-absent", "pins P11 n_z, absent", payload_malformed, "n_z", ""},
    {"wih1-n_z-true", "pins P11 n_z, no integer", payload_malformed, "n_z", "true"},
    {"wih1-zh-absent", "pins P11 zh, absent", payload_malformed, "zh", ""},
    {"wih1-zw-absent", "pins P11 zw, absent", payload_malformed, "zw", ""},
    {"wih1-zw-too-large", "pay 7 n_z*zh*zw, past the cap", too_large, "zw", "67108865"},
    {"wih1-m-too-large", "pay 7 2*m*sh*sw, past the cap", too_large, "m", "33554433"},
    {"wih1-z_stream-absent", "pins P11 no member tells the format", payload_malformed, "z_stream", ""},
    {"wih1-z_stream-of-9", "pay 2 L, no multiple of 4", stream_length, "z_stream", "\"000000800000000000\""},
    {"wih1-y_stream-absent", "pins P11 y_stream, absent", payload_malformed, "y_stream", ""},
    {"wih1-y_stream-null", "pins P11 y_stream, no text", payload_malformed, "y_stream", "null"},
    {"wih1-other-member", "pins P11 members of other names are ignored (readings P8)", kDecodes, "note", "[1.5, {}]"},
};

constexpr FormRow kAudioRows[] = {
    {"wia1", "pay 10 WIA1, the fields of pay 5", kDecodes},
    {"wia1-sample_rate-absent", "pins P11 no member tells the format", payload_malformed, "sample_rate", ""},
    {"wia1-sample_rate-0", "pay 5 sr, below the lowest", field_range, "sample_rate", "0"},
    {"wia1-sample_rate-highest", "pins P11 sample_rate, the highest of u32", kDecodes, "sample_rate", "4294967295"},
    {"wia1-sample_rate-2-32", "pins P11 sample_rate, outside u32", field_range, "sample_rate", "4294967296"},
    {"wia1-afrac-absent", "pins P11 afrac, absent", payload_malformed, "afrac", ""},
    {"wia1-afrac-0", "pay 5 afrac, below the lowest", field_range, "afrac", "0"},
    {"wia1-afrac-30", "pay 5 afrac, the highest", kDecodes, "afrac", "30"},
    {"wia1-afrac-31", "pay 5 afrac, past the highest", field_range, "afrac", "31"},
    {"wia1-afrac-264", "pins P11 afrac, outside u8", field_range, "afrac", "264"},
    {"wia1-n_ch-absent", "pins P11 n_ch, absent", payload_malformed, "n_ch", ""},
    {"wia1-lat_len-absent", "pins P11 lat_len, absent", payload_malformed, "lat_len", ""},
    {"wia1-lat_len-too-large", "pay 7 n_ch*lat_len, past the cap", too_large, "lat_len", "33554433"},
    {"wia1-t_out-absent", "pins P11 t_out, absent", payload_malformed, "t_out", ""},
    {"wia1-t_out-too-large", "pay 7 t_out, past the cap", too_large, "t_out", "67108865"},
    {"wia1-lo-absent", "pins P11 lo, the symbol offset: absent", payload_malformed, "lo", ""},
    {"wia1-lo-lowest", "pins P11 lo, the lowest of i32", kDecodes, "lo", "-2147483648"},
    {"wia1-lo-past-lowest", "pins P11 lo, below i32", field_range, "lo", "-2147483649"},
    {"wia1-lo-past-highest", "pins P11 lo, past i32", field_range, "lo", "2147483648"},
    {"wia1-offset-beside-lo", "pins P11 lo is the symbol offset; offset is another member", kDecodes, "offset", "9"},
    {"wia1-medians-absent", "pins P11 medians, absent", payload_malformed, "medians", ""},
    {"wia1-medians-ends", "pay 5 |median|, 2^47", kDecodes, "medians", "[-140737488355328, 140737488355328]"},
    {"wia1-medians-past-lowest", "pay 5 |median|, -2^47 - 1", field_range, "medians", "[-140737488355329, 0]"},
    {"wia1-medians-past-highest", "pay 5 |median|, 2^47 + 1", field_range, "medians", "[0, 140737488355329]"},
    {"wia1-medians-past-i64", "pins P11 medians, outside i64", field_range, "medians", "[0, 9223372036854775808]"},
    {"wia1-medians-too-few", "pay 5 n_ch medians: one less", field_range, "medians", "[-5]"},
    {"wia1-cdfs-absent", "pins P11 cdfs, absent", payload_malformed, "cdfs", ""},
    {"wia1-cdfs-no-lists", "pins P11 cdfs, no lists", payload_malformed, "cdfs", "[0, 65536]"},
    {"wia1-cdfs-too-few", "pay 5 one table per channel: one less", field_range, "cdfs",
     "[[0, 20000, 45000, 60000, 65536]]"},
    {"wia1-cdfs-unequal", "pay 10 WIA1, every table has the first one's length", field_range, "cdfs",
     "[[0, 20000, 45000, 60000, 65536], [0, 1, 40000, 65536]]"},
    {"wia1-cdfs-equal-entries", "pay 2 every entry greater than the one before: equal", cdf_malformed, "cdfs",
     "[[0, 20000, 45000, 60000, 65536], [0, 1, 1, 50000, 65536]]"},
    {"wia1-stream-absent", "pins P11 stream, absent", payload_malformed, "stream", ""},
};

// --- WIS1: an end of a range is a binary32 value exactly ---

constexpr FormRow kSplatRows[] = {
    {"wis1", "pay 10 WIS1, the fields of pay 6", kDecodes},
    {"wis1-ranges-absent", "pins P11 no member tells the format", payload_malformed, "ranges", ""},
    {"wis1-ranges-integers", "pay 10 WIS1, ends as integers", kDecodes, "ranges", "[[0, 1]]"},
    {"wis1-ranges-exponents", "pay 10 WIS1, ends with exponents", kDecodes, "ranges", "[[-25e-2, 1.5E+1]]"},
    {"wis1-ranges-text", "pay 10 WIS1, ends as text (readings P25)", kDecodes, "ranges", "[[\"0\", \"1\"]]"},
    {"wis1-ranges-2-24", "pay 10 WIS1, 2^24", kDecodes, "ranges", "[[0, 16777216]]"},
    {"wis1-ranges-2-24-and-1", "pay 10 WIS1, 2^24 + 1 is no binary32 value", field_range, "ranges", "[[0, 16777217]]"},
    {"wis1-ranges-2-60", "pay 10 WIS1, 2^60", kDecodes, "ranges", "[[0, 1152921504606846976]]"},
    {"wis1-ranges-2-60-and-1", "pay 10 WIS1, 2^60 + 1 is no binary32 value", field_range, "ranges",
     "[[0, 1152921504606846977]]"},
    {"wis1-ranges-2-60-and-1-text", "pay 10 WIS1, 2^60 + 1 is no binary32 value", field_range, "ranges",
     "[[0, \"1152921504606846977\"]]"},
    {"wis1-ranges-tenth", "pay 10 WIS1, 0.1 is no binary32 value", field_range, "ranges", "[[0.1, 1]]"},
    {"wis1-ranges-half", "pay 10 WIS1, 0.5", kDecodes, "ranges", "[[0.5, 1]]"},
    {"wis1-ranges-of-a-tenth-exactly", "pay 10 WIS1, the binary32 value next to 0.1", kDecodes, "ranges",
     "[[0.100000001490116119384765625, 1]]"},
    {"wis1-ranges-minus-0.0", "pay 10 WIS1, -0.0 is minus zero", kDecodes, "ranges", "[[-0.0, 0]]"},
    {"wis1-ranges-minus-0", "pay 10 WIS1, the integer -0 is 0 (readings P8)", kDecodes, "ranges", "[[-0, 0]]"},
    {"wis1-ranges-largest", "pay 10 WIS1, the largest finite binary32", kDecodes, "ranges",
     "[[0, 340282346638528859811704183484516925440]]"},
    {"wis1-ranges-past-largest", "pay 10 WIS1, 1 past the largest finite binary32", field_range, "ranges",
     "[[0, 340282346638528859811704183484516925441]]"},
    {"wis1-ranges-2-128", "pay 10 WIS1, 2^128 is no binary32 value", field_range, "ranges",
     "[[0, 340282366920938463463374607431768211456]]"},
    {"wis1-ranges-1e39", "pay 10 WIS1, 1e39 is no binary32 value", field_range, "ranges", "[[0, 1e39]]"},
    {"wis1-ranges-huge-exponent", "pay 10 WIS1, 1e999999999999 is no binary32 value", field_range, "ranges",
     "[[0, 1e999999999999]]"},
    {"wis1-ranges-tiny-exponent", "pay 10 WIS1, 1e-999999999999 is no binary32 value", field_range, "ranges",
     "[[1e-999999999999, 1]]"},
    {"wis1-ranges-least", "pay 10 WIS1, the least subnormal, 2^-149", kDecodes, "ranges",
     "[["
     "1.40129846432481707092372958328991613128026194187651577175706828388979108268586060148663818836212158203125E-45, "
     "1]]"},
    {"wis1-ranges-half-the-least", "pay 10 WIS1, 2^-150 is no binary32 value", field_range, "ranges",
     "[[7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625E-46,"
     " "
     "1]]"},
    {"wis1-ranges-near-the-least", "pay 10 WIS1, 1.4e-45 is no binary32 value", field_range, "ranges",
     "[[1.4e-45, 1]]"},
    {"wis1-ranges-equal", "pay 6 ranges, lo = hi", kDecodes, "ranges", "[[1, 1]]"},
    {"wis1-ranges-reversed", "pay 6 ranges, lo past hi", field_range, "ranges", "[[1, 0.5]]"},
    {"wis1-ranges-one", "pins P11 ranges, a pair of one", payload_malformed, "ranges", "[[0]]"},
    {"wis1-ranges-three", "pins P11 ranges, a pair of three", payload_malformed, "ranges", "[[0, 1, 2]]"},
    {"wis1-ranges-no-pair", "pins P11 ranges, a pair of no list", payload_malformed, "ranges", "[0]"},
    {"wis1-ranges-true", "pins P11 ranges, an end of another kind", payload_malformed, "ranges", "[[true, 1]]"},
    {"wis1-ranges-too-many", "pay 6 attr ranges: one more", field_range, "ranges", "[[0, 1], [0, 1]]"},
    {"wis1-afrac-absent", "pins P11 afrac, absent", payload_malformed, "afrac", ""},
    {"wis1-afrac-31", "pay 6 afrac, past the highest", field_range, "afrac", "31"},
    {"wis1-c-absent", "pins P11 c, absent", payload_malformed, "c", ""},
    {"wis1-sh-absent", "pins P11 sh, absent", payload_malformed, "sh", ""},
    {"wis1-sw-absent", "pins P11 sw, absent", payload_malformed, "sw", ""},
    {"wis1-s-absent", "pins P11 s, absent", payload_malformed, "s", ""},
    {"wis1-s-too-large", "pay 7 attr*s*s, past the cap", too_large, "s", "8193"},
    {"wis1-attr-absent", "pins P11 attr, absent", payload_malformed, "attr", ""},
    {"wis1-n_gaussians-absent", "pins P11 n_gaussians, absent", payload_malformed, "n_gaussians", ""},
    {"wis1-n_gaussians-2", "pay 6 n_gaussians, s*s + 1", field_range, "n_gaussians", "2"},
    {"wis1-offsets-absent", "pins P11 offsets, absent", payload_malformed, "offsets", ""},
    {"wis1-offsets-ends", "pins P11 offsets, the lowest of i32", kDecodes, "offsets", "[-2147483648]"},
    {"wis1-offsets-past-highest", "pins P11 offsets, past i32", field_range, "offsets", "[2147483648]"},
    {"wis1-offsets-too-many", "pay 6 c offsets: one more", field_range, "offsets", "[0, 0]"},
    {"wis1-medians-absent", "pins P11 medians, absent", payload_malformed, "medians", ""},
    {"wis1-medians-past-highest", "pay 6 |median|, 2^47 + 1", field_range, "medians", "[140737488355329]"},
    {"wis1-cdfs-absent", "pins P11 cdfs, absent", payload_malformed, "cdfs", ""},
    {"wis1-cdfs-of-2", "pay 6 a table length, below the lowest", field_range, "cdfs", "[[0, 65536]]"},
    {"wis1-stream-absent", "pins P11 stream, absent", payload_malformed, "stream", ""},
};

// --- texts that are no form ---

struct TextRow {
  const char* name;
  const char* rule;
  const char* text;
};
constexpr TextRow kTexts[] = {
    {"text-empty", "pins P11 JSON: nothing", ""},
    {"text-no-json", "pins P11 JSON: none", "WIV1"},
    {"text-list", "pins P11 an object: a list", "[]"},
    {"text-null", "pins P11 an object: null", "null"},
    {"text-no-format", "pins P11 no member tells the format", "{\"m\": 1}"},
    {"text-bom", "pins P11 JSON: a byte-order mark (readings P8)", "\xEF\xBB\xBF{\"mvs\": []}"},
    {"text-mvs-alone", "pins P11 WIV1, its members absent", "{\"mvs\": []}"},
    {"text-no-utf-8", "pins P11 JSON: no UTF-8 (readings P8)", "{\"mvs\": \"\xFF\"}"},
};

// A form's text with a member changed. Each of its members starts a line of its own.
std::string with_member(std::string text, std::string_view member, std::string_view value) {
  const std::size_t begin = text.find(fmt::format("\n  \"{}\": ", member));
  if (begin == std::string::npos) {
    text.resize(text.rfind('\n', text.size() - 2));
    return text + fmt::format(",\n  \"{}\": {}\n}}\n", member, value);
  }
  std::size_t end = text.find(",\n  \"", begin);
  const bool is_last = end == std::string::npos;
  end = is_last ? text.rfind("\n}") : end;
  if (!value.empty()) {
    return text.replace(begin, end - begin, fmt::format("\n  \"{}\": {}", member, value));
  }
  return is_last ? text.replace(begin - 1, end - begin + 1, "") : text.replace(begin, end - begin + 1, "");
}

class Conversions {
 public:
  explicit Conversions(const FixtureList& list) {
    for (const FixtureList::Entry& entry : list.entries()) {
      payloads_.emplace(entry.fixture.payload, entry.file);
    }
  }

  void add(std::string_view name, std::string_view rule, const std::optional<RefusalCode>& refuse,
           std::string_view text) {
    const auto bytes = payload_from_json(text);
    ConversionLine line;
    line.file = fmt::format("forms/{}.json", name);
    line.rule = rule;
    line.expect = outcome_of(bytes);
    if (bytes.has_value() == refuse.has_value() || (refuse && bytes.refusal().code != *refuse)) {
      bug(fmt::format("conversion fixture {}: it gives {}", name, bytes ? "a payload" : bytes.refusal().message));
    }
    const auto same = bytes ? payloads_.find(*bytes) : payloads_.end();
    line.payload = same == payloads_.end() ? std::string() : same->second;
    files_.push_back(text_file("payloads/" + line.file, text));
    lines_.push_back(std::move(line));
  }
  void add(const Bytes& payload, std::span<const FormRow> rows) {
    const std::string form = *payload_to_json(payload);
    for (const FormRow& row : rows) {
      add(row.name, row.rule, row.refuse, row.member == nullptr ? form : with_member(form, row.member, row.value));
    }
  }

  [[nodiscard]] std::vector<CorpusFile> files() && {
    std::sort(lines_.begin(), lines_.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
    std::string text;
    for (const ConversionLine& line : lines_) {
      text += conversion_line_json(line).write() + "\n";
    }
    files_.push_back(text_file("payloads/conversions.jsonl", text));
    return std::move(files_);
  }

 private:
  std::map<Bytes, std::string> payloads_;
  std::vector<ConversionLine> lines_;
  std::vector<CorpusFile> files_;
};

// A clip whose vectors pass the cap before a list of none is padded.
std::string past_the_vectors() {
  return R"({"n_frames": 3, "h": 16777217, "w": 1, "block": 1, "q": 1, "offset": 0, "cdf": [0, 1, 65536],
 "mvs": [[], [], []], "stream": "0000008000000000"})"
         "\n";
}

}  // namespace

std::vector<CorpusFile> conversion_files(const FixtureList& list) {
  Conversions out(list);
  out.add(list.payload("motion", "base"), kMotionRows);
  out.add(list.payload("motion", "n_frames-1"), kOneFrameRows);
  out.add(list.payload("video", "tiny"), kVideoRows);
  out.add(list.payload("hyper", "tiny"), kHyperRows);
  out.add(list.payload("audio", "base"), kAudioRows);
  out.add(list.payload("splat", "tiny"), kSplatRows);
  for (const TextRow& row : kTexts) {
    out.add(row.name, row.rule, payload_malformed, row.text);
  }
  out.add("wiv1-mvs-too-large", "pay 7 2*nb*(n_frames - 1), past the cap before it is padded", too_large,
          past_the_vectors());
  return std::move(out).files();
}

}  // namespace wai
