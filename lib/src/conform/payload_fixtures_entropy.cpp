// Fixtures of `entropy.json` (pins P1; pay 2, 4, 7): sets that differ in it alone.
#include "conform/payload_set_rows.hpp"

namespace wai {
namespace {

using enum RefusalCode;

// A set whose one fault, or edge, is the value of one member.
struct MemberRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  const char* member;
  const char* value;
};
constexpr MemberRow kMembers[] = {
    {"edges-none", "pins P1 scale_edges, N of 0", model_mismatch, "scale_edges", "[]"},
    {"edges-two", "pins P1 scale_edges, one more than the tables", model_mismatch, "scale_edges", "[1,2]"},
    {"edges-lowest", "pins P1 scale_edges, the lowest of i64", kDecodes, "scale_edges", "[-9223372036854775808]"},
    {"edges-highest", "pins P1 scale_edges, the highest of i64", kDecodes, "scale_edges", "[9223372036854775807]"},
    {"edges-past-lowest", "pins P1 scale_edges, below i64", model_mismatch, "scale_edges", "[-9223372036854775809]"},
    {"edges-past-highest", "pins P1 scale_edges, past i64", model_mismatch, "scale_edges", "[9223372036854775808]"},
    {"edges-minus-0", "pins P1 integers, -0 is 0", kDecodes, "scale_edges", "[-0]"},
    {"edges-fraction", "pins P1 integers, 1.0 is none", model_mismatch, "scale_edges", "[1.0]"},
    {"edges-exponent", "pins P1 integers, 1e3 is none", model_mismatch, "scale_edges", "[1e3]"},
    {"edges-text", "pins P1 integers, text is none", model_mismatch, "scale_edges", "[\"1\"]"},
    {"edges-true", "pins P1 integers, true is none", model_mismatch, "scale_edges", "[true]"},
    {"edges-null", "pins P1 integers, null is none", model_mismatch, "scale_edges", "[null]"},
    {"edges-leading-0", "pins P1 JSON, a number with a leading 0", model_mismatch, "scale_edges", "[01]"},
    {"edges-no-list", "pins P1 scale_edges, no list", model_mismatch, "scale_edges", "1"},
    {"y-cdf-no-list", "pins P1 y_cdf, a list of integers", model_mismatch, "y_cdf", "[0,20000,45000,65536]"},
    {"y-cdf-none", "pins P1 y_cdf, one less than the edges", model_mismatch, "y_cdf", "[]"},
    {"y-cdf-row-longer", "pins P1 y_cdf, a row longer than its length", kDecodes, "y_cdf",
     "[[0,20000,45000,65536,0,7]]"},
    {"y-cdf-first-1", "pay 2 cdf[0], past 0", model_mismatch, "y_cdf", "[[1,20000,45000,65536]]"},
    {"y-cdf-last-65535", "pay 2 cdf[n - 1], below 65536", model_mismatch, "y_cdf", "[[0,20000,45000,65535]]"},
    {"y-cdf-last-65537", "pay 2 cdf[n - 1], past 65536", model_mismatch, "y_cdf", "[[0,20000,45000,65537]]"},
    {"y-cdf-equal", "pay 2 every entry greater than the one before: equal", model_mismatch, "y_cdf",
     "[[0,20000,20000,65536]]"},
    {"y-cdf-less", "pay 2 every entry greater than the one before: less", model_mismatch, "y_cdf",
     "[[0,20000,19999,65536]]"},
    {"y-cdf-negative", "pay 2 an entry below 0", model_mismatch, "y_cdf", "[[0,-1,45000,65536]]"},
    {"y-cdf-past-32-bits", "pay 2 an entry of 2^32 + 20000", model_mismatch, "y_cdf", "[[0,4294987296,45000,65536]]"},
    {"y-length-2", "pay 2 a table's length, below 3", model_mismatch, "y_cdf_length", "[2]"},
    {"y-length-3", "pay 2 a table's length of 3, in a row of 4", model_mismatch, "y_cdf_length", "[3]"},
    {"y-length-5", "pins P1 y_cdf_length, above its row's", model_mismatch, "y_cdf_length", "[5]"},
    {"y-length-negative", "pins P1 y_cdf_length, below 0", model_mismatch, "y_cdf_length", "[-4]"},
    {"y-length-none", "pins P1 y_cdf_length, one less than the rows", model_mismatch, "y_cdf_length", "[]"},
    {"y-length-two", "pins P1 y_cdf_length, one more than the rows", model_mismatch, "y_cdf_length", "[4,4]"},
    {"y-offset-lowest", "pins P1 y_offset, the lowest of i32", kDecodes, "y_offset", "[-2147483648]"},
    {"y-offset-highest", "pins P1 y_offset, the highest of i32", kDecodes, "y_offset", "[2147483647]"},
    {"y-offset-past-lowest", "pins P1 y_offset, below i32", model_mismatch, "y_offset", "[-2147483649]"},
    {"y-offset-past-highest", "pins P1 y_offset, past i32", model_mismatch, "y_offset", "[2147483648]"},
    {"y-offset-none", "pins P1 y_offset, one less than the rows", model_mismatch, "y_offset", "[]"},
    {"y-offset-two", "pins P1 y_offset, one more than the rows", model_mismatch, "y_offset", "[-1,-1]"},
    {"z-cdf-first-1", "pay 2 cdf[0], past 0", model_mismatch, "z_cdf", "[[1,30000,60000,65536]]"},
    {"z-cdf-last-65535", "pay 2 cdf[n - 1], below 65536", model_mismatch, "z_cdf", "[[0,30000,60000,65535]]"},
    {"z-cdf-equal", "pay 2 every entry greater than the one before: equal", model_mismatch, "z_cdf",
     "[[0,30000,30000,65536]]"},
    {"z-length-2", "pay 2 a table's length, below 3", model_mismatch, "z_cdf_length", "[2]"},
    {"z-length-5", "pins P1 z_cdf_length, above its row's", model_mismatch, "z_cdf_length", "[5]"},
    {"z-length-two", "pins P1 z_cdf_length, one more than the rows", model_mismatch, "z_cdf_length", "[4,4]"},
    {"z-offset-lowest", "pins P1 z_offset, the lowest of i32", kDecodes, "z_offset", "[-2147483648]"},
    {"z-offset-highest", "pins P1 z_offset, the highest of i32", kDecodes, "z_offset", "[2147483647]"},
    {"z-offset-past-lowest", "pins P1 z_offset, below i32", model_mismatch, "z_offset", "[-2147483649]"},
    {"z-offset-past-highest", "pins P1 z_offset, past i32", model_mismatch, "z_offset", "[2147483648]"},
    {"z-offset-two", "pins P1 z_offset, one more than the rows", model_mismatch, "z_offset", "[0,0]"},
    {"z-median-past-lowest", "pins P1 z_median, below i64", model_mismatch, "z_median", "[-9223372036854775809]"},
    {"z-median-past-highest", "pins P1 z_median, past i64", model_mismatch, "z_median", "[9223372036854775808]"},
    {"z-median-none", "pins P1 z_median, one less than the rows", model_mismatch, "z_median", "[]"},
    {"z-median-two", "pins P1 z_median, one more than the rows", model_mismatch, "z_median", "[5,6]"},
    {"other-member", "pins P1 members of other names are ignored", kDecodes, "note", "{\"a\":1.5,\"a\":[null]}"},
    {"second-member", "pins P1 two members of one name", model_mismatch, "note\":1,\"z_median", "[5]"},
};

// A member's name, to be missing.
constexpr const char* kAll[] = {"scale_edges", "y_cdf",        "y_cdf_length", "y_offset",
                                "z_cdf",       "z_cdf_length", "z_offset",     "z_median"};

// A file that is not one JSON object.
struct TextRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  const char* before;
  const char* after;
};
constexpr TextRow kTexts[] = {
    {"text-bom", "pins P1 no byte-order mark", model_mismatch, "\xEF\xBB\xBF", ""},
    {"text-list", "pins P1 one JSON object: a list", model_mismatch, "[", "]"},
    {"text-two", "pins P1 one JSON object: two", model_mismatch, "", "{}"},
    {"text-comment", "pins P1 JSON: a comment", model_mismatch, "", "// end"},
    {"text-control", "pins P1 JSON: a control character after it", model_mismatch, "", "\x01"},
    {"text-blanks", "pins P1 JSON: blanks around it", kDecodes, " \t\r\n", " \n\n"},
};

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
}

