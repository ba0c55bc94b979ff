#pragma once
// Helpers shared by the simulator's tests: an experiment in one call.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string_view>
#include <vector>

#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/simulate.h"

namespace commlab {

inline void PrintTo(Time t, std::ostream* out) { *out << t.ps << " ps"; }

// REQUIRES: a valid SPEC.
inline Machine machine(std::string_view spec) {
  Result<Machine> machine = machine_from_spec(spec);
  EXPECT_TRUE(machine) << (machine ? "" : machine.error().message);
  return std::move(*machine);
}

// All algorithms that support the machine's number of GPUs.
inline std::vector<const Algorithm*> algorithms_on(const Machine& m) {
  std::vector<const Algorithm*> able;
  for (const Algorithm* a : algorithms())
    if (a->supports({.kind = a->collective, .ranks = m.topology.gpus}) &&
        (!a->needs_multicast || m.topology.gpus == 1 ||
         (m.topology.multicast && !a->multicasts_between_nodes)))
      able.push_back(a);
  return able;
}

// The programs of a collective on all the machine's GPUs. REQUIRES: valid arguments.
inline Programs programs_on(const Machine& on, CollectiveKind kind, std::string_view algorithm, Bytes size,
                            const Lowering& lowering = {}) {
  Collective c{.kind = kind, .ranks = on.topology.gpus};
  if (kind == CollectiveKind::p2p) c.to = {1};
  c.count = count_for(kind, c.ranks, c.dtype, size);
  Result<const Algorithm*> found = find_algorithm(kind, algorithm);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  Result<Programs> programs = programs_for(**found, c, lowering);
  EXPECT_TRUE(programs) << (programs ? "" : programs.error().message);
  return std::move(*programs);
}

// The time it takes. REQUIRES: it ends.
inline Time time_of(const Machine& on, CollectiveKind kind, std::string_view algorithm, Bytes size,
                    const SimulateOptions& options = {}, const Lowering& lowering = {}) {
  const Result<Run> run = simulate(programs_on(on, kind, algorithm, size, lowering), on, options);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return run ? run->finish : Time{};
}

constexpr Time picoseconds(std::int64_t ps) { return {ps}; }
constexpr Bytes GiB(std::int64_t n) { return {n << 30}; }

}  // namespace commlab
