// What a running NCCL said about itself, beside what commlab says that it would do.
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/nccl/nccl_choice.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

const std::string recorded = COMMLAB_SOURCE_DIR "/tests/core/nccl/recorded/";

Bytes doubled(Bytes first, std::size_t times) { return {first.count << times}; }

// The lines about one communicator; the file says what each line means.
class Recorded {
 public:
  Recorded(int nodes, const std::string& network)
      : name_(fmt::format("{} nodes over {}", nodes, network)),
        machine_(find_machine(fmt::format("{}x {}h200.toml,tcp,{}", nodes, recorded, network), machine_folder)
                     .value()),
        comm_(nccl_comm(machine_, nodes, {.version = {2, 28}})) {}

  void check(const std::string& line) {
    SCOPED_TRACE(name_ + ": " + line.substr(0, 80));
    std::istringstream words(line);
    std::string what, of;
    words >> what >> of;
    if (what == "graph") return check_graph(of == "tree" ? comm_.tree : comm_.ring, words);
    if (what == "channels") {
      EXPECT_EQ(std::to_string(comm_.channels), of);
      return;
    }
    const CollectiveKind kind = parse_collective(of).value();
    if (what == "table") check_table(kind, words);
    if (what == "estimate") check_estimates(kind, words);
    if (what == "chose") check_choices(kind, words);
  }
  // Where NCCL lists no bandwidth, it never chooses, and neither do we.
  void check_what_is_not_listed() {
    for (const auto& [kind, listed] : listed_)
      for (const NcclCandidate& c : nccl_candidates_of(comm_, collective(kind, MiB(1)))) {
        const std::string name = fmt::format("{}/{}", name_of(c.algorithm), name_of(c.protocol));
        EXPECT_EQ(c.excluded.empty(), std::ranges::count(listed, lower(name)) == 1)
            << name_ << ": " << name_of(kind) << ' ' << name;
      }
  }

 private:
  static std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(c));
    return text;
  }
  Collective collective(CollectiveKind kind, Bytes size) const {
    Collective c{.kind = kind, .ranks = comm_.ranks};
    c.count = count_for(kind, comm_.ranks, c.dtype, size);
    return c;
  }

  void check_graph(const NcclGraph& graph, std::istringstream& words) const {
    int channels = 0;
    double intra = 0, inter = 0;
    words >> channels >> intra >> inter;
    EXPECT_EQ(graph.channels, channels);
    EXPECT_NEAR(graph.intra, intra, 1e-6);
    EXPECT_NEAR(graph.inter, inter, 1e-6);
    EXPECT_EQ(graph.type_intra, NcclPathType::loc);
    EXPECT_EQ(graph.type_inter, NcclPathType::phb);
  }

  void check_table(CollectiveKind kind, std::istringstream& words) {
    std::string way;
    double latency_us = 0, bandwidth_GBps = 0;
    words >> way >> latency_us >> bandwidth_GBps;
    listed_[kind].push_back(way);
    for (const NcclCandidate& c : nccl_candidates_of(comm_, collective(kind, MiB(1)))) {
      if (lower(fmt::format("{}/{}", name_of(c.algorithm), name_of(c.protocol))) != way) continue;
      constexpr double printed = 0.0501;  // NCCL prints one decimal
      EXPECT_NEAR(c.estimate.latency_us, latency_us, printed);
      EXPECT_NEAR(c.estimate.bandwidth_GBps, bandwidth_GBps, printed);
      return;
    }
    ADD_FAILURE() << "no such candidate";
  }

  void check_estimates(CollectiveKind kind, std::istringstream& words) const {
    double us = 0;
    for (std::size_t i = 0; words >> us; ++i) {
      const Bytes size = doubled(Bytes{512}, i);
      const auto way = nccl_way(comm_, collective(kind, size));
      ASSERT_TRUE(way) << way.error().message;
      EXPECT_NEAR(way->time_us, us, 1e-5 * us + 1e-3) << to_text(size);
    }
  }

  void check_choices(CollectiveKind kind, std::istringstream& words) const {
    std::string chosen;
    for (std::size_t i = 0; words >> chosen; ++i) {
      const Bytes size = doubled(Bytes{512}, i);
      const auto way = nccl_way(comm_, collective(kind, size));
      ASSERT_TRUE(way) << way.error().message;
      EXPECT_EQ(
          lower(fmt::format("{}/{}/{}", name_of(way->algorithm), name_of(way->protocol), way->channels)),
          chosen)
          << to_text(size);
    }
  }

  std::string name_;
  Machine machine_;
  NcclComm comm_;
  std::map<CollectiveKind, std::vector<std::string>> listed_;
};

TEST(NcclRecorded, NodesOfOneH200) {
  std::ifstream file(recorded + "nccl_2.28.9_h200_nodes.txt");
  std::optional<Recorded> communicator;
  int communicators = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (!line.starts_with("nodes ")) {
      communicator->check(line);
      continue;
    }
    if (communicator) communicator->check_what_is_not_listed();
    std::istringstream words(line);
    std::string word, network;
    int nodes = 0;
    words >> word >> nodes >> word >> network;
    communicator.emplace(nodes, network);
    ++communicators;
  }
  communicator->check_what_is_not_listed();
  EXPECT_EQ(communicators, 7);
}

}  // namespace
}  // namespace commlab
