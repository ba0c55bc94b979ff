// Communicators of NCCL that have connected, or that connect at their first call; and what warm ones buffer.

#include "sim/script/flavour.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::HasSubstr;

struct SendFirst {
  std::string_view lines;
  Bytes bytes;
  std::string_view outcome;
  bool send_returns;  // does the host go on?
};

// A ring in which everyone sends first: cold, nobody gets past the first send; warm, a message that fits into
// a buffer leaves, and a larger one waits on the stream while the host goes on.
TEST(ScriptCommunicators, DecideHowARingThatSendsFirstEnds) {
  const SendFirst cases[] = {{"communicators cold\n", Bytes{1}, "deadlock", false},
                             {"communicators cold\n", MiB(1), "deadlock", false},
                             {"communicators warm\n", Bytes{1}, "done", true},
                             {"communicators warm\n", KiB(512), "done", true},
                             {"communicators warm\n", KiB(512) + Bytes{1}, "deadlock", true},
                             {"communicators warm, 4 MiB\n", MiB(4), "done", true},
                             {"communicators warm, 0 B\n", Bytes{1}, "deadlock", true},
                             {"", Bytes{1}, "deadlock", true},
                             {"", MiB(1), "deadlock", true}};
  for (const SendFirst& each : cases)
    for (int ranks = 2; ranks <= 6; ++ranks) {
      SCOPED_TRACE(fmt::format("'{}', {} bytes, {} ranks", each.lines, each.bytes.count, ranks));
      const ScriptRun run =
          script_run(fmt::format("{}rank all: send(right, {} B); print(\"sent\"); recv(left, {} B)",
                                 each.lines, each.bytes.count, each.bytes.count),
                     ranks, "nccl");

      EXPECT_EQ(outcome(run), each.outcome);
      EXPECT_EQ(std::ranges::count(run.prints, "sent", &ScriptPrint::text), each.send_returns ? ranks : 0);
      EXPECT_EQ(run.cycle.size(), each.outcome == "done" ? 0 : static_cast<std::size_t>(ranks));
    }
}

TEST(ScriptCommunicators, ThatConnectInACircleSayWhatHelps) {
  const ScriptRun run =
      script_run("communicators cold\nrank all: send(right, 4 B); recv(left, 4 B)", 3, "nccl");

  ASSERT_TRUE(run.culprit);
  EXPECT_THAT(
      run.culprit->why,
      HasSubstr("one of them must take its calls in another order, or each must start its own as one group"));
  EXPECT_EQ(run.waits[0].why,
            "rank 0 waits in line 2, send(right, 4 B), the first such call, to connect with rank 1, which is "
            "held in "
            "line 2, send(right, 4 B)");
  EXPECT_THAT(run.stands, testing::Each(2));
  for (const ScriptSpan& span : run.spans) EXPECT_EQ(span.lane, ScriptLane::host);
  EXPECT_TRUE(run.prints.empty()) << "nothing is enqueued that a watchdog could watch";
}

// Even ranks first, or all as one group: this connects, and ends as if it had been connected.
TEST(ScriptCommunicators, ThatAreColdEndWhereHostsMeet) {
  for (const std::string_view text :
       {"rank even: send(right, 8 kB); recv(left, 8 kB)\nrank odd: recv(left, 8 kB); send(right, 8 kB)",
        "rank all: group: send(right, 8 kB), recv(left, 8 kB)", "rank all: all_reduce(8 kB)",
        "rank all: barrier()"})
    for (int ranks = 2; ranks <= 6; ++ranks) {
      const ScriptRun warm = script_run(text, ranks, "nccl");
      const ScriptRun cold = script_run("communicators cold\n" + std::string(text), ranks, "nccl");

      EXPECT_EQ(outcome(warm), "done") << text;
      EXPECT_EQ(outcome(cold), "done") << text;
    }
}

// Only the first call holds the host, until the other rank makes its own; later ones return at once.
TEST(ScriptCommunicators, HoldTheHostOnlyOnce) {
  const std::string_view text =
      "launch 5 us\ncommunicators {}\n"
      "rank 0: start(first); {}; stop(first); start(second); {}; stop(second)\n"
      "rank 1: sleep(3 ms); {}; {}\n";
  for (const auto& [mine, others] :
       {std::pair("all_reduce(1 MB)", "all_reduce(1 MB)"), std::pair("send(1, 1 MB)", "recv(0, 1 MB)"),
        std::pair("recv(1, 1 MB)", "send(0, 1 MB)")}) {
    const auto first_and_second = [&](std::string_view state) {
      const ScriptRun run =
          script_run(fmt::format(fmt::runtime(text), state, mine, mine, others, others), 2, "nccl");
      EXPECT_EQ(outcome(run), "done");
      return std::pair(*run.timers[0].stop - run.timers[0].start, *run.timers[1].stop - run.timers[1].start);
    };
    EXPECT_EQ(first_and_second("cold"), std::pair(milliseconds(3) + microseconds(5), microseconds(5)))
        << mine;
    EXPECT_EQ(first_and_second("warm"), std::pair(microseconds(5), microseconds(5))) << mine;
  }
}

// Once a message has gone from 0 to 1, one from 1 to 0 still has to connect.
TEST(ScriptCommunicators, ConnectInEachDirection) {
  const ScriptRun run = script_run(
      "communicators cold\nrank 0: send(1, 4 B); sleep(2 ms); recv(1, 4 B)\n"
      "rank 1: recv(0, 4 B); start(t); send(0, 4 B); stop(t)",
      2, "nccl");

  ASSERT_EQ(run.timers.size(), 1U);
  EXPECT_EQ(*run.timers[0].stop - run.timers[0].start, milliseconds(2) + nccl_flavour.enqueue);
}

