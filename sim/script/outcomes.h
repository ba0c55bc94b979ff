#pragma once
// All that an element can end with: one value for every order of the accesses to it that nothing forbids.
// Times do not count, only what orders two steps (sim/script/races.h). Of two writers of one cell,
//
//   copy(mine, cell); add(mine, one); copy(cell, mine)        R . W
//   copy(yours, cell); add(yours, one); copy(cell, yours)         r . w
//
// there are six: RWrw and rwRW end with 2, the other four with 1. Orders that differ only in steps that do
// not touch the element are one. add(cell, x) reads, and writes later; atomic_add(cell, x) does both in one
// step.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/flavour.h"
#include "sim/script/memory.h"
#include "sim/script/races.h"
#include "sim/script/state.h"

namespace commlab {

inline constexpr std::size_t most_orders = 10'000;

// What the run of a script that was done says of its steps and what orders them.
struct ScriptPlayed {
  const ScriptProgram& program;
  const Flavour& flavour;
  const ScriptState& state;
  const ScriptRaces& races;
  const ScriptMemory& before;
  const ScriptMemory& after;
};

// Nothing where nobody ever wrote it. Errors: there is no such element; the rank's tensors take part in calls
// between ranks, whose ends are not ordered by one rank alone; another tensor is raced for, too; more orders
// than most_orders.
Result<std::vector<std::optional<double>>> all_outcomes(const ScriptElement&, const ScriptPlayed&);

}  // namespace commlab
