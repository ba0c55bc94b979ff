// What the tcp backend returns besides the right result, and what it says where there is no result.

#include "gpu/net/tcp_backend.h"

#include <stop_token>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/group/member.h"
#include "gpu/net/sockets/reserved_port.h"
#include "tests/patience.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;

Programs ring_over_sockets(int ranks, std::int64_t count) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = count};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

TEST(TcpBackend, GivesTimesATraceAndEveryRanksMemory) {
  GroupOnCall group{{}};
  RealRunOptions options;
  options.iterations = 3;

  const auto run =
      run_on_tcp(ring_over_sockets(4, 1003), group, {.trace = true, .keep_buffers = true}, options);

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->times.size(), 3u);
  EXPECT_TRUE(run->first);
  EXPECT_EQ(run->where, "4 processes");
  ASSERT_TRUE(run->buffers);
  EXPECT_EQ(run->buffers->output.size(), 4u);
  EXPECT_EQ(run->buffers->output[0], run->buffers->output[3]);
  ASSERT_TRUE(run->trace);
  EXPECT_EQ(run->trace->backend, "tcp");
  EXPECT_EQ(run->trace->transfers.size(), 24u);
  for (const Transfer& t : run->trace->transfers) {
    EXPECT_LE(t.ready, t.start);
    EXPECT_LE(t.start, t.sent);
    EXPECT_LE(t.sent, t.end);  // all clocks of one computer agree
    EXPECT_LE(t.end, run->trace->finish);
  }
}

// A group serves all sizes: members are called once for each number of ranks.
TEST(TcpBackend, CallsItsMembersTogetherOnceForEachNumberOfRanks) {
  int calls = 0;
  GroupOnCall group{{.start = [&](const std::vector<GroupPlace>& places) {
    ++calls;
    return start_threads(places);
  }}};
  RealRunOptions options;
  options.iterations = 1;
  for (const int ranks : {3, 3, 3, 2, 2})
    ASSERT_TRUE(run_on_tcp(ring_over_sockets(ranks, 64), group, {}, options));
  EXPECT_EQ(calls, 2);
}

TEST(TcpBackend, ARankThatNeverArrivesIsTold) {
  GroupOnCall group{{}};
  RealRunOptions options;
  options.absent = {3};
  const auto run_without_rank_3 = [&](std::chrono::milliseconds deadline) {
    options.deadline = deadline;
    const auto run = run_on_tcp(ring_over_sockets(4, 1003), group, {}, options);
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(
      run_without_rank_3, MatchesRegex("no end within [0-9]+ ms: rank 3 never arrived; rank 0 waits for its "
                                       "message of step 1 from rank 3")));
  options.absent = {};
  options.deadline = time_enough;
  EXPECT_TRUE(run_on_tcp(ring_over_sockets(4, 1003), group, {}, options))
      << "the next run has a group of its own";
}

// While it runs, and while members are awaited. The next run has a group of its own.
TEST(TcpBackend, EndsWhenAStopIsAskedFor) {
  const auto stopped = [](GroupOnCall& group, const RealRunOptions& options) {
    std::stop_source stop;
    const std::jthread asks([&] {
      std::this_thread::sleep_for(200ms);
      stop.request_stop();
    });
    const auto run = run_on_tcp(ring_over_sockets(4, 1003), group, {.stop = stop.get_token()}, options);
    return run ? Error{"it ended"} : run.error();
  };
  GroupOnCall group{{}};
  RealRunOptions options;
  options.deadline = time_enough;
  options.iterations = 1'000'000'000;
  const Error error = stopped(group, options);
  EXPECT_EQ(error.message, "stopped");
  EXPECT_EQ(error.fault, Fault::runtime);
  GroupOnCall nobody_comes{{.start =
                                [](std::vector<GroupPlace> places) {
                                  places.clear();
                                  return start_threads(places);
                                },
                            .to_join = time_enough}};
  EXPECT_EQ(stopped(nobody_comes, options).message, "stopped");

  EXPECT_TRUE(run_on_tcp(ring_over_sockets(4, 1003), group, {}, {.iterations = 1, .deadline = time_enough}));
}