// Two groups in opposite orders: cold ones hold the hosts, although each has a stream of its own.
TEST(ScriptCommunicators, ThatAreColdHangInOppositeOrders) {
  const std::string_view text =
      "communicators {}\nstream a\nstream b\ngroup one = all on a\ngroup two = all on b\n"
      "rank 0: all_reduce(4 B, group=one) -> h; all_reduce(4 B, group=two)\n"
      "rank 1: all_reduce(4 B, group=two) -> h; all_reduce(4 B, group=one)\n";

  EXPECT_EQ(outcome(script_run(fmt::format(fmt::runtime(text), "warm"), 2, "nccl")), "done");
  const ScriptRun cold = script_run(fmt::format(fmt::runtime(text), "cold"), 2, "nccl");
  EXPECT_EQ(outcome(cold), "deadlock");
  EXPECT_EQ(cold.cycle.size(), 2U);
  EXPECT_THAT(cold.stands, testing::ElementsAre(6, 7));
}

// The first batch of a group connects all its ranks, also those without a message in it.
TEST(ScriptCommunicators, OfABatchNeedAllRanksOfTheGroup) {
  const std::string_view text =
      "communicators cold\nrank 0: batch: isend(1, 4 B)\nrank 1: batch: irecv(0, 4 B)\n";
  const ScriptRun without = script_run(text, 3, "nccl");
  const ScriptRun with =
      script_run("communicators cold\nrank all: barrier()\n" + std::string(text.substr(19)), 3, "nccl");

  EXPECT_EQ(outcome(without), "deadlock");
  ASSERT_TRUE(without.culprit);
  EXPECT_EQ(without.culprit->rank, 2);
  EXPECT_EQ(outcome(with), "done");
}

// The buffer has 8 slots. Small messages leave into it until it is full; the next one waits until a receive
// empties a slot.
TEST(ScriptCommunicators, BufferEightMessages) {
  for (const std::string_view state : {"warm", "warm, 4 MiB", "warm, 1 B"})
    for (const auto& [sends, outcome_of_ring] : {std::pair(8, "done"), std::pair(9, "deadlock")})
      for (int ranks = 2; ranks <= 4; ++ranks) {
        const ScriptRun run = script_run(
            fmt::format("communicators {}\nrank all:\n  for k in 1..{}: send(right, 1 B)\n  for k in 1..{}: "
                        "recv(left, 1 B)",
                        state, sends, sends),
            ranks, "nccl");

        EXPECT_EQ(outcome(run), outcome_of_ring) << state;
      }
}

// Each receive takes one message out, and so lets one more leave. `print` says when the stream has sent all.
TEST(ScriptCommunicators, GiveSlotsBackAtTheReceive) {
  for (int messages = 6; messages <= 12; ++messages) {
    const ScriptRun run =
        script_run(fmt::format("launch 0 us\ncommunicators warm\nrank 0:\n  for k in 1..{}: send(1, 1 kB)\n"
                               "  start(t); synchronize(); stop(t)\n"
                               "rank 1:\n  for k in 1..{}:\n    sleep(1 ms)\n    recv(0, 1 kB)\n",
                               messages, messages),
                   2, "nccl");
    const Time last_leaves =
        messages <= 8 ? messages * microseconds(1) : (messages - 8) * milliseconds(1) + microseconds(1);

    ASSERT_EQ(outcome(run), "done");
    EXPECT_EQ(*run.timers[0].stop, last_leaves) << messages;
  }
}

// A buffer belongs to one sender and one receiver: messages to others find it empty.
TEST(ScriptCommunicators, HaveABufferForEachPeer) {
  const auto run = [](int to_one, int to_two) {
    return script_run(fmt::format("communicators warm\nrank 0:\n  for k in 1..{0}: send(1, 1 B)\n"
                                  "  for k in 1..{1}: send(2, 1 B)\n  recv(1, 1 MiB)\n"
                                  "rank 1:\n  send(0, 1 MiB)\n  for k in 1..{0}: recv(0, 1 B)\n"
                                  "rank 2:\n  for k in 1..{1}: recv(0, 1 B)\n",
                                  to_one, to_two),
                      3, "nccl");
  };

  EXPECT_EQ(outcome(run(8, 8)), "done");
  EXPECT_EQ(outcome(run(8, 20)), "done");  // rank 2 empties its own
  EXPECT_EQ(outcome(run(9, 1)), "deadlock");
}

// Libraries on the host have no such states: the line changes nothing there.
TEST(ScriptCommunicators, MeanNothingToOtherLibraries) {
  for (const std::string_view flavour : {"gloo", "mpi"})
    for (const int bytes : {1, 4096, 1'000'000}) {
      const std::string text = fmt::format("rank all: send(right, {} B); recv(left, {} B)", bytes, bytes);
      const ScriptRun said_nothing = script_run(text, 3, flavour);
      for (const std::string_view state : {"cold", "warm"}) {
        const ScriptRun run = script_run(fmt::format("communicators {}\n{}", state, text), 3, flavour);
        EXPECT_EQ(run.outcome, said_nothing.outcome);
        EXPECT_EQ(run.finish, said_nothing.finish);
        EXPECT_EQ(run.calls.size(), said_nothing.calls.size());
      }
    }
}

}  // namespace
}  // namespace commlab
