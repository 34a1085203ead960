// The payload fixtures of pay 2 to 10: payloads at each end of every rule and just past it, sets that fit or do not,
// and the tools' JSON forms. Every fixture states what it gives, worked out from the text; the generator stops where
// the decode gives another thing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "conform/op_case.hpp"
#include "wai/conform.hpp"
#include "wai/decode.hpp"

namespace wai {

inline constexpr std::optional<RefusalCode> kDecodes = std::nullopt;

// Overwrites `size` bytes at `at`, the least significant of `value` first.
struct Poke {
  std::size_t at = 0;
  std::size_t size = 0;
  std::uint64_t value = 0;
};
[[nodiscard]] Bytes poked(Bytes bytes, std::span<const Poke> pokes);

// What fixtures of one capability share.
struct FixtureGroup {
  std::string_view name;       // the first part of every fixture's name, and the payloads' folder
  std::string_view extension;  // of the payloads' files
  std::string_view capability;
  std::string_view set;  // its folder below the corpus; empty for none
};

struct Fixture {
  std::string name;  // after its group's
  std::string rule;
  std::optional<RefusalCode> refuse;  // none: it decodes
  Bytes payload;
  std::string set{};         // another than its group's
  std::string capability{};  // the same
  CostLimits limits{};
};

// A variation of a payload that is complete but for these bytes.
struct PokedFixture {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  Poke pokes[3] = {};          // those of size 0 change nothing
  std::size_t cut = SIZE_MAX;  // only so many bytes of it
};

// A set of payloads/sets/, by its folder's name there.
struct FixtureSet {
  std::string name;
  ParameterSet set;
};

// Fixtures with the sets they are decoded against. Payloads with the same bytes are one file, named for the first.
class FixtureList {
 public:
  struct Entry {
    FixtureGroup group;
    Fixture fixture;
    std::string file;  // below payloads/
  };

  // `sets`: every set that a fixture may name, by its folder below the corpus.
  explicit FixtureList(std::map<std::string, ParameterSet, std::less<>> sets) : sets_(std::move(sets)) {}

  void add(const FixtureGroup& group, Fixture fixture);
  void add(const FixtureGroup& group, const Bytes& base, std::span<const PokedFixture> rows);
  // The payload at each of the three limits, and one past each that is not 0 (pay 7, cost_over_limit).
  void add_limits(const FixtureGroup& group, const Bytes& payload);

  [[nodiscard]] const ParameterSet& set(std::string_view folder) const;
  // The payload of a fixture that is there.
  [[nodiscard]] const Bytes& payload(std::string_view group, std::string_view name) const;
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::map<std::string, ParameterSet, std::less<>> sets_;
  std::map<Bytes, std::string> files_;
  std::vector<Entry> entries_;
};

// The sets of payloads/sets/.
[[nodiscard]] std::vector<FixtureSet> fixture_sets();

// The sets of a group's fixtures.
void append_hyper_sets(std::vector<FixtureSet>& sets);
void append_audio_sets(std::vector<FixtureSet>& sets);
void append_splat_sets(std::vector<FixtureSet>& sets);
void append_synth_sets(std::vector<FixtureSet>& sets);

// The fixtures, a file each (payload_fixtures_<group>.cpp).
void add_motion_fixtures(FixtureList& list);
void add_hyper_fixtures(FixtureList& list);
void add_video_fixtures(FixtureList& list);
void add_audio_fixtures(FixtureList& list);
void add_splat_fixtures(FixtureList& list);
void add_synth_fixtures(FixtureList& list);
void add_capability_fixtures(FixtureList& list);  // every payload under every other capability

// payloads/: index.jsonl, the payloads and the sets; conversions.jsonl and the forms.
[[nodiscard]] std::vector<CorpusFile> payload_files(unsigned threads);

}  // namespace wai
