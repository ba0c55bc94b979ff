// When scripts do what: how long a call holds its rank, and what a stopwatch measures.

#include "sim/script/values/local_work.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

Time timer(const ScriptRun& run, Rank rank, std::string_view name) {
  for (const ScriptTimer& each : run.timers)
    if (each.rank == rank && each.name == name && each.stop) return *each.stop - each.start;
  ADD_FAILURE() << "no timer " << name;
  return {};
}

constexpr std::string_view timed =
    "rank all:\n"
    "  start(call); all_reduce(8 MB); stop(call)\n"
    "  start(all); all_reduce(8 MB); synchronize(); stop(all)\n";

// A stopwatch around a GPU's call measures only the enqueueing: "400 MB in 5 us".
TEST(ScriptTimer, SeesTheEnqueueingWhereNobodySynchronizes) {
  const ScriptRun nccl = script_run(timed, 2, "nccl");
  const ScriptRun gloo = script_run(timed, 2, "gloo");

  EXPECT_EQ(timer(nccl, 0, "call"), microseconds(5));
  EXPECT_GT(timer(nccl, 0, "all"), milliseconds(8));
  EXPECT_GT(timer(gloo, 0, "call"), milliseconds(8));
  EXPECT_EQ(timer(gloo, 0, "all"), timer(gloo, 0, "call"));
}

// Without a handle the compute stream waits for the call; with one, only from wait(h) on.
TEST(ScriptStreams, OverlapWhatHasAHandle) {
  const ScriptRun one_after_another = script_run("rank all: all_reduce(8 MB); compute(5 ms)", 2, "nccl");
  const ScriptRun overlapped =
      script_run("rank all: all_reduce(8 MB) -> h; compute(5 ms); wait(h)", 2, "nccl");

  EXPECT_GT(one_after_another.finish, milliseconds(13));
  EXPECT_LT(overlapped.finish, milliseconds(9));
  EXPECT_EQ(one_after_another.finish - overlapped.finish, milliseconds(5));
  EXPECT_EQ(one_after_another.exposed[0] - overlapped.exposed[0], milliseconds(5));
}

// For memory of a GPU, wait(h) holds the stream and not the host; for the host's memory it holds the host.
TEST(ScriptStreams, WaitWhereTheHostGoesOn) {
  const std::string_view text =
      "rank all: all_reduce(8 MB) -> h; start(t); wait(h); stop(t); print(\"past\")";

  EXPECT_EQ(timer(script_run(text, 2, "nccl"), 0, "t"), microseconds(5));
  EXPECT_GT(timer(script_run(text, 2, "gloo"), 0, "t"), milliseconds(8));
}

// On a stream, a call waits from when the rank comes to it until the last rank has come; then it is carried.
TEST(ScriptStreams, ShowThatACallWaitsForTheLastRankToCome) {
  for (const auto& [mine, others] :
       {std::pair("all_reduce(8 MB)", "all_reduce(8 MB)"), std::pair("send(1, 8 kB)", "recv(0, 8 kB)"),
        std::pair("recv(1, 8 kB)", "send(0, 8 kB)")}) {
    const ScriptRun run = script_run(
        fmt::format("rank 0: compute(1 ms); {}\nrank 1: compute(3 ms); {}", mine, others), 2, "nccl");
    Time come[2], waits_from, waits_until, carried_from;
    for (const ScriptSpan& span : run.spans) {
      if (span.lane == ScriptLane::compute && span.kind == ScriptSpan::Kind::works)
        come[span.rank] = span.end;
      if (span.lane != ScriptLane::communication || span.rank != 0 || span.call < 0) continue;
      if (span.kind == ScriptSpan::Kind::carries) {
        carried_from = span.start;
      } else {
        waits_from = span.start;
        waits_until = span.end;
      }
    }
    EXPECT_EQ(waits_from, come[0]) << mine;
    EXPECT_EQ(waits_until, come[1]) << mine;
    EXPECT_EQ(carried_from, come[1]) << mine;
    EXPECT_EQ(come[1] - come[0], milliseconds(2));
  }
}

TEST(ScriptStreams, WaitForOneAnother) {
  const ScriptRun free =
      script_run("stream side\nrank 0: compute(3 ms); compute(3 ms, stream=side)", 1, "nccl");
  const ScriptRun bound =
      script_run("stream side\nrank 0: compute(3 ms); stream_wait(side, compute); compute(3 ms, stream=side)",
                 1, "nccl");

  EXPECT_LT(free.finish, milliseconds(4));
  EXPECT_GE(bound.finish, milliseconds(6));
}

// A stream that waits is shown from when it comes to the step until it goes on.
TEST(ScriptStreams, ThatWaitShowSinceWhen) {
  const ScriptRun run = script_run(
      "stream side\nrank 0: compute(1 ms, stream=side); compute(3 ms); stream_wait(side, compute); "
      "compute(3 ms, stream=side)",
      1, "nccl");

  std::vector<ScriptSpan> waits;
  for (const ScriptSpan& span : run.spans)
    if (span.kind == ScriptSpan::Kind::waits && span.end - span.start > microseconds(100))
      waits.push_back(span);
  ASSERT_EQ(waits.size(), 1U);
  const ScriptSpan& wait = waits[0];
  const auto ended_at = [&](Time at) {
    return std::ranges::any_of(run.spans, [&](const ScriptSpan& span) {
      return span.kind != ScriptSpan::Kind::waits && span.end == at;
    });
  };
  EXPECT_TRUE(ended_at(wait.start)) << "its own work was over";
  EXPECT_TRUE(ended_at(wait.end)) << "the other stream's work was over";
  EXPECT_EQ(wait.end - wait.start, milliseconds(2) + microseconds(5)) << "one call later";
}

