// The manifest of a lowered set's tar stream, and the names of a set's files.
#include <algorithm>

#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "lower/capability.hpp"
#include "lower/set.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;

Expected<std::string> text_member(const json::Value& object, std::string_view key) {
  const auto value = object.find(key);
  auto text = value ? value->as_string() : std::nullopt;
  if (!text) {
    return refuse(kMismatch, "{}: no text \"{}\"", kLoweringManifest, key);
  }
  return *std::move(text);
}

Expected<std::vector<std::string>> read_roles(const json::Value& object) {
  const auto list = object.find("roles");
  if (!list || list->kind() != json::Kind::array || list->size() == 0) {
    return refuse(kMismatch, "{}: no list \"roles\"", kLoweringManifest);
  }
  std::vector<std::string> roles;
  for (const json::Value element : *list) {
    auto role = element.as_string();
    if (!role) {
      return refuse(kMismatch, "{}: a role that is no text", kLoweringManifest);
    }
    roles.push_back(*std::move(role));
  }
  return roles;
}

bool is_digest(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::vector<std::string_view> set_files(std::string_view capability) {
  const Capability* row = find_capability(capability);
  if (row == nullptr) {
    return {};
  }
  std::vector<std::string_view> names = row->member_names();
  names.push_back(kListingName);
  return names;
}

std::string lowering_manifest(const LoweredSet& set) {
  JsonOut roles = JsonOut::array();
  for (const RoleGraph& graph : set.graphs) {
    roles.push(JsonOut::string(graph.role));
  }
  JsonOut out = JsonOut::object();
  out.set("capability", JsonOut::string(set.capability));
  out.set("lowering", JsonOut::string(set.lowering));
  out.set("roles", std::move(roles));
  out.set("set_sha256", JsonOut::string(set.set_sha256));
  return out.write();
}

Expected<LoweredSet> read_lowered(std::string_view manifest, std::vector<RoleGraph> graphs) {
  auto parsed = json::Document::parse(manifest, kMismatch);
  if (!parsed) {
    return refuse(kMismatch, "{}: {}", kLoweringManifest, parsed.refusal().message);
  }
  const json::Document document = *std::move(parsed);
  LoweredSet out;
  WAI_TRY(out.capability, text_member(document.root(), "capability"));
  WAI_TRY(out.lowering, text_member(document.root(), "lowering"));
  WAI_TRY(out.set_sha256, text_member(document.root(), "set_sha256"));
  if (!is_digest(out.set_sha256)) {
    return refuse(kMismatch, "{}: set_sha256 is no digest", kLoweringManifest);
  }
  WAI_TRY(const std::vector<std::string> roles, read_roles(document.root()));
  for (const std::string& role : roles) {
    const auto at = std::find_if(graphs.begin(), graphs.end(), [&](const RoleGraph& g) { return g.role == role; });
    if (at == graphs.end()) {
      return refuse(kMismatch, "{} names the role {}, which has no graph", kLoweringManifest, role);
    }
    out.graphs.push_back(std::move(*at));
    graphs.erase(at);
  }
  if (!graphs.empty()) {
    return refuse(kMismatch, "{} does not name the graph {}", kLoweringManifest, graphs.front().role);
  }
  return out;
}

}  // namespace wai
