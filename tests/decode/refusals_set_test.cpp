// What a set of several files is refused for (pay 7, 9; pins P1, P2): the rules of entropy.json one by one, the members
// and their listing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "support/made_decodes.hpp"
#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::Blob;
using test::decode;
using test::Input;
using test::MadeHyper;
using test::outcome;

struct EntropyChange {
  std::string key, value;
  bool accepted = false;
};

// Against MadeHyper: 2 scale edges, 1 hyper-latent channel. A table is 3 to 4097 entries from 0 to 65536, rising.
std::vector<EntropyChange> entropy_changes() {
  return {
      {"scale_edges", "[]"},
      {"scale_edges", "[9]"},
      {"scale_edges", "[9,40,50]"},
      {"scale_edges", "[9,40.0]"},
      {"scale_edges", "[9,4e1]"},
      {"scale_edges", "[9,\"40\"]"},
      {"scale_edges", "[9,null]"},
      {"scale_edges", "9"},
      {"scale_edges", "[9,9223372036854775808]"},
      {"scale_edges", "[-9223372036854775809,40]"},
      {"y_cdf", "[[0,20000,40000,60000,65536]]"},
      {"y_cdf", "[[0,20000,40000,60000,65536],5]"},
      {"y_cdf", "[[0,20000,40000,60000,65536],[0,65536,1]]"},      // the third entry falls
      {"y_cdf", "[[0,20000,20000,60000,65536],[0,30000,65536]]"},  // does not rise
      {"y_cdf", "[[0,20000,40000,60000,65535],[0,30000,65536]]"},
      {"y_cdf", "[[1,20000,40000,60000,65536],[0,30000,65536]]"},
      {"y_cdf", "[[0,20000,40000,60000,65537],[0,30000,65536]]"},
      {"y_cdf", "[[0,-1,40000,60000,65536],[0,30000,65536]]"},
      {"y_cdf", "[[0,4294987296,40000,60000,65536],[0,30000,65536]]"},  // 20000 + 2^32
      {"y_cdf", "[[0,20000.5,40000,60000,65536],[0,30000,65536]]"},
      {"y_cdf_length", "[5]"},
      {"y_cdf_length", "[5,3,3]"},
      {"y_cdf_length", "[5,2]"},
      {"y_cdf_length", "[5,0]"},
      {"y_cdf_length", "[5,-1]"},
      {"y_cdf_length", "[6,3]"},  // above the row's
      {"y_cdf_length", "[5,9223372036854775807]"},
      {"y_cdf_length", "[5,18446744073709551619]"},  // 3 + 2^64
      {"y_offset", "[-1]"},
      {"y_offset", "[-1,-1,-1]"},
      {"y_offset", "[-1,2147483648]"},
      {"y_offset", "[-2147483649,-1]"},
      {"z_cdf", "[]"},
      {"z_cdf", "[[0,65536]]"},
      {"z_cdf_length", "[4]"},  // ends at 60000
      {"z_cdf_length", "[]"},
      {"z_offset", "[]"},
      {"z_offset", "[4294967295]"},
      {"z_median", "[]"},
      {"z_median", "[40,40]"},
      {"z_median", "[9223372036854775808]"},
      {"z_median", "[40.5]"},
      {"z_median", "{}"},
      // Accepted: what is past a row's length, edges in any order, other members.
      {"y_cdf", "[[0,20000,40000,60000,65536],[0,30000,65536,-7,1.5,null]]", true},
      {"z_cdf", "[[0,20000,40000,60000,65536,0,0,0]]", true},
      {"model", "{\"name\":\"made\",\"loss\":[1.5e-3]}", true},
  };
}

TEST(EntropyJson, KeepsEachRuleOfPinP1) {
  for (const EntropyChange& change : entropy_changes()) {
    MadeHyper made;
    made.entropy[change.key] = change.value;
    EXPECT_EQ(outcome(decode(made.bytes())), change.accepted ? "ok" : "model_mismatch")
        << change.key << ": " << change.value;
  }
}

TEST(EntropyJson, WantsEachMember) {
  for (const auto& [key, value] : MadeHyper().entropy) {
    MadeHyper made;
    made.entropy.erase(key);
    EXPECT_EQ(outcome(decode(made.bytes())), "model_mismatch") << "without " << key;
    made = MadeHyper();
    std::string text = test::json_object(made.entropy);
    text.back() = ',';
    made.members["entropy.json"] = test::text_bytes(text + "\"" + key + "\":" + value + "}");
    EXPECT_EQ(outcome(decode(made.bytes())), "model_mismatch") << "twice " << key;
  }
}