// 0, 1, 2 and so on, n entries, the last 65536.
std::vector<std::uint32_t> steep_table(std::uint32_t n) {
  std::vector<std::uint32_t> cdf;
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    cdf.push_back(i);
  }
  cdf.push_back(65536);
  return cdf;
}

void with_text(HyperFiles& f, std::string_view before, std::string_view after) {
  const ParameterSet set = f.set();
  std::string text(before);
  for (const SetMember& member : set.members) {
    if (member.name == "entropy.json") {
      text.append(member.bytes.begin(), member.bytes.end());
    }
  }
  f.files["entropy.json"] = text_bytes(text.append(after));
}

// Three edges whose tables differ in their offset: the picture shows the table of sigma (pay 4 step 3).
HyperSetRow bucket_row(std::string_view name, std::string_view what, std::string edges, std::int64_t sigma) {
  return {fmt::format("bucket-{}", name), fmt::format("pay 4 step 3, {}", what), kDecodes,
          [edges = std::move(edges), sigma](HyperFiles& f) {
            conv_of(f.h_s).bias[0] = sigma - 5;  // sigma = z's median 5 + bias
            f["scale_edges"] = edges;
            f["y_cdf"] = "[[0,20000,45000,65536],[0,20000,45000,65536],[0,20000,45000,65536]]";
            f["y_cdf_length"] = "[4,4,4]";
            f["y_offset"] = "[-1,0,1]";
          }};
}

