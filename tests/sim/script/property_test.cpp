// Truths about all scripts: where every rank makes the same calls, the values are the reference's; what is
// said about other scripts names real statements; and no text crashes the program.

#include <random>

#include "core/script/program.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

struct CalledBy {
  int ranks;
  std::string_view flavour;
};

std::vector<CalledBy> everybody() {
  std::vector<CalledBy> all;
  for (int ranks = 1; ranks <= 9; ++ranks)
    for (const std::string_view flavour : {"gloo", "nccl", "mpi"}) all.push_back({ranks, flavour});
  return all;
}

// Every collective, with numbers that have the same sum in any order.
TEST(ScriptCollectives, EndWithTheReferencesValues) {
  constexpr std::string_view text =
      "tensor b = [rank + 10 * i + 1] * 5\n"
      "tensor list on last = [i] * 3 * ranks\n"
      "tensor s = empty(3)\n"
      "tensor g = [rank] * 2\n"
      "tensor gathered on 0 = empty(2 * ranks)\n"
      "tensor r = [rank + i] * 7\n"
      "tensor a = [rank * i] * 6\n"
      "tensor all = empty(2 * ranks)\n"
      "tensor in = [rank + i] * 2 * ranks\n"
      "tensor out = empty(2)\n"
      "tensor to = [100 * rank + i] * ranks\n"
      "tensor from = empty(ranks)\n"
      "rank all:\n"
      "  broadcast(b, src=ranks - 1)\n"
      "  scatter(list, s, src=ranks - 1)\n"
      "  gather(g, gathered)\n"
      "  reduce(r, dst=ranks / 2)\n"
      "  all_reduce(a, op=max)\n"
      "  barrier()\n"
      "  all_gather(all, g)\n"
      "  reduce_scatter(out, in)\n"
      "  all_to_all(from, to)\n";
  for (const auto& [ranks, flavour] : everybody()) {
    SCOPED_TRACE(fmt::format("{} ranks, {}", ranks, flavour));
    const ScriptRun run = script_run(text, ranks, flavour);

    ASSERT_EQ(outcome(run), "done");
    const double of_ranks = ranks * (ranks - 1) / 2;
    for (Rank rank = 0; rank < ranks; ++rank) {
      for (int i = 0; i < 5; ++i)
        EXPECT_EQ(after(run, rank, "b")[static_cast<std::size_t>(i)], ranks + 10 * i);
      for (int i = 0; i < 3; ++i) EXPECT_EQ(after(run, rank, "s")[static_cast<std::size_t>(i)], 3 * rank + i);
      for (int i = 0; i < 6; ++i)
        EXPECT_EQ(after(run, rank, "a")[static_cast<std::size_t>(i)], (ranks - 1) * i);
      for (int i = 0; i < 2 * ranks; ++i)
        EXPECT_EQ(after(run, rank, "all")[static_cast<std::size_t>(i)], i / 2);
      for (int i = 0; i < 2; ++i)
        EXPECT_EQ(after(run, rank, "out")[static_cast<std::size_t>(i)], of_ranks + ranks * (2 * rank + i));
      for (int i = 0; i < ranks; ++i)
        EXPECT_EQ(after(run, rank, "from")[static_cast<std::size_t>(i)], 100 * i + rank);
    }
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(after(run, ranks / 2, "r")[static_cast<std::size_t>(i)], of_ranks + ranks * i);
    for (int i = 0; i < 2 * ranks; ++i)
      EXPECT_EQ(after(run, 0, "gathered")[static_cast<std::size_t>(i)], i / 2);
  }
}

// Statements for random scripts; some of them never meet their counterpart.
constexpr std::array statements = {"all_reduce(x)",
                                   "broadcast(x, src=1)",
                                   "barrier()",
                                   "all_gather(all, x)",
                                   "reduce_scatter(x, all)",
                                   "reduce(x, dst=rank % 2)",
                                   "send(right, x)",
                                   "recv(left, y)",
                                   "isend(right, x) -> h",
                                   "irecv(left, y) -> h",
                                   "wait(h)",
                                   "group: send(right, x), recv(left, y)",
                                   "batch: isend(right, x), irecv(left, y) -> h",
                                   "compute(10 us)",
                                   "compute(10 us, stream=side)",
                                   "stream_wait(side, comm)",
                                   "synchronize()",
                                   "add(y, x)",
                                   "copy(x, y)",
                                   "fill(y, 3)",
                                   "print(y)",
                                   "sleep(1 us)",
                                   "start(t)",
                                   "stop(t)",
                                   "all_reduce(x, group=pair)",
                                   "all_reduce(x, group=own) -> h",
                                   "all_gather(1 MB, group=own)",
                                   "send(right, x, group=own)",
                                   "recv(left, y, group=own)",
                                   "batch: all_reduce(x, group=own), isend(right, x)",
                                   "if rank > 0: compute(3 us, stream=apart)",
                                   "all_reduce(1 MB) -> h",
                                   "all_reduce(x, op=avg)",
                                   "send(right, 2 B)",
                                   "recv(left, chunk(all, rank, ranks))",
                                   "sleep(3600 s)",
                                   "all_reduce(1000 GB)",
                                   "send(right, 1000 GB)",
                                   "for k in 0..3: isend(right, x[0]); recv(left, y[0])"};