TEST(EntropyJson, IsOneJsonObject) {
  const std::string valid = test::json_object(MadeHyper().entropy);
  std::string deep = valid;
  deep.back() = ',';
  deep += "\"x\":" + std::string(64, '[') + std::string(64, ']') + "}";
  for (const std::string& text : {std::string(), std::string("[]"), "[" + valid + "]", valid + "x", valid + valid,
                                  "\xEF\xBB\xBF" + valid, valid + std::string(1, '\0'), deep}) {
    MadeHyper made;
    made.members["entropy.json"] = test::text_bytes(text);
    EXPECT_EQ(outcome(decode(made.bytes())), "model_mismatch") << text.substr(0, 40);
  }
  MadeHyper made;
  made.members["entropy.json"] = test::text_bytes(" \n" + valid + "\n");
  EXPECT_EQ(outcome(decode(made.bytes())), "ok");
}

// Longest table: 4097 entries; one more is refused. Entry i is i for all but the last.
TEST(EntropyJson, TakesTablesUpToTheirLongest) {
  for (const std::size_t n : {4096U, 4097U, 4098U}) {
    MadeHyper made;
    std::string row = "[";
    for (std::size_t i = 0; i + 1 < n; ++i) {
      row += std::to_string(i) + ",";
    }
    made.entropy["z_cdf"] = "[" + row + "65536]]";
    made.entropy["z_cdf_length"] = "[" + std::to_string(n) + "]";
    made.payload.z_stream.bytes = test::words({0x80000000U, 0});  // another table, so another stream: runs out at once
    EXPECT_EQ(outcome(decode(made.bytes())), n <= 4097 ? "stream_exhausted" : "model_mismatch") << n;
  }
}

// --- The listing (pins P2) ---

// By hand: canonical JSON, sizes as text, names in ascending order.
std::string listing_of(const std::map<std::string, Blob>& members) {
  std::string files;
  for (const auto& [name, bytes] : members) {
    files += (files.empty() ? "{\"bytes\":\"" : ",{\"bytes\":\"") + std::to_string(bytes.size()) + "\",\"name\":\"" +
             name + "\",\"sha256\":\"" + sha256_hex(bytes) + "\"}";
  }
  return "{\"files\":[" + files + "],\"form\":\"wai.prior.set\"}";
}

TEST(SetListing, HasToBeThatOfTheFilesPresentByteForByte) {
  MadeHyper made;
  const std::string listing = listing_of(made.made_members());
  const auto with = [&](const std::string& text) {
    made.members["wai.prior.set.json"] = test::text_bytes(text);
    return outcome(decode(made.bytes()));
  };
  EXPECT_EQ(with(listing), "ok");
  EXPECT_EQ(with(""), "model_mismatch");
  EXPECT_EQ(with("{}"), "model_mismatch");
  EXPECT_EQ(with(listing + "\n"), "model_mismatch");
  for (std::size_t i = 0; i < listing.size(); ++i) {
    std::string changed = listing;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_EQ(with(changed), "model_mismatch") << i;
  }
}

// One member changed, the listing kept: the set is no longer the one that was listed.
TEST(SetListing, IsThatOfTheFilesAsTheyAre) {
  MadeHyper made;
  made.members["wai.prior.set.json"] = test::text_bytes(listing_of(made.made_members()));
  made.entropy["z_median"] = "[41]";
  EXPECT_EQ(outcome(decode(made.bytes())), "model_mismatch");
}

// A directory's other files are ignored, and a lone file is no set of three.
TEST(HyperSets, ReadTheirThreeMembersAndNoOther) {
  const MadeHyper made;
  Input input = made.bytes();
  input.set.members.push_back({"README", {1, 2, 3}});
  EXPECT_EQ(outcome(decode(input)), "ok");
  input.set.members.assign({{"g_s.whm", made.g_s.bytes()}});
  input.set.one_file = true;
  EXPECT_EQ(outcome(decode(input)), "set_incomplete");
  input.set = {};
  EXPECT_EQ(outcome(decode(input)), "set_incomplete");
}

}  // namespace
}  // namespace wai
