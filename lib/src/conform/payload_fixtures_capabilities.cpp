// Every format's payload under every other capability, and under none that this project decodes (pay 2, 8).
#include <algorithm>

#include "conform/payload_fixtures.hpp"

namespace wai {
namespace {

using enum RefusalCode;

struct CapabilityRow {
  const char* group;
  const char* magic;
};
constexpr CapabilityRow kCapabilities[] = {
    {"motion", "WIV1"}, {"video", "WIV1"}, {"hyper", "WIH1"}, {"audio", "WIA1"}, {"splat", "WIS1"}};

const FixtureList::Entry& base_of(const std::vector<FixtureList::Entry>& entries, std::string_view group) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const FixtureList::Entry& e) { return e.group.name == group; });
  if (found == entries.end() || found->fixture.refuse) {
    bug("payload fixtures: a group starts with a payload that decodes");
  }
  return *found;
}

}  // namespace

void add_capability_fixtures(FixtureList& list) {
  const std::vector<FixtureList::Entry> entries = list.entries();  // as they are before these
  for (const CapabilityRow& row : kCapabilities) {
    const FixtureList::Entry& own = base_of(entries, row.group);
    for (const CapabilityRow& other : kCapabilities) {
      const std::string_view magic = other.magic;
      if (magic != row.magic) {
        const FixtureList::Entry& base = base_of(entries, other.group);
        list.add(own.group,
                 {fmt::format("reads-{}", other.group), fmt::format("pay 2 the magic, a whole {} payload", magic),
                  format_capability_mismatch, base.fixture.payload});
      }
    }
  }
  const FixtureList::Entry& motion = base_of(entries, "motion");
  const FixtureList::Entry& video = base_of(entries, "video");
  list.add(motion.group, {"reads-video", "pay 3 keyframe, a whole payload of the other capability",
                          keyframe_capability_mismatch, video.fixture.payload});
  list.add(video.group, {"reads-motion", "pay 3 keyframe, a whole payload of the other capability",
                         keyframe_capability_mismatch, motion.fixture.payload});
  for (const char* name : {"wai.video.none", "wai"}) {
    Fixture fixture{fmt::format("under-{}", name), "pay 8 a capability without an integer decoder",
                    unsupported_capability, motion.fixture.payload};
    fixture.capability = name;
    list.add(motion.group, std::move(fixture));
  }
}

}  // namespace wai
