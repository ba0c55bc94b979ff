#include "tests/window/script_by_hand.h"

#include <algorithm>
#include <tuple>

#include "core/machine/machine.h"

namespace commlab {
namespace {

using Kind = ScriptSpan::Kind;

Topology ring_of(int gpus) {
  Topology topology{.gpus = 0, .gpus_forward = true};
  for (int i = 0; i < gpus; ++i) topology.add("gpu" + std::to_string(i), NodeType::gpu);
  for (int i = 0; i < gpus; ++i)
    topology.connect(i, (i + 1) % gpus, LinkType::nvlink, GBps(25), microseconds(1));
  return topology;
}

ScriptRun run_of(int ranks, std::string flavour, std::string text) {
  ScriptRun run;
  run.text = std::move(text);
  run.machine = "ring:4,25GB/s,1us";
  run.flavour = std::move(flavour);
  run.ranks = ranks;
  run.trace.collective.ranks = ranks;
  run.trace.topology = ring_of(ranks);
  run.through.assign(ranks, never);
  run.exposed.assign(ranks, Time{});
  return run;
}

void add_message(ScriptRun& run, std::int32_t call, Rank from, Rank to, Time start, Time end) {
  run.calls[call].transfers.push_back(static_cast<std::int32_t>(run.trace.transfers.size()));
  run.trace.transfers.push_back({.from = from,
                                 .to = to,
                                 .bytes = 1 << 20,
                                 .ready = start,
                                 .start = start,
                                 .head = start,
                                 .sent = end,
                                 .end = end});
}

void fill(ScriptRun& run, Rank rank, std::string name, std::vector<double> before, std::vector<double> after,
          bool known = true) {
  const std::size_t count = before.size();
  run.tensors.push_back({.rank = rank,
                         .name = std::move(name),
                         .before = std::move(before),
                         .before_known = std::vector<bool>(count, known),
                         .after = std::move(after),
                         .after_known = std::vector<bool>(count, true)});
}

}  // namespace

ScriptRun reduced_by_hand() {
  ScriptRun run = run_of(4, "gloo",
                         "# Ones are added up on rank 0.\n"
                         "tensor x = [1, 1, 1, 1]\n"
                         "tensor out = empty(4)\n"
                         "\n"
                         "rank all: reduce(x, dst=0); print(x)\n");
  run.finish = microseconds(120);
  run.calls.push_back(
      {.what = "reduce", .ranks = {0, 1, 2, 3}, .group = "world", .matched = microseconds(15)});
  for (Rank rank = 0; rank < 4; ++rank) {
    const Time came = microseconds(5 * rank), ended = microseconds(120 - 10 * rank);
    run.spans.push_back({.rank = rank,
                         .kind = Kind::waits,
                         .line = 5,
                         .what = "reduce(x, dst=0)",
                         .call = 0,
                         .start = came,
                         .end = ended - microseconds(4)});
    run.spans.push_back(
        {.rank = rank, .line = 5, .what = "print(x)", .start = ended - microseconds(4), .end = ended});
    run.spans.push_back({.rank = rank,
                         .lane = ScriptLane::communication,
                         .kind = Kind::carries,
                         .line = 5,
                         .what = "reduce(x, dst=0)",
                         .call = 0,
                         .start = microseconds(15),
                         .end = ended - microseconds(4)});
    run.through[rank] = ended;
    run.prints.push_back({.at = ended, .rank = rank, .line = 5, .text = "x = [1, 1, 1, 1]"});
    fill(run, rank, "x", {1, 1, 1, 1}, {1.0 * (4 - rank), 1.0 * (4 - rank), 1, 1});
  }
  for (Rank from = 0; from < 4; ++from)
    add_message(run, 0, from, (from + 3) % 4, microseconds(15), microseconds(45));
  for (Rank from = 0; from < 4; ++from)
    add_message(run, 0, from, (from + 3) % 4, microseconds(45), microseconds(80));
  for (Rank rank = 0; rank < 4; ++rank) fill(run, rank, "out", {0, 0, 0, 0}, {0.5, 1e8, 0, 0}, false);
  return run;
}

ScriptRun ring_that_hangs_by_hand() {
  ScriptRun run = run_of(4, "gloo",
                         "# Everyone sends to the right first.\n"
                         "ranks 4\n"
                         "tensor x = [rank] * 4\n"
                         "tensor y = empty(4)\n"
                         "\n"
                         "rank all:\n"
                         "  compute(10 us)\n"
                         "  send(right, x)\n"
                         "  recv(left, y)\n");
  run.outcome = ScriptOutcome::deadlock;
  run.finish = microseconds(30);
  for (Rank rank = 0; rank < 4; ++rank) {
    const Rank right = (rank + 1) % 4;
    const std::string what = "send(" + std::to_string(right) + ", x)";
    run.calls.push_back({.what = "send", .ranks = {rank, right}, .size = {16}});
    run.spans.push_back(
        {.rank = rank, .line = 7, .what = "compute(10 us)", .start = {}, .end = microseconds(10 + 5 * rank)});
    run.spans.push_back({.rank = rank,
                         .kind = Kind::waits,
                         .line = 8,
                         .what = what,
                         .call = rank,
                         .start = microseconds(10 + 5 * rank),
                         .end = run.finish,
                         .unfinished = true});
    run.waits.push_back({.rank = rank,
                         .line = 8,
                         .what = what,
                         .on = right,
                         .on_line = 8,
                         .why = "rank " + std::to_string(rank) + " waits in line 8, " + what +
                                ", until rank " + std::to_string(right) + " receives"});
    run.cycle.push_back(rank);
    fill(run, rank, "x", {1.0 * rank, 1.0 * rank, 1.0 * rank, 1.0 * rank},
         {1.0 * rank, 1.0 * rank, 1.0 * rank, 1.0 * rank});
    run.prints.push_back({.at = milliseconds(1'800'000),
                          .rank = rank,
                          .text = "Timed out waiting 1800000ms for send operation to complete",
                          .is_error = true});
  }
  run.culprit = ScriptCulprit{.rank = 0,
                              .line = 8,
                              .why =
                                  "Every rank sends first, and no send returns before its receive: a send "
                                  "has to come after its neighbour's receive on at least one rank."};
  return run;
}

ScriptRun absent_rank_by_hand() {
  ScriptRun run = run_of(4, "nccl",
                         "tensor x = [rank + 1] * 4\n"
                         "rank 0..2: all_reduce(x); synchronize()\n"
                         "rank 3: compute(20 us)\n");
  run.outcome = ScriptOutcome::deadlock;
  run.finish = microseconds(25);
  run.calls.push_back({.what = "all_reduce", .ranks = {0, 1, 2, 3}, .group = "world"});
  for (Rank rank = 0; rank < 3; ++rank) {
    run.spans.push_back(
        {.rank = rank, .line = 2, .what = "all_reduce(x)", .call = 0, .start = {}, .end = microseconds(5)});
    run.spans.push_back({.rank = rank,
                         .kind = Kind::waits,
                         .line = 2,
                         .what = "synchronize()",
                         .start = microseconds(5),
                         .end = run.finish,
                         .unfinished = true});
    run.spans.push_back({.rank = rank,
                         .lane = ScriptLane::communication,
                         .kind = Kind::waits,
                         .line = 2,
                         .what = "all_reduce(x)",
                         .call = 0,
                         .start = microseconds(5),
                         .end = run.finish,
                         .unfinished = true});
    run.waits.push_back({.rank = rank,
                         .line = 2,
                         .what = "all_reduce(x)",
                         .on = 3,
                         .why = "rank " + std::to_string(rank) +
                                " waits in line 2, all_reduce(x), for rank 3, which never calls it"});
    run.prints.push_back(
        {.at = milliseconds(600'000),
         .rank = rank,
         .text = "[Rank " + std::to_string(rank) +
                 "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=0, OpType=ALLREDUCE, "
                 "NumelIn=4, Timeout(ms)=600000) ran for 600000 milliseconds before timing out.",
         .is_error = true});
    fill(run, rank, "x", {1, 2, 3, 4}, {1, 2, 3, 4});
  }
  run.spans.push_back({.rank = 3, .line = 3, .what = "compute(20 us)", .start = {}, .end = microseconds(2)});
  run.spans.push_back({.rank = 3,
                       .lane = ScriptLane::compute,
                       .line = 3,
                       .what = "compute(20 us)",
                       .start = microseconds(2),
                       .end = microseconds(22)});
  run.through[3] = microseconds(2);
  run.culprit = ScriptCulprit{
      .rank = 3, .line = 3, .why = "Rank 3 never calls all_reduce: it is through with its script."};
  return run;
}

ScriptRun overlapped_by_hand() {
  ScriptRun run =
      run_of(2, "nccl",
             "rank 0:\n  for k in 0..3:\n    isend(1, 4 MB) -> h\n    compute(2 ms)\n    wait(h)\n"
             "rank 1:\n  for k in 0..3:\n    irecv(0, 4 MB) -> h\n    compute(1 ms)\n    wait(h)\n");
  run.finish = milliseconds(9);
  for (int k = 0; k < 4; ++k) {
    const Time start = milliseconds(2 * k);
    run.calls.push_back(
        {.what = "send", .ranks = {0, 1}, .sequence = k, .size = {4'000'000}, .matched = start});
    for (Rank rank = 0; rank < 2; ++rank) {
      const std::string what = rank == 0 ? "isend(1, 4 MB)" : "irecv(0, 4 MB)";
      const int line = rank == 0 ? 3 : 8;
      run.spans.push_back({.rank = rank,
                           .line = line,
                           .what = what,
                           .call = k,
                           .start = start,
                           .end = start + microseconds(60)});
      run.spans.push_back({.rank = rank,
                           .lane = ScriptLane::compute,
                           .line = line + 1,
                           .what = rank == 0 ? "compute(2 ms)" : "compute(1 ms)",
                           .start = start + microseconds(80),
                           .end = start + milliseconds(rank == 0 ? 2 : 1)});
      run.spans.push_back({.rank = rank,
                           .lane = ScriptLane::communication,
                           .kind = Kind::carries,
                           .line = line,
                           .what = what,
                           .call = k,
                           .start = start + microseconds(60),
                           .end = start + microseconds(1'700)});
    }
    add_message(run, k, 0, 1, start + microseconds(60), start + microseconds(1'700));
  }
  std::ranges::stable_sort(run.spans, {},
                           [](const ScriptSpan& s) { return std::tuple(s.rank, s.lane, s.start); });
  run.through = {milliseconds(9), milliseconds(8)};
  return run;
}

std::vector<ScriptRun> all_runs_by_hand() {
  return {reduced_by_hand(), ring_that_hangs_by_hand(), absent_rank_by_hand(), overlapped_by_hand()};
}

}  // namespace commlab
