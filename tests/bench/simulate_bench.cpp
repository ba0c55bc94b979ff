// How fast the simulator is, in transfers per second of CPU time. Compare only numbers of one run: machines
// are shared and noisy.
//
// The public simulators' figures for the same ring (1,024 ranks, 1 MiB, from their inputs to the result, one
// core of a cloud machine): LogGOPSim 1.45 M messages/s, ASTRA-sim analytical 0.72 M/s, SimGrid S4U 0.37 M/s.

#include <benchmark/benchmark.h>

#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "sim/simulate.h"
#include "tests/bench/cases.h"

namespace commlab {
namespace {

struct Case {
  const char* spec;
  CollectiveKind kind;
  const char* algorithm;
  Bytes size;
  Lowering lowering{};
  SimulateOptions options{};
};

// Times everything from the generation of the schedule to the result.
void run(benchmark::State& state, const Case& c) {
  const Machine machine = value(machine_from_spec(c.spec));
  const Algorithm& algorithm = *value(find_algorithm(c.kind, c.algorithm));
  const Collective all = collective(c.kind, machine.topology.gpus, c.size);
  std::int64_t transfers = 0;
  for (auto _ : state) {
    const Programs programs = value(programs_for(algorithm, all, c.lowering));
    transfers += value(simulate(programs, machine, c.options)).transfers;
  }
  state.SetItemsProcessed(transfers);
}

using enum CollectiveKind;
constexpr const char* big_switch = "switch:1024,25GB/s,0.5us";

BENCHMARK_CAPTURE(run, ring_1024_ranks_exact,
                  Case{big_switch, all_reduce, "ring", MiB(1), {}, {.exact = true}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, ring_1024_ranks_jittered,
                  Case{big_switch, all_reduce, "ring", MiB(1), {}, {.faults = {.jitter = 0.05}}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, ring_1024_ranks_one_for_all, Case{big_switch, all_reduce, "ring", MiB(1)})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, ring_1024_ranks_fifo,
                  Case{big_switch, all_reduce, "ring", MiB(1), {}, {.links = LinkModel::fifo}})
    ->Unit(benchmark::kMillisecond);
// The contended case: every rank posts a message to every other rank at once, 1,047,552 messages in all, so
// 1,023 messages share every link. The public simulators take 9.7 s (ASTRA-sim, congestion-aware), 44 s
// (ATLAHS), 100 s (SimGrid S4U) and more than 200 s (LogGOPSim) for it. `fair` and `fifo` are two link
// models; `jittered` and `slow_rank` keep the messages from all ending at the same moment.
BENCHMARK_CAPTURE(run, all_to_all_1024_fair,
                  Case{big_switch, all_to_all, "direct", MiB(1), {}, {.exact = true}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, all_to_all_1024_fair_1MiB_per_pair,
                  Case{big_switch, all_to_all, "direct", MiB(1024), {}, {.exact = true}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    run, all_to_all_1024_fair_slow_rank,
    Case{big_switch, all_to_all, "direct", MiB(1), {}, {.faults = {.slow_gpus = {{.gpu = 3, .factor = 2}}}}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    run, all_to_all_1024_fifo,
    Case{big_switch, all_to_all, "direct", MiB(1), {}, {.links = LinkModel::fifo, .exact = true}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    run, all_to_all_1024_fifo_jittered,
    Case{
        big_switch, all_to_all, "direct", MiB(1), {}, {.links = LinkModel::fifo, .faults = {.jitter = 0.05}}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    run, all_to_all_64_fair_jittered,
    Case{"switch:64,25GB/s,0.5us", all_to_all, "direct", MiB(1), {}, {.faults = {.jitter = 0.05}}})
    ->Unit(benchmark::kMillisecond);
// Many senders share the link into the root, and each always has a piece under way. With jitter no two pieces
// end at the same moment, so every end of a piece changes every rate.
BENCHMARK_CAPTURE(
    run, contended_16_flows,
    Case{"switch:17,25GB/s,0.5us", gather, "flat", MiB(64), {.pieces = 1000}, {.faults = {.jitter = 0.05}}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    run, contended_64_flows,
    Case{"switch:65,25GB/s,0.5us", gather, "flat", MiB(64), {.pieces = 500}, {.faults = {.jitter = 0.05}}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace commlab
