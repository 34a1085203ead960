#include "lower/entropy_tables.hpp"

#include "base/json_fields.hpp"
#include "stage/rans64_decode.hpp"

namespace wai {
namespace {

constexpr json::Fields kFields(RefusalCode::model_mismatch, "pins P1");

// The first `length` entries of a row, by the CDF rules of pay 2.
Expected<std::vector<std::uint32_t>> read_cdf(const json::Value& row, const json::Value& length) {
  WAI_TRY(const json::Value entries, kFields.list(row));
  WAI_TRY(const std::int64_t n, kFields.integer(length, 0, std::numeric_limits<std::int64_t>::max()));
  if (static_cast<std::uint64_t>(n) > entries.size()) {
    return kFields.refuse(length, "length {} is above the row's {}", n, entries.size());
  }
  std::vector<std::uint32_t> cdf;
  auto entry = entries.begin();
  for (std::int64_t i = 0; i < n; ++i, ++entry) {
    WAI_TRY(const std::uint32_t value, kFields.integer_of<std::uint32_t>(*entry));
    cdf.push_back(value);
  }
  if (const auto fault = table_fault(cdf, TableRule::t4097)) {
    return kFields.refuse(row, "{}", *fault);
  }
  return cdf;
}

// The tables of `<letter>_cdf`, `<letter>_cdf_length` and `<letter>_offset`.
Expected<std::vector<CdfTable>> read_tables(const json::Value& top, std::string_view letter) {
  const std::string name(letter);
  WAI_TRY(const json::Value cdf, kFields.member(top, name + "_cdf"));
  WAI_TRY(const json::Value rows, kFields.list(cdf));
  WAI_TRY(const json::Value length, kFields.member(top, name + "_cdf_length"));
  WAI_TRY(const json::Value lengths, kFields.list(length));
  WAI_TRY(const json::Value offset, kFields.member(top, name + "_offset"));
  WAI_TRY(const auto offsets, kFields.integers_of<std::int32_t>(offset, rows.size()));
  if (lengths.size() != rows.size()) {
    return kFields.refuse(lengths, "{} lengths of {} rows", lengths.size(), rows.size());
  }
  std::vector<CdfTable> tables;
  auto row = rows.begin();
  auto n = lengths.begin();
  for (const std::int32_t table_offset : offsets) {
    WAI_TRY(auto entries, read_cdf(*row, *n));
    tables.push_back({std::move(entries), table_offset});
    ++row;
    ++n;
  }
  return tables;
}

// A list of i64 with one value for each of `n` tables, at least one.
Expected<std::vector<std::int64_t>> read_per_table(const json::Value& top, std::string_view key, std::size_t n) {
  WAI_TRY(const json::Value values, kFields.member(top, key));
  if (n == 0) {
    return kFields.refuse(values, "no tables");
  }
  return kFields.integers_of<std::int64_t>(values, n);
}

}  // namespace

Expected<EntropyTables> parse_entropy_tables(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::model_mismatch));
  WAI_TRY(const json::Value top, kFields.object(document.root()));
  EntropyTables tables;
  WAI_TRY(tables.y, read_tables(top, "y"));
  WAI_TRY(tables.scale_edges, read_per_table(top, "scale_edges", tables.y.size()));
  WAI_TRY(tables.z, read_tables(top, "z"));
  WAI_TRY(tables.z_median, read_per_table(top, "z_median", tables.z.size()));
  return tables;
}

}  // namespace wai
