#pragma once
// Traces of every algorithm, for the tests of playback.

#include <string>

#include "core/playback/replay.h"
#include "core/programs/programs_for.h"
#include "tests/sim/run_on.h"

namespace commlab {

// The trace of a finished run, with its programs.
struct Played {
  std::string name;
  Programs programs;
  Trace trace;
};

// REQUIRES: the run ends.
inline Played played(const Machine& on, const Programs& programs, const SimulateOptions& how = {}) {
  SimulateOptions options = how;
  options.trace = true;
  Result<Run> run = simulate(programs, on, options);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return {.name = fmt::format("{} {} on {}", name_of(programs.collective.kind), programs.algorithm, on.name),
          .programs = programs,
          .trace = std::move(*run->trace)};
}

inline Replay replay_of(const Played& p) {
  Result<Replay> replay = Replay::of(p.trace, p.programs);
  EXPECT_TRUE(replay) << p.name << ": " << (replay ? "" : replay.error().message);
  return std::move(*replay);
}

// Calls check for every algorithm on several machines: in and out of place, in pieces, with uneven blocks,
// with work that takes time and work that takes none, and with several link models.
template <class Check>
void for_every_trace(Check check) {
  for (const char* spec : {"switch:2,25GB/s,0.5us,multicast", "ring:3,25GB/s,0.5us", "switch:4,25GB/s,0.5us",
                           "mesh:2x3,25GB/s,0.5us", "switch:8,25GB/s,0.5us,multicast"}) {
    Machine m = machine(spec);
    const bool works = m.topology.gpus % 2 == 0;
    if (works) {
      m.collective = {.launch = microseconds(5), .overhead = microseconds(1), .latency = microseconds(2)};
      m.work.reduce = {{{{1}, GBps(40)}}};
      if (m.topology.gpus > 4) m.work.copy = m.work.receive = {{{{1}, GBps(80)}}};
    }
    for (const Algorithm* a : algorithms_on(m))
      for (const bool in_place : {false, true}) {
        Collective c{.kind = a->collective, .ranks = m.topology.gpus, .in_place = in_place};
        if (c.kind == CollectiveKind::p2p) c.to = {1};
        c.count = count_for(c.kind, c.ranks, c.dtype, {9'004});
        const Result<Programs> programs =
            programs_for(*a, c, {.channels = works ? 1 : 2, .pieces = works ? 2 : 1, .fused = works});
        ASSERT_TRUE(programs) << a->name << ": " << programs.error().message;
        check(played(m, *programs));
        // Also with streaming, and with links that store whole messages.
        if (works && !in_place) check(played(m, *programs, {.streaming = true, .faults = {.jitter = 0.5}}));
        if (!works && programs->groups.empty()) check(played(m, *programs, {.links = LinkModel::fifo}));
      }
  }
}

}  // namespace commlab
