// Ranks that torchrun started: all are on this computer, MASTER_ADDR is its name in the network, and
// MASTER_PORT belongs to torchrun's store.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "core/collective/collective.h"
#include "gpu/net/launch/launcher.h"
#include "gpu/net/sockets/listener.h"
#include "gpu/net/sockets/reserved_port.h"
#include "tests/patience.h"

namespace commlab {
namespace {

using testing::Each;
using testing::HasSubstr;

class TorchrunsRanks : public testing::Test {
 protected:
  static constexpr int ranks = 4;

  void TearDown() override { std::filesystem::remove(said_); }

  // Stands for torchrun's store, which listens at MASTER_PORT and is not rank 0; the next port is free.
  static Listener store_before_a_free_port() {
    while (true) {
      auto store = Listener::open("127.0.0.1", 0).value();
      if (ReservedPort::open("127.0.0.1", store.port() + 1)) return store;
    }
  }

  // The variables that torch.distributed.run sets (PyTorch 2.5, elastic/agent/server/local_elastic_agent.py).
  void start(Rank rank, const std::string& more = "") {
    const std::string number = std::to_string(rank), all = std::to_string(ranks);
    const std::string run =
        more + " exec " COMMLAB_PROGRAM " run all_reduce --on tcp --count 4 --data ranks --show-data >> '" +
        said_.string() + "' 2>&1";
    EXPECT_TRUE(launcher_.start({.name = "rank " + number,
                                 .command = {"sh", "-c", run},
                                 .environment = {{"RANK", number},
                                                 {"LOCAL_RANK", number},
                                                 {"WORLD_SIZE", all},
                                                 {"LOCAL_WORLD_SIZE", all},
                                                 {"MASTER_ADDR", "192.0.2.1"},
                                                 {"MASTER_PORT", std::to_string(store_.port())},
                                                 {"TORCHELASTIC_USE_AGENT_STORE", "True"}}}));
  }

  std::vector<int> exit_statuses() {
    std::vector<int> statuses;
    while (const auto ended = launcher_.next_ended(soon())) statuses.push_back(ended->exit_status);
    return statuses;
  }

  std::string said() const {
    std::ostringstream text;
    text << std::ifstream(said_).rdbuf();
    return text.str();
  }

  const Listener store_ = store_before_a_free_port();
  const std::filesystem::path said_ =
      std::filesystem::temp_directory_path() / ("commlab-torchrun-" + std::to_string(::getpid()));
  Launcher launcher_;
};

TEST_F(TorchrunsRanks, MeetBesideItsStoreWithoutAToken) {
  for (Rank rank = 0; rank < ranks; ++rank) start(rank);

  EXPECT_THAT(exit_statuses(), Each(0)) << said();
  EXPECT_THAT(said(), HasSubstr("[10, 10, 10, 10]"));
}

TEST_F(TorchrunsRanks, MeetElsewhereWhereThatPortIsTaken) {
  const auto other = Listener::open("127.0.0.1", store_.port() + 1);
  ASSERT_TRUE(other) << other.error().message;
  start(0);
  EXPECT_THAT(exit_statuses(), Each(3));
  EXPECT_EQ(said(),
            fmt::format("commlab: port {} of 127.0.0.1 is in use by another process; choose another with "
                        "launch --port, or with COMMLAB_PORT if commlab launch does not start the "
                        "ranks\n",
                        other->port()));

  const int free_port = ReservedPort::open().value().port();
  for (Rank rank = 0; rank < ranks; ++rank) start(rank, fmt::format("COMMLAB_PORT={}", free_port));
  EXPECT_THAT(exit_statuses(), Each(0)) << said();
}

}  // namespace
}  // namespace commlab
