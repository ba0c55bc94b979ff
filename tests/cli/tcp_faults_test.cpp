// A rank that is killed, stops, or leaves at any moment of a run over processes: the run ends within the
// deadlines with an error that names the rank, and leaves neither a process nor a descriptor.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include <atomic>
#include <random>
#include <thread>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/launch/launcher.h"
#include "gpu/net/meeting/join.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/reserved_port.h"
#include "gpu/net/tcp_backend.h"
#include "tests/cli/children.h"
#include "tests/patience.h"

namespace commlab {
namespace {

constexpr int trials = 20;
constexpr int ranks = 4;

Programs ring_of_processes() {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 100'003};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

// The error of a run in which rank 2 gets the signal after this time. A stopped rank is noticed at the
// deadline.
Error error_of_struck_run(int signal, std::chrono::microseconds after, std::chrono::milliseconds deadline) {
  GroupOnCall group({.start = start_processes({COMMLAB_PROGRAM, "member"}), .to_answer = 5 * deadline});
  RealRunOptions options;
  options.iterations = 5;
  options.deadline = time_enough;
  const Programs programs = ring_of_processes();
  if (const auto first = run_on_tcp(programs, group, {}, options); !first)
    return {"before any signal: " + first.error().message};
  const pid_t victim = process_of(2);
  if (victim == 0) return {"before any signal: no process was told that it is rank 2"};

  std::atomic<bool> sent = false;
  std::jthread striker([&] {
    std::this_thread::sleep_for(after);
    kill(victim, signal);
    sent = true;
  });
  options.deadline = deadline;
  Result<Run> run = run_on_tcp(programs, group, {}, options);
  while (run) run = run_on_tcp(programs, group, {}, options);
  return sent ? run.error() : Error{"before the signal: " + run.error().message};
}

class TcpFaults : public testing::TestWithParam<int> {};

TEST_P(TcpFaults, EndInAnErrorThatNamesTheRankAndLeaveNothingBehind) {
  const std::size_t before = open_descriptors();
  std::mt19937 lots(1);
  for (int trial = 0; trial < trials; ++trial) {
    const std::chrono::microseconds after(lots() % 40'000);
    const auto strike = [&](std::chrono::milliseconds deadline) {
      return error_of_struck_run(GetParam(), after, deadline);
    };

    EXPECT_TRUE(says_at_deadline(strike, testing::HasSubstr("rank 2"))) << "after " << after.count() << " us";
    EXPECT_TRUE(children().empty());
    EXPECT_EQ(open_descriptors(), before);
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, TcpFaults, testing::Values(SIGKILL, SIGSTOP), [](const auto& info) {
  return info.param == SIGKILL ? std::string("Killed") : std::string("Stopped");
});

// Launched ranks must notice by themselves that the run failed: if one is lost, every other rank ends with an
// error. Two ranks are processes; the test is the third, and leaves in the middle.
TEST(LaunchedRanks, AllFailWhenOneIsLost) {
  const ReservedPort reserved = ReservedPort::open().value();
  GroupPlace place{.ranks = 3, .address = "127.0.0.1", .port = reserved.port(), .token = new_token()};
  Launcher launcher;
  for (place.rank = place.local_rank = 0; place.rank < 2; ++place.rank, ++place.local_rank)
    ASSERT_TRUE(launcher.start({.name = fmt::format("rank {}", place.rank),
                                .command = {COMMLAB_PROGRAM, "run", "all_reduce", "--on", "tcp"},
                                .environment = variables_of(place)}));

  {
    const auto coordinator = join({.address = place.address,
                                   .port = place.port,
                                   .rank = 2,
                                   .ranks = 3,
                                   .token = place.token,
                                   .fields = {{"port", 9}}},
                                  soon());
    ASSERT_TRUE(coordinator) << coordinator.error().message;
  }

  for (int ended = 0; ended < 2; ++ended) {
    const auto process = launcher.next_ended(soon());
    ASSERT_TRUE(process);
    EXPECT_EQ(process->exit_status, 3) << process->how;
  }
}

}  // namespace
}  // namespace commlab