std::string random_script(std::mt19937& dice) {
  const auto roll = [&](std::size_t sides) { return dice() % sides; };
  std::string text =
      "tensor x = [rank] * 2\ntensor y = empty(2)\ntensor all = [i] * 2 * ranks\ngroup pair = 0, 1\nstream "
      "side\nstream apart\ngroup own = all on apart\n";
  for (const std::string_view line : {"communicators cold\n", "sms 66 of 132\n", "launch 1 us\n"})
    if (roll(3) == 0) text += line;
  const bool alike = roll(4) == 0;
  for (const std::string_view who : {"even", "odd", "0", "last", "all"}) {
    if (who != "all" && (alike || roll(3) == 0)) continue;
    text += fmt::format("rank {}:\n", who);
    for (std::size_t n = 1 + roll(5); n > 0; --n)
      text += fmt::format("  {}\n", statements[roll(statements.size())]);
  }
  return text;
}

void expect_sense(const ScriptRun& run, const std::string& text) {
  const auto lines = static_cast<int>(std::ranges::count(text, '\n')) + 1;
  EXPECT_EQ(run.outcome == ScriptOutcome::done, !run.culprit.has_value()) << text;
  const bool all_through = std::ranges::count(run.through, never) == 0;
  EXPECT_TRUE(run.outcome != ScriptOutcome::done || all_through) << text;
  EXPECT_TRUE(run.outcome != ScriptOutcome::deadlock || !run.waits.empty()) << text;
  for (const ScriptWait& wait : run.waits) {
    EXPECT_NE(wait.rank, wait.on) << text;
    EXPECT_EQ(run.through[static_cast<std::size_t>(wait.rank)], never) << text;
    EXPECT_TRUE(wait.line >= 1 && wait.line <= lines) << text;
    EXPECT_TRUE(wait.on_line >= 0 && wait.on_line <= lines) << text;
    EXPECT_EQ(wait.on_line == 0, run.through[static_cast<std::size_t>(wait.on)] != never) << text;
  }
  for (std::size_t i = 0; i < run.cycle.size(); ++i)
    EXPECT_EQ(run.waits[static_cast<std::size_t>(run.cycle[i])].on,
              run.waits[static_cast<std::size_t>(run.cycle[(i + 1) % run.cycle.size()])].rank)
        << text;
  for (const ScriptSpan& span : run.spans) {
    EXPECT_LE(span.start, span.end) << text;
    EXPECT_LE(span.end, run.finish) << text;
  }
  for (const Transfer& t : run.trace.transfers)
    EXPECT_TRUE(t.ready <= t.start && t.start <= t.sent && t.sent <= t.end && t.end <= run.finish) << text;
}

TEST(Scripts, WhateverTheySayEndOrAreExplained) {
  std::mt19937 dice(1);
  std::map<ScriptOutcome, int> ended;
  for (int round = 0; round < 2000; ++round) {
    const std::string text = random_script(dice);
    const int ranks = 2 + static_cast<int>(dice() % 4);
    for (const std::string_view flavour : {"gloo", "nccl", "mpi"}) {
      const Result<ScriptRun> run = try_script(text, ranks, flavour);
      if (run) {
        expect_sense(*run, text);
        ++ended[run->outcome];
      } else {
        EXPECT_TRUE(run.error().message.starts_with("line ")) << run.error().message << "\n" << text;
      }
    }
  }
  // All kinds of outcomes occur often.
  for (const ScriptOutcome each :
       {ScriptOutcome::done, ScriptOutcome::deadlock, ScriptOutcome::mismatch, ScriptOutcome::error})
    EXPECT_GT(ended[each], 100) << name_of(each);
}

TEST(Scripts, AreTheSameRunTwice) {
  std::mt19937 dice(7);
  for (int round = 0; round < 100; ++round) {
    const std::string text = random_script(dice);
    const Result<ScriptRun> first = try_script(text, 4, "nccl");
    const Result<ScriptRun> second = try_script(text, 4, "nccl");
    ASSERT_EQ(first.has_value(), second.has_value());
    if (!first) continue;
    EXPECT_EQ(first->finish, second->finish);
    EXPECT_EQ(first->spans.size(), second->spans.size());
  }
}

TEST(Scripts, OfMoreThanADayAreGivenUp) {
  const Result<ScriptRun> run = try_script("rank 0:\n  for k in 0..10000:\n    sleep(3600 s)", 1);

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message,
            "the script runs longer than a day of simulated time; use shorter times or fewer bytes");
}

// Letters are lost, doubled and exchanged: the result is an error or a run, never a crash.
TEST(Scripts, OfAnyTextAreReadOrRefused) {
  std::mt19937 dice(3);
  constexpr std::string_view letters = "abcxyz0189 \n\t;:,.()[]{}=+-*/%>#\"\\rank";
  for (int round = 0; round < 3000; ++round) {
    std::string text = random_script(dice);
    for (std::size_t n = 1 + dice() % 6; n > 0; --n) {
      const std::size_t at = dice() % text.size();
      switch (dice() % 4) {
        case 0: text.erase(at, 1 + dice() % 8); break;
        case 1: text.insert(at, 1, letters[dice() % letters.size()]); break;
        case 2: text[at] = static_cast<char>(dice() % 256); break;
        default: text.insert(at, text.substr(dice() % text.size(), dice() % 20)); break;
      }
    }
    const Result<ScriptRun> run = try_script(text, 3, "gloo");
    if (run)
      expect_sense(*run, text);
    else
      EXPECT_FALSE(run.error().message.empty());
  }
}

}  // namespace
}  // namespace commlab
