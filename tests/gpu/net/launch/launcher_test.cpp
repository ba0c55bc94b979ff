// Children: the launcher says how each one ended, and leaves none behind.

#include "gpu/net/launch/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

#include <sys/wait.h>

#include "tests/gpu/net/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::MatchesRegex;

ProcessToStart shell(const std::string& name, const std::string& script) {
  return {.name = name, .command = {"sh", "-c", script}, .environment = {}};
}

bool no_children_are_left() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

TEST(Launcher, TellsHowAProcessEnded) {
  const Holdings before = holdings();
  {
    Launcher launcher;
    ASSERT_TRUE(launcher.start(shell("rank 1", "exit 3")));
    const auto failed = launcher.next_ended(soon());
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->name, "rank 1");
    EXPECT_EQ(failed->exit_status, 3);
    EXPECT_THAT(failed->how, MatchesRegex("rank 1 \\(process [0-9]+\\) ended with exit status 3"));

    ASSERT_TRUE(launcher.start(shell("rank 2", "kill -9 $$")));
    const auto killed = launcher.next_ended(soon());
    ASSERT_TRUE(killed);
    EXPECT_EQ(killed->exit_status, 137);
    EXPECT_THAT(killed->how, MatchesRegex("rank 2 \\(process [0-9]+\\) was ended by signal 9 \\(Killed\\)"));

    EXPECT_FALSE(launcher.next_ended(soon()));  // no child runs, so it does not wait
  }
  EXPECT_TRUE(no_children_are_left());
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(Launcher, ToldEnvironmentIsAddedToItsOwn) {
  Launcher launcher;
  ProcessToStart process = shell("rank 0", "test \"$RANK\" = 7 && test -n \"$PATH\"");
  process.environment = {{"RANK", "7"}};

  ASSERT_TRUE(launcher.start(process));

  EXPECT_EQ(launcher.next_ended(soon())->exit_status, 0);
}

TEST(Launcher, SaysThatThereIsNoSuchProgram) {
  const Holdings before = holdings();
  Launcher launcher;

  const Status started =
      launcher.start({.name = "rank 0", .command = {"/no/such/program"}, .environment = {}});

  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message, "cannot start '/no/such/program' as rank 0: No such file or directory");
  EXPECT_EQ(started.error().fault, Fault::input);
  EXPECT_EQ(launcher.running(), 0);
  EXPECT_TRUE(no_children_are_left());
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(Launcher, WaitsNoLongerThanTheDeadline) {
  Launcher launcher;
  ASSERT_TRUE(launcher.start(shell("rank 0", "exec sleep 60")));

  EXPECT_FALSE(launcher.next_ended(in(50ms)));
  EXPECT_EQ(launcher.running(), 1);
}

// One child ends when asked, one ignores the request, one is stopped.
TEST(Launcher, EndsWhateverItStarted) {
  const Holdings before = holdings();
  {
    Launcher launcher;
    ASSERT_TRUE(launcher.start(shell("polite", "exec sleep 60")));
    ASSERT_TRUE(launcher.start(shell("deaf", "trap '' TERM; exec sleep 60")));
    ASSERT_TRUE(launcher.start(shell("stopped", "kill -STOP $$; exec sleep 60")));

    launcher.end_all(200ms);

    EXPECT_EQ(launcher.running(), 0);
    EXPECT_TRUE(no_children_are_left());
    ASSERT_TRUE(launcher.start(shell("forgotten", "exec sleep 60")));
  }
  EXPECT_TRUE(no_children_are_left());
  EXPECT_TRUE(nothing_leaked_since(before));
}

// Children do not inherit the parent's sockets: a child that held a connection would keep it open.
TEST(Launcher, ChildrenInheritNoSockets) {
  const auto [one, other] = connected_sockets();
  Launcher launcher;
  const std::string sockets = "ls -l /proc/self/fd | grep -E ' ([3-9]|[0-9]{2,}) -> socket'";
  ASSERT_TRUE(launcher.start(shell("rank 0", sockets + " && exit 1 || exit 0")));

  EXPECT_EQ(launcher.next_ended(soon())->exit_status, 0);
}

}  // namespace
}  // namespace commlab
