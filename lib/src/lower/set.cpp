#include "lower/set.hpp"

#include <algorithm>

#include "base/canonical_json.hpp"
#include "base/refuse.hpp"
#include "base/sha256.hpp"

namespace wai {
namespace {

const SetMember& present(const ParameterSet& set, std::string_view name, bool alone) {
  const SetMember* member = find_member(set, name, alone);
  if (member == nullptr) {
    bug("parameter set: a digest before its members were found");
  }
  return *member;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

const SetMember* find_member(const ParameterSet& set, std::string_view name, bool alone) {
  if (set.one_file && alone && set.members.size() == 1) {
    return &set.members.front();
  }
  const auto at = std::find_if(set.members.begin(), set.members.end(), [&](const auto& m) { return m.name == name; });
  return at == set.members.end() ? nullptr : &*at;
}

std::string set_listing(const ParameterSet& set, std::span<const std::string_view> names) {
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  JsonOut files = JsonOut::array();
  for (const std::string_view name : sorted) {
    const SetMember& member = present(set, name, names.size() == 1);
    JsonOut file = JsonOut::object();
    file.set("bytes", JsonOut::size(member.bytes.size()));
    file.set("name", JsonOut::string(name));
    file.set("sha256", JsonOut::string(sha256_hex(member.bytes)));
    files.push(std::move(file));
  }
  JsonOut listing = JsonOut::object();
  listing.set("files", std::move(files));
  listing.set("form", JsonOut::string("wai.prior.set"));
  return listing.write();
}

Expected<void> check_listing(const ParameterSet& set, std::span<const std::string_view> names) {
  if (set.one_file) {
    return {};
  }
  const SetMember* own = find_member(set, kListingName, false);
  if (own == nullptr) {
    return {};
  }
  const std::string expected = set_listing(set, names);
  const auto bytes = bytes_of(expected);
  if (!std::equal(own->bytes.begin(), own->bytes.end(), bytes.begin(), bytes.end())) {
    return refuse(RefusalCode::model_mismatch, "{} is not the listing of the files present (pins P2)", kListingName);
  }
  return {};
}

std::string set_sha256(const ParameterSet& set, std::span<const std::string_view> names) {
  if (names.size() == 1) {
    return sha256_hex(present(set, names.front(), true).bytes);
  }
  return sha256_hex(bytes_of(set_listing(set, names)));
}

}  // namespace wai
