// Messages and collectives that run at the same time share links.

#include <random>
#include <span>

#include "tests/sim/script/ring_of_two.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

// With no cost of calls, everything that the hosts enqueue first begins at 0.
constexpr std::string_view of_two_groups =
    "launch 0 us\nstream a\nstream b\ngroup sums = all on a\ngroup others = all on b\n";

constexpr std::int64_t part = 8000, whole = 8002;  // what the all_reduce takes of a link

// How long a message that takes t alone lasts where so many share the link with such a collective; or the
// collective beside them.
Time beside(Time t, int messages) { return times(t, part + messages * whole, whole); }

// When the call of this number was over for all of its ranks, and how long it was on its way.
struct Carried {
  Time start = never;
  Time end;
};
Carried carried(const ScriptRun& run, std::int32_t call) {
  Carried all;
  for (const ScriptSpan& span : run.spans)
    if (span.call == call && span.kind == ScriptSpan::Kind::carries) {
      all.start = std::min(all.start, span.start);
      all.end = std::max(all.end, span.end);
    }
  EXPECT_GT(all.end, Time{}) << "call " << call;
  return all;
}

std::int32_t call_named(const ScriptRun& run, std::string_view what) {
  const auto found = std::ranges::find(run.calls, what, &ScriptCall::what);
  EXPECT_NE(found, run.calls.end()) << what;
  return static_cast<std::int32_t>(found - run.calls.begin());
}

Time end_of(const ScriptRun& run, std::string_view what) { return carried(run, call_named(run, what)).end; }

// Both at 8002/16002 of their speed until the message has left after 8 ms of its own time. Then 2 us of the
// collective are left.
TEST(ScriptMessagesBesideCollectives, ShareALink) {
  const ScriptRun run =
      script_run(std::string(of_two_groups) +
                     "rank 0: all_reduce(8 MB, group=sums) -> h; isend(1, 8 MB, group=others)\n"
                     "rank 1: all_reduce(8 MB, group=sums) -> h; irecv(0, 8 MB, group=others)",
                 2, "nccl");
  const Time left = beside(milliseconds(8), 1);

  EXPECT_EQ(end_of(run, "send"), left + microseconds(1));
  EXPECT_EQ(end_of(run, "all_reduce"), left + microseconds(2));
  EXPECT_EQ(run.finish, end_of(run, "all_reduce"));
}

TEST(ScriptMessagesBesideCollectives, OverOtherLinksDoNotSlowThemDown) {
  const ScriptRun run = script_run(
      "launch 0 us\ngroup low = 0, 1\n"
      "rank 0, 1: all_reduce(8 MB, group=low)\n"
      "rank 2: send(3, 8 MB)\n"
      "rank 3: recv(2, 8 MB)",
      4, "nccl");

  EXPECT_EQ(end_of(run, "all_reduce"), alone);
  EXPECT_EQ(end_of(run, "send"), milliseconds(8) + microseconds(1));
}

// Links carry as much in one direction as in the other: a broadcast from 0 to 1 leaves the way back free.
TEST(ScriptMessagesBesideCollectives, InTheOtherDirectionDoNotSlowThemDown) {
  for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 0)}) {
    const ScriptRun run = script_run(
        fmt::format("{0}rank {1}: broadcast(8 MB, src=0, group=sums) -> h; isend({2}, 8 MB, group=others)\n"
                    "rank {2}: broadcast(8 MB, src=0, group=sums) -> h; irecv({1}, 8 MB, group=others)",
                    of_two_groups, from, to),
        2, "nccl");
    const Time sent = milliseconds(8) + microseconds(1);

    EXPECT_EQ(end_of(run, "send") == sent, from == 1);
    EXPECT_EQ(end_of(run, "broadcast") == sent, from == 1);
  }
}

// The message comes when the collective has been alone for 2 ms, and goes before it ends.
TEST(ScriptMessagesBesideCollectives, SlowThemFromTheMomentTheyBegin) {
  const ScriptRun run =
      script_run(std::string(of_two_groups) +
                     "rank 0: all_reduce(8 MB, group=sums) -> h; sleep(2 ms); isend(1, 4 MB, group=others)\n"
                     "rank 1: all_reduce(8 MB, group=sums) -> h; irecv(0, 4 MB, group=others)",
                 2, "nccl");
  const Time left = milliseconds(2) + beside(milliseconds(4), 1);

  EXPECT_EQ(end_of(run, "send"), left + microseconds(1));
  EXPECT_EQ(end_of(run, "all_reduce"), left + alone - milliseconds(6));
}

TEST(ScriptMessagesBesideCollectives, AreSlowedFromTheMomentACollectiveBegins) {
  const ScriptRun run =
      script_run(std::string(of_two_groups) +
                     "rank 0: isend(1, 8 MB, group=others); sleep(2 ms); all_reduce(8 MB, group=sums)\n"
                     "rank 1: irecv(0, 8 MB, group=others); sleep(2 ms); all_reduce(8 MB, group=sums)",
                 2, "nccl");
  const Time left = milliseconds(2) + beside(milliseconds(6), 1);

  EXPECT_EQ(end_of(run, "send"), left + microseconds(1));
  EXPECT_EQ(end_of(run, "all_reduce"), left + alone - milliseconds(6));
}

