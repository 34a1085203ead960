// The bounds certificate: canonical JSON over a set's graphs (ops 8.5).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/canonical_json.hpp"
#include "bounds/verdict.hpp"

namespace wai {

// What a certificate says of where its graphs come from.
struct CertificateOrigin {
  std::optional<std::string> capability;  // null when the graphs were certified on their own
  std::string lowering = "whg1";
  std::optional<std::string> set_sha256;
};

// The certificate's bytes. Roles and the capability are printable ASCII, which the caller has checked.
[[nodiscard]] std::string write_certificate(const CertificateOrigin& origin, std::span<const BoundedGraph> graphs,
                                            const Verdict& verdict);

// K_c of ops 6 over a term interval: floor((2^31 - 1) / P), or none ("unbounded") when P = 0.
[[nodiscard]] std::optional<Wide> chunk_terms(const Interval& terms);

}  // namespace wai
