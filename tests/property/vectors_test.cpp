// Random graphs in the forms that scripts/cross-check gives to the independent checker: graph vectors (ops 14.1) and
// certificates (ops 8.5). WAI_PROPERTY_DUMP names the vector file to write, WAI_PROPERTY_CERTIFICATES a directory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "graph/whg1.hpp"
#include "support/operators.hpp"
#include "support/random_vectors.hpp"
#include "wai/certify.hpp"

namespace wai::test {
namespace {

std::string environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

TEST(RandomVector, IsReadBackAsItWasWritten) {
  const PropertyRun run = PropertyRun::from_environment(500);
  std::ofstream dump;
  if (const std::string path = environment("WAI_PROPERTY_DUMP"); !path.empty()) {
    dump.open(path, std::ios::binary);
    ASSERT_TRUE(dump) << path;
  }
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    const std::string line = vector_json(random_vector(run.seed_of(i))).write();
    const auto document = value(json::Document::parse(line, RefusalCode::model_mismatch));
    GraphVector again = value(read_vector(document.root()));
    EXPECT_EQ(vector_json(again).write(), line);
    evaluate_vector(again);
    EXPECT_EQ(vector_json(again).write(), line) << "evaluated again";
    dump << line << '\n';
  }
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  ASSERT_TRUE(out.flush()) << path;
}

// A set of graphs, its verdict the conjunction of theirs, in a directory of its own: <role>.whg1 and `certificate`.
void dump_set(const std::filesystem::path& directory, const std::vector<RoleGraph>& set, const std::string& json) {
  if (directory.empty()) {
    return;
  }
  std::filesystem::create_directories(directory);
  for (const RoleGraph& graph : set) {
    write_file(directory / (graph.role + ".whg1"),
               {reinterpret_cast<const char*>(graph.whg1.data()), graph.whg1.size()});
  }
  write_file(directory / "certificate", json);
}

TEST(RandomSet, MeetsAProfileWhenEveryGraphDoes) {
  constexpr std::uint64_t kGraphs = 20;  // of a set
  const PropertyRun run = PropertyRun::from_environment(500);
  const std::string root = environment("WAI_PROPERTY_CERTIFICATES");
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); i += kGraphs) {
    SCOPED_TRACE(run.name(i));
    std::vector<RoleGraph> set;
    bool acc32 = true, acc64 = true;
    for (std::uint64_t k = i; k < std::min(i + kGraphs, run.n_graphs); ++k) {
      SplitMix64 random(run.seed_of(k));
      RoleGraph graph{"g" + std::to_string(k), write_graph(random_graph(random).model)};
      if (const auto alone = certify({&graph, 1})) {  // a few have no certificate (readings G13)
        acc32 = acc32 && alone->acc32;
        acc64 = acc64 && alone->acc64;
        set.push_back(std::move(graph));
      }
    }
    const Certificate certificate = value(certify(set));
    EXPECT_EQ(certificate.acc32, acc32);
    EXPECT_EQ(certificate.acc64, acc64);
    dump_set(root.empty() ? "" : std::filesystem::path(root) / std::to_string(i), set, certificate.json);
  }
}

}  // namespace
}  // namespace wai::test
