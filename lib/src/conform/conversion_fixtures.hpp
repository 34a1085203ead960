// Fixtures of the tools' JSON forms (pay 10, pins P11): forms that convert and forms that do not.
#pragma once

#include "conform/payload_fixtures.hpp"

namespace wai {

// payloads/conversions.jsonl and its forms. `list` holds the payloads that forms may convert to.
[[nodiscard]] std::vector<CorpusFile> conversion_files(const FixtureList& list);

}  // namespace wai