// When the collective ends first, the message has the link for itself again.
TEST(ScriptMessagesBesideCollectives, AreAloneAfterThem) {
  const ScriptRun run =
      script_run(std::string(of_two_groups) +
                     "rank 0: all_reduce(8 MB, group=sums) -> h; isend(1, 20 MB, group=others)\n"
                     "rank 1: all_reduce(8 MB, group=sums) -> h; irecv(0, 20 MB, group=others)",
                 2, "nccl");
  const Time ends = beside(alone, 1);

  EXPECT_EQ(end_of(run, "all_reduce"), ends);
  EXPECT_EQ(end_of(run, "send"), ends + milliseconds(20) - alone + microseconds(1));
}

TEST(ScriptMessagesBesideCollectives, EachCountAsOne) {
  for (const int messages : {1, 2, 3, 5}) {
    std::string sends, receives;
    for (int m = 0; m < messages; ++m) {
      sends += fmt::format("{}isend(1, 4 MB, group=others)", m == 0 ? "" : ", ");
      receives += fmt::format("{}irecv(0, 4 MB, group=others)", m == 0 ? "" : ", ");
    }
    const ScriptRun run = script_run(fmt::format("{}rank 0: all_reduce(8 MB, group=sums) -> h; group: {}\n"
                                                 "rank 1: all_reduce(8 MB, group=sums) -> h; group: {}",
                                                 of_two_groups, sends, receives),
                                     2, "nccl");
    const Time left = beside(milliseconds(4), messages);

    EXPECT_EQ(end_of(run, "send"), left + microseconds(1)) << messages;
    EXPECT_EQ(end_of(run, "all_reduce"), left + alone - milliseconds(4)) << messages;
  }
}

// Random calls of four ranks at random moments, each on a stream of its own.
struct RandomCalls {
  std::string lines;
  std::vector<std::string> calls;
};

RandomCalls random_calls(std::mt19937& random) {
  RandomCalls made{.lines = "launch 0 us\n", .calls = {}};
  const auto any = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int c = 0; c < 5; ++c) {
    made.lines += fmt::format("stream s{0}\ngroup g{0} = all on s{0}\n", c);
    const int from = any(4), to = (from + 1 + any(3)) % 4, size = 1 + any(8);
    const std::string message = fmt::format(
        "  if rank == {0}: isend({1}, {2} MB, group=g{3})\n  if rank == {1}: irecv({0}, {2} MB, "
        "group=g{3})\n",
        from, to, size, c);
    const std::string collective =
        fmt::format("  {}({} MB, group=g{}) -> h{}\n",
                    std::array{"all_reduce", "all_to_all", "broadcast"}[index(any(3))], 4 * size, c, c);
    made.calls.push_back(c % 2 == 0 ? message : collective);
    made.calls.back() += fmt::format("  sleep({} us)\n", any(2000));
  }
  return made;
}

ScriptRun run_of(const RandomCalls& random, std::span<const std::string> calls, std::string_view machine) {
  std::string text = random.lines + "rank all:\n";
  for (const std::string& call : calls) text += call;
  const Result<Script> script = parse_script(text);
  const Result<Machine> on = machine_from_spec(machine);
  EXPECT_TRUE(script && on) << text;
  const Result<ScriptRun> run = run_script(*script, *on, {.flavour = "nccl", .ranks = 4});
  EXPECT_TRUE(run) << text;
  return run ? *run : ScriptRun{};
}

// Nothing is faster beside others than alone, and no link carries more than it can from the begin of its
// first call to the end of its last. (A collective counts as if it used a link evenly, from its begin to its
// end.)
TEST(ScriptMessagesBesideCollectives, AreNeverFasterThanAloneNorThanTheirLinks) {
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round)
    for (const std::string_view machine :
         {"switch:4,1GB/s,500ns", "ring:4,1GB/s,500ns", "fat-tree:2x2,1GB/s,500ns"}) {
      const RandomCalls made = random_calls(random);
      const ScriptRun together = run_of(made, made.calls, machine);
      ASSERT_EQ(outcome(together), "done");
      ASSERT_EQ(together.calls.size(), made.calls.size());

      for (std::size_t c = 0; c < made.calls.size(); ++c) {
        const ScriptRun one = run_of(made, std::span(made.calls).subspan(c, 1), machine);
        const auto call = static_cast<std::int32_t>(
            std::ranges::find(together.calls, fmt::format("g{}", c), &ScriptCall::group) -
            together.calls.begin());
        const Carried beside_others = carried(together, call), by_itself = carried(one, 0);
        EXPECT_GE(beside_others.end - beside_others.start, by_itself.end - by_itself.start) << machine << "\n"
                                                                                            << made.calls[c];
      }
      std::vector<Carried> from_first_to_last(together.trace.topology.links.size());
      std::vector<std::int64_t> bytes(from_first_to_last.size());
      for (std::size_t c = 0; c < together.calls.size(); ++c)
        for (const std::int32_t t : together.calls[c].transfers) {
          const Transfer& transfer = together.trace.transfers[index(t)];
          const Carried call = carried(together, static_cast<std::int32_t>(c));
          for (const LinkId link : together.trace.routes[index(transfer.route)]) {
            Carried& all = from_first_to_last[index(link)];
            all.start = std::min(all.start, call.start);
            all.end = std::max(all.end, call.end);
            bytes[index(link)] += transfer.bytes;
          }
        }
      for (std::size_t link = 0; link < bytes.size(); ++link)
        if (bytes[link] > 0) {
          EXPECT_LE(serialization_time(Bytes{bytes[link]}, together.trace.topology.links[link].bandwidth),
                    from_first_to_last[link].end - from_first_to_last[link].start)
              << machine;
        }
    }
}

}  // namespace
}  // namespace commlab
