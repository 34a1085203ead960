#include "lower/capability.hpp"

#include <algorithm>
#include <array>

#include "bounds/load.hpp"
#include "lower/set.hpp"
#include "lower/wam1.hpp"
#include "lower/whm1.hpp"

namespace wai {
namespace {

using ByteSpan = std::span<const std::uint8_t>;

Expected<void> read_network(ByteSpan bytes, NetworkForm form, std::string_view network, SetParts& parts) {
  WAI_TRY(Network parsed, parse_network(bytes, form));
  parts.networks.insert_or_assign(std::string(network), std::move(parsed));
  return {};
}
Expected<void> read_whm1(ByteSpan bytes, std::string_view network, SetParts& parts) {
  return read_network(bytes, NetworkForm::whm1, network, parts);
}
Expected<void> read_wam1(ByteSpan bytes, std::string_view network, SetParts& parts) {
  return read_network(bytes, NetworkForm::wam1, network, parts);
}
Expected<void> read_entropy(ByteSpan bytes, std::string_view, SetParts& parts) {
  WAI_TRY(parts.entropy, parse_entropy_tables(bytes));
  return {};
}
Expected<void> read_synth(ByteSpan bytes, std::string_view, SetParts& parts) {
  WAI_TRY(parts.synth, parse_int_synth(bytes));
  return {};
}

Expected<Bytes> lower_network(const SetParts& parts, const RoleRow& role) {
  const auto network = parts.networks.find(role.role);
  if (network == parts.networks.end()) {
    bug("lowering: a role without its network");
  }
  return network->second.one_dimensional() ? lower_wam1(network->second, role.step == OutputStep::pcm)
                                           : lower_whm1(network->second, role.step == OutputStep::rgb8);
}
Expected<Bytes> lower_synth(const SetParts& parts, const RoleRow&) {
  if (!parts.synth) {
    bug("lowering: int_synth without its set");
  }
  return lower_int_synth(*parts.synth);
}

constexpr std::array<MemberRow, 1> kSynthMembers = {{{"int_synth.json", "", read_synth}}};
constexpr std::array<MemberRow, 3> kHyperMembers = {
    {{"g_s.whm", "g_s", read_whm1}, {"h_s.whm", "h_s", read_whm1}, {"entropy.json", "", read_entropy}}};
constexpr std::array<MemberRow, 1> kAudioMembers = {{{"model.wam", "g_s", read_wam1}}};
constexpr std::array<MemberRow, 1> kSplatMembers = {{{"g_s.whm", "g_s", read_whm1}}};

constexpr std::array<RoleRow, 1> kSynthRoles = {{{"synth", OutputStep::none}}};
constexpr std::array<RoleRow, 2> kHyperRoles = {{{"h_s", OutputStep::none}, {"g_s", OutputStep::rgb8}}};
constexpr std::array<RoleRow, 1> kAudioRoles = {{{"g_s", OutputStep::pcm}}};
constexpr std::array<RoleRow, 1> kSplatRoles = {{{"g_s", OutputStep::rgb8}}};

constexpr std::array<Capability, 5> kCapabilities = {{
    {"wai.neural.int_synth", "int_synth/1", kSynthMembers, kSynthRoles, lower_synth},
    {"wai.neural.int_hyper", "whm1/1", kHyperMembers, kHyperRoles, lower_network},
    {"wai.video.int_hyper", "whm1/1", kHyperMembers, kHyperRoles, lower_network},
    {"wai.audio.int_codec", "wam1/1", kAudioMembers, kAudioRoles, lower_network},
    {"wai.splat.int_codec", "whm1/1", kSplatMembers, kSplatRoles, lower_network},
}};

// A lowering of one file on its own.
struct FileLowering {
  std::string_view name;
  Expected<void> (*read)(ByteSpan bytes, std::string_view network, SetParts& parts);
  Expected<Bytes> (*lower)(const SetParts& parts, const RoleRow& role);
};
constexpr std::array<FileLowering, 3> kFileLowerings = {{
    {"int_synth/1", read_synth, lower_synth},
    {"whm1/1", read_whm1, lower_network},
    {"wam1/1", read_wam1, lower_network},
}};

// wai.neural.int_synth reports one code for every refusal (ops 4); the others the rule's own.
RefusalCode reported(std::string_view lowering, RefusalCode code) {
  return lowering == "int_synth/1" ? RefusalCode::payload_malformed : code;
}

// A lowering re-reads what it wrote, as a reader of its file will: the load checks but the profile.
Expected<void> check_written(const RoleGraph& graph, std::string_view lowering) {
  if (const auto bounded = bound_graph(graph.whg1, graph.role); !bounded) {
    return refuse(reported(lowering, bounded.refusal().code), "the lowered graph {}: {}", graph.role,
                  bounded.refusal().message);
  }
  return {};
}

}  // namespace

std::vector<std::string_view> Capability::member_names() const {
  std::vector<std::string_view> names;
  std::transform(members.begin(), members.end(), std::back_inserter(names), [](const auto& m) { return m.name; });
  return names;
}

const Capability* find_capability(std::string_view name) {
  const auto at =
      std::find_if(kCapabilities.begin(), kCapabilities.end(), [&](const auto& row) { return row.name == name; });
  return at == kCapabilities.end() ? nullptr : &*at;
}

Expected<SetParts> read_parts(const ParameterSet& set, const Capability& capability) {
  SetParts parts;
  for (const MemberRow& row : capability.members) {
    const SetMember* member = find_member(set, row.name, capability.members.size() == 1);
    if (member == nullptr) {
      return refuse(RefusalCode::set_incomplete, "the set has no {} (pay 9)", row.name);
    }
    auto read = row.read(member->bytes, row.network, parts);
    if (!read) {
      return Refusal{read.refusal().code, fmt::format("{}: {}", row.name, read.refusal().message), std::nullopt};
    }
  }
  if (const auto listed = check_listing(set, capability.member_names()); !listed) {
    return refuse(reported(capability.lowering, listed.refusal().code), "{}", listed.refusal().message);
  }
  return parts;
}

Expected<void> check_scale(const SetParts& parts) {
  for (const auto& [name, network] : parts.networks) {
    if (auto rules = afrac_rule(network.afrac); !rules) {
      return refuse(rules.refusal().code, "{}: {}", name, rules.refusal().message);
    }
    if (network.afrac != parts.networks.begin()->second.afrac) {
      return refuse(RefusalCode::model_mismatch, "{} has afrac {} and {} has {}: a set has one (pay 7)",
                    parts.networks.begin()->first, parts.networks.begin()->second.afrac, name, network.afrac);
    }
  }
  return {};
}

Expected<std::vector<RoleGraph>> lower_parts(const SetParts& parts, const Capability& capability) {
  std::vector<RoleGraph> graphs;
  for (const RoleRow& role : capability.roles) {
    auto whg1 = capability.lower(parts, role);
    if (!whg1) {
      return refuse(whg1.refusal().code, "{}: {}", role.role, whg1.refusal().message);
    }
    graphs.push_back({std::string(role.role), *std::move(whg1)});
  }
  return graphs;
}

Expected<LoweredSet> lower_set(const ParameterSet& set, std::string_view capability) {
  const Capability* row = find_capability(capability);
  if (row == nullptr) {
    return refuse(RefusalCode::unsupported_capability, "no lowering for the capability {} (ops 13.0)", capability);
  }
  WAI_TRY(const SetParts parts, read_parts(set, *row));
  WAI_CHECK(check_scale(parts));
  LoweredSet lowered;
  WAI_TRY(lowered.graphs, lower_parts(parts, *row));
  for (const RoleGraph& graph : lowered.graphs) {
    WAI_CHECK(check_written(graph, row->lowering));
  }
  lowered.capability = row->name;
  lowered.lowering = row->lowering;
  lowered.set_sha256 = set_sha256(set, row->member_names());
  return lowered;
}

Expected<RoleGraph> lower_file(std::span<const std::uint8_t> bytes, std::string_view lowering, std::string_view role,
                               OutputStep step) {
  const auto row =
      std::find_if(kFileLowerings.begin(), kFileLowerings.end(), [&](const auto& r) { return r.name == lowering; });
  if (row == kFileLowerings.end()) {
    return refuse(RefusalCode::unsupported_capability, "no lowering {} of one file (ops 13)", lowering);
  }
  SetParts parts;
  WAI_CHECK(row->read(bytes, role, parts));
  WAI_TRY(Bytes whg1, row->lower(parts, RoleRow{role, step}));
  RoleGraph graph{std::string(role), std::move(whg1)};
  WAI_CHECK(check_written(graph, lowering));
  return graph;
}

std::optional<OutputStep> output_step(std::string_view lowering, std::string_view role) {
  for (const Capability& capability : kCapabilities) {
    const auto at = std::find_if(capability.roles.begin(), capability.roles.end(),
                                 [&](const RoleRow& row) { return row.role == role; });
    if (capability.lowering == lowering && at != capability.roles.end()) {
      return at->step;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> lowered_capabilities() {
  std::vector<std::string_view> names;
  std::transform(kCapabilities.begin(), kCapabilities.end(), std::back_inserter(names),
                 [](const auto& row) { return row.name; });
  return names;
}

std::vector<std::string_view> file_lowerings() {
  std::vector<std::string_view> names;
  std::transform(kFileLowerings.begin(), kFileLowerings.end(), std::back_inserter(names),
                 [](const auto& row) { return row.name; });
  return names;
}

}  // namespace wai