void add_buckets(std::vector<HyperSetRow>& rows) {
  const std::string sorted = "[10,20,30]";
  rows.push_back(bucket_row("below-first", "sigma below e_0 is raised to it", sorted, -1000));
  rows.push_back(bucket_row("first", "sigma at e_0", sorted, 10));
  rows.push_back(bucket_row("past-first", "sigma 1 past e_0", sorted, 11));
  rows.push_back(bucket_row("second", "sigma at e_1", sorted, 20));
  rows.push_back(bucket_row("past-second", "sigma 1 past e_1", sorted, 21));
  rows.push_back(bucket_row("last", "sigma at e_(N-1), which is never compared", sorted, 30));
  rows.push_back(bucket_row("past-last", "sigma past e_(N-1)", sorted, 1000));
  rows.push_back(bucket_row("unsorted", "edges in no order, sigma raised to e_0", "[20,10,30]", 15));
}

// Two hyper-latent channels of 1 x 2 with a table, an offset and a median each, and two latent channels (pay 4 step 1).
HyperSetRow two_channels() {
  HyperSetRow row{"two-channels", "pay 4 step 1, channel k's table, offset and median", kDecodes, [](HyperFiles& f) {
                    f.h_s.layers = {conv_layer(2, 4, {16, 8, -8, 16, 24, 0, 4, -16}, {1, 2, 60, 90})};
                    f.g_s.layers = {conv_layer(2, 3, {4, 0, 3, 2, -2, 3}, {90, 60, 100})};
                    f["z_cdf"] = "[[0,30000,60000,65536],[0,1,20000,40000,65536]]";
                    f["z_cdf_length"] = "[4,5]";
                    f["z_offset"] = "[0,-2]";
                    f["z_median"] = "[5,-70]";
                  }};
  ImageCase& c = row.image;
  c.image.n_z = c.image.m = 2;
  c.image.zw = c.image.sw = 2;
  c.z_stream =
      stream_by_channel({1, 0, -2, 3}, std::vector<CdfTable>{tiny_z_table(), {{0, 1, 20000, 40000, 65536}, -2}}, 2);
  c.y_stream = stream_of({0, -1, 1, 0}, tiny_y_table());
  return row;
}

}  // namespace

std::vector<HyperSetRow> hyper_entropy_rows() {
  std::vector<HyperSetRow> rows;
  for (const MemberRow& row : kMembers) {
    rows.push_back({std::string("entropy-") + row.name, row.rule, row.refuse,
                    [&row](HyperFiles& f) { f[row.member] = row.value; }});
  }
  for (const char* member : kAll) {
    rows.push_back(
        {fmt::format("entropy-no-{}", member), fmt::format("pins P1 {}, missing", member), model_mismatch,
         [member](HyperFiles& f) { std::erase_if(f.entropy, [&](const auto& m) { return m.first == member; }); }});
  }
  for (const TextRow& row : kTexts) {
    rows.push_back({std::string("entropy-") + row.name, row.rule, row.refuse,
                    [&row](HyperFiles& f) { with_text(f, row.before, row.after); }});
  }
  rows.push_back({"entropy-text-empty", "pins P1 one JSON object: nothing", model_mismatch,
                  [](HyperFiles& f) { f.files["entropy.json"] = Bytes(); }});
  for (const int depth : {63, 64}) {
    rows.push_back({fmt::format("entropy-nested-{}", depth + 1), "pins P1, P8 brackets open at once, at most 64",
                    depth == 63 ? kDecodes : std::optional(model_mismatch),
                    [depth](HyperFiles& f) { f["note"] = nested(depth); }});
  }
  for (const std::uint32_t n : {3U, 4U, 4097U, 4098U}) {
    HyperSetRow row{fmt::format("entropy-y-table-of-{}", n), "pay 2 a table's length, 3 to 4097, and entries 1 apart",
                    n == 4098 ? std::optional(model_mismatch) : kDecodes, [n](HyperFiles& f) {
                      f["y_cdf"] = fmt::format("[[{}]]", fmt::join(steep_table(n), ","));
                      f["y_cdf_length"] = fmt::format("[{}]", n);
                    }};
    row.image.y_stream = stream_of({-1}, CdfTable{steep_table(n > 4097 ? 4097 : n), -1});
    rows.push_back(std::move(row));
  }
  add_buckets(rows);
  rows.push_back(two_channels());
  return rows;
}

}  // namespace wai