TEST(TcpBackend, AMemberThatNeverJoinsIsTold) {
  const auto run_without_rank_2 = [](std::chrono::milliseconds time) {
    GroupOnCall group{{.start =
                           [](std::vector<GroupPlace> places) {
                             places.erase(places.begin() + 2);
                             return start_threads(places);
                           },
                       .to_join = time}};
    const auto run = run_on_tcp(ring_over_sockets(4, 8), group, {}, {});
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(
      says_at_deadline(run_without_rank_2, ContainsRegex("^rank 2 never joined within [0-9]+ ms: 3 of 4")));
}

// A thread stands for the process of rank 1. Members reach each other at the same kind of address as rank 0.
TEST(TcpBackend, ALaunchedGroupMeetsAtWhateverAddressThisComputerHas) {
  for (const char* address : {"127.0.0.1", "127.0.1.1", "localhost", "::1"}) {
    const auto reserved = ReservedPort::open(address);
    if (!reserved) continue;  // this computer has no IPv6
    GroupPlace place{
        .ranks = 2, .address = address, .port = reserved->port(), .token = "a token of both of us"};
    Status served;
    std::jthread other([&served, place]() mutable {
      place.rank = place.local_rank = 1;
      served = serve_group(place, time_enough);
    });
    {
      GroupOnCall group{{.place = place, .to_join = time_enough}};
      const auto run = run_on_tcp(ring_over_sockets(2, 64), group, {}, {});
      EXPECT_TRUE(run) << address << ": " << run.error().message;
    }
    other.join();
    EXPECT_TRUE(served) << address << ": " << served.error().message;
  }
}

// Rank 0's own member joins as all others do and waits for rank 1, so the error must blame rank 1.
TEST(TcpBackend, ALaunchedRankThatNeverJoinsIsTold) {
  const ReservedPort reserved = ReservedPort::open().value();
  const auto run_without_rank_1 = [&](std::chrono::milliseconds time) {
    GroupOnCall group{{.place = GroupPlace{.ranks = 2,
                                           .address = "127.0.0.1",
                                           .port = reserved.port(),
                                           .token = "a token of both of us"},
                       .to_join = time}};
    const auto run = run_on_tcp(ring_over_sockets(2, 64), group, {}, {});
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(run_without_rank_1,
                               MatchesRegex("rank 1 never joined within [0-9]+ ms: 1 of 2 are here")));
}

// compare --algorithm all goes on with the next algorithm, but no process is left that could join.
TEST(TcpBackend, ALaunchedGroupThatFailedIsNotWaitedForAgain) {
  const ReservedPort reserved = ReservedPort::open().value();
  GroupPlace place{
      .ranks = 2, .address = "127.0.0.1", .port = reserved.port(), .token = "a token of both of us"};
  Status served;
  std::jthread other([&served, place]() mutable {
    place.rank = place.local_rank = 1;
    served = serve_group(place, time_enough);
  });
  GroupOnCall group{{.place = place, .to_join = time_enough}};
  RealRunOptions options;
  options.deadline = 300ms;
  options.absent = {1};

  const auto first = run_on_tcp(ring_over_sockets(2, 64), group, {}, options);
  ASSERT_FALSE(first);
  other.join();
  ASSERT_FALSE(served);
  EXPECT_EQ(served.error().message, "rank 0 ended the run: " + first.error().message);

  const auto next = run_on_tcp(ring_over_sockets(2, 64), group, {}, {});
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().message,
            "the launched processes ended after an earlier run failed: " + first.error().message);
}

TEST(TcpBackend, ALaunchedGroupOfAnotherSizeIsRefused) {
  GroupOnCall group{{.place = GroupPlace{.rank = 0, .ranks = 2, .address = "127.0.0.1"}}};
  const auto run = run_on_tcp(ring_over_sockets(4, 8), group, {}, {});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::input);
  EXPECT_THAT(run.error().message, HasSubstr("4 ranks were requested, but 2 processes were launched"));
}

}  // namespace
}  // namespace commlab