// Work of a byte takes time, too.
TEST(ScriptWork, TakesTheTimeOfItsBytes) {
  Machine machine = plain_machine(1);
  machine.work.copy = {.points = {{Bytes{1}, GBps(2)}}};
  machine.work.reduce = {.points = {{Bytes{1}, GBps(1)}}};
  for (const std::int64_t bytes : {0, 1, 2, 1000, 1'000'000}) {
    const ScriptPayload payload{.tensor = 0, .elements = bytes, .dtype = DataType::uint8};
    EXPECT_EQ(time_of({.operation = ScriptOperation::copy, .payload = payload}, machine),
              nanoseconds(bytes) - Time{500 * bytes});
    EXPECT_EQ(time_of({.operation = ScriptOperation::add, .payload = payload}, machine), nanoseconds(bytes));
  }
}

// A round is a message of a byte, and there are as many as recursive doubling has.
TEST(ScriptBarrier, TakesAMessageForEachDoublingOfTheRanks) {
  for (const auto& [ranks, rounds] : {std::pair{2, 1}, {4, 2}, {8, 3}, {16, 4}}) {
    const ScriptRun run = script_run("rank all: barrier()", ranks);
    EXPECT_EQ(run.finish, rounds * script_run("rank 0: send(1, 1 B)\nrank 1: recv(0, 1 B)", 2).finish)
        << ranks;
  }
}

TEST(ScriptHost, ComputesItselfWhereThereAreNoStreams) {
  const ScriptRun run = script_run("rank 0: compute(3 ms); sleep(1 ms); compute(2 ms)", 1, "gloo");

  EXPECT_EQ(run.finish, milliseconds(6));
  EXPECT_EQ(run.through[0], milliseconds(6));
}

// Two messages into one port share it: twice 8 kB takes as long as 16 kB.
TEST(ScriptMessages, ShareLinks) {
  const ScriptRun run = script_run(
      "rank 0, 1: send(2, 8 kB)\nrank 2: irecv(0, 8 kB) -> a; irecv(1, 8 kB) -> b; wait(a); wait(b)", 3);

  EXPECT_EQ(run.finish, microseconds(17));
  ASSERT_EQ(run.trace.transfers.size(), 2U);
  EXPECT_EQ(run.trace.transfers[0].bytes, 8000);
}

// The receiver may have more or less room, and either of them may come first.
TEST(ScriptMessages, AreAsLargeAsTheirSenderSays) {
  for (const std::string_view flavour : {"gloo", "nccl", "mpi"})
    for (const int room : {2, 4, 8})
      for (const auto& [sender_sleeps, receiver_sleeps] : {std::pair(1, 9), std::pair(9, 1)}) {
        const ScriptRun run =
            script_run(fmt::format("rank 0: sleep({} us); send(1, 4 B)\nrank 1: sleep({} us); recv(0, {} B)",
                                   sender_sleeps, receiver_sleeps, room),
                       2, flavour);

        ASSERT_EQ(run.calls.size(), 1U);
        EXPECT_EQ(run.calls[0].size, Bytes{4}) << flavour << ", room for " << room;
      }
}

TEST(ScriptMessages, TakeTheirRoutesFromTheSenderToTheReceiver) {
  for (const std::string_view flavour : {"gloo", "nccl", "mpi"}) {
    const ScriptRun run = script_run(
        "rank all: all_reduce(1 kB); batch: isend(right, 1 kB), irecv(left, 1 kB) -> h; wait(h)\n"
        "rank 0: send(2, 1 B)\nrank 2: recv(0, 1 B)",
        4, flavour);

    ASSERT_EQ(outcome(run), "done") << flavour;
    const std::vector<Link>& links = run.trace.topology.links;
    for (const Transfer& t : run.trace.transfers) {
      Rank at = t.from;
      for (const LinkId link : run.trace.routes.at(static_cast<std::size_t>(t.route))) {
        EXPECT_EQ(links.at(static_cast<std::size_t>(link)).from, at) << flavour;
        at = links.at(static_cast<std::size_t>(link)).to;
      }
      EXPECT_EQ(at, t.to) << flavour;
    }
  }
}

// An eager send returns when its bytes have left, even if no rank has received them.
TEST(ScriptMessages, ThatAreEagerDoNotWait) {
  const ScriptRun run =
      script_run("rank 0: start(t); send(1, 1 kB); stop(t)\nrank 1: sleep(1 ms); recv(0, 1 kB)", 2, "mpi");

  EXPECT_EQ(timer(run, 0, "t"), microseconds(1));
  EXPECT_EQ(run.finish, milliseconds(1));
}

TEST(ScriptCalls, OfAGroupTakeItsOwnRanks) {
  const ScriptRun run =
      script_run("group pair = 1, 3\ntensor x = [rank]\nrank 1, 3: all_reduce(x, group=pair)", 4);

  EXPECT_EQ(outcome(run), "done");
  EXPECT_EQ(after(run, 1, "x")[0], 4);
  EXPECT_EQ(after(run, 2, "x")[0], 2);
  ASSERT_FALSE(run.trace.transfers.empty());
  for (const Transfer& t : run.trace.transfers) {
    EXPECT_TRUE(t.from == 1 || t.from == 3);
    EXPECT_TRUE(t.to == 1 || t.to == 3);
    EXPECT_GE(t.route, 0);
    EXPECT_LT(t.route, static_cast<std::int32_t>(run.trace.routes.size()));
  }
}

}  // namespace
}  // namespace commlab
