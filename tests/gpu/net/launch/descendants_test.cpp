// Processes that descend from the test: none hides, and none is left.

#include "gpu/net/launch/descendants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/patience.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

class Descendants : public testing::Test {
 protected:
  void SetUp() override { adopt_orphans(); }
  void TearDown() override {
    EXPECT_TRUE(kill_descendants(soon()));
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }

  static void start(const std::string& script) {
    if (::fork() != 0) return;
    ::execlp("sh", "sh", "-c", script.c_str(), nullptr);
    ::_exit(127);
  }
  // The number of descendants, once it is as expected, or time is over.
  static std::size_t descendants_become(std::size_t expected) {
    for (const auto end = soon(); descendants().size() != expected && std::chrono::steady_clock::now() < end;)
      std::this_thread::sleep_for(5ms);
    return descendants().size();
  }

  static bool no_children_are_left() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }
};

// A grandchild in a session of its own, one whose parent has ended, and a deaf one.
TEST_F(Descendants, AreFoundAndKilledWhereverTheyWent) {
  start("setsid sleep 600 & (sleep 600 &) ; (trap '' TERM INT HUP; sleep 600; sleep 600) & wait");
  ASSERT_EQ(descendants_become(5), 5u);

  EXPECT_TRUE(kill_descendants(soon()));

  EXPECT_TRUE(no_children_are_left());
  EXPECT_TRUE(descendants().empty());
}

// A process may end after its file was opened and before it is read.
TEST_F(Descendants, AreLookedForWhileProcessesEnd) {
  start("(for i in $(seq 1500); do (:) & done; wait) & for i in $(seq 1500); do (:) & done; wait");
  for (const auto end = soon(); !descendants().empty() && std::chrono::steady_clock::now() < end;)
    reap_adopted([](pid_t) { return false; });
  EXPECT_TRUE(no_children_are_left());
}

TEST_F(Descendants, GetASignalOnce) {
  const auto heard = std::filesystem::temp_directory_path() / ("commlab-heard-" + std::to_string(::getpid()));
  std::filesystem::remove(heard);
  start("trap 'echo x >> " + heard.string() + "' USR1; sleep 600 & while :; do wait; done");
  ASSERT_EQ(descendants_become(2), 2u);
  std::this_thread::sleep_for(100ms);  // until the forked shell has become sleep

  signal_descendants(SIGUSR1);

  std::string text;
  for (const auto end = soon(); text.empty() && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(50ms);
    std::ifstream(heard) >> text;
  }
  std::filesystem::remove(heard);
  EXPECT_EQ(text, "x");
}

TEST_F(Descendants, ThatWereAdoptedAreReapedAndOthersAreNot) {
  const pid_t own = ::fork();
  if (own == 0) ::_exit(3);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(own), &ended, WEXITED | WNOWAIT), 0);

  reap_adopted([&](pid_t process) { return process == own; });
  int status = 0;
  EXPECT_EQ(::waitpid(own, &status, WNOHANG), own) << "left for who started it";

  start("(sleep 0.1 &)");
  for (const auto end = soon(); !descendants().empty() && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(5ms);
    reap_adopted([](pid_t) { return false; });
  }
  EXPECT_TRUE(no_children_are_left());
}

}  // namespace
}  // namespace commlab
