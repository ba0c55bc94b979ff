#pragma once
// All final values that an element can have: one for every allowed order of the accesses to it. Times do not
// matter; only the rules that order two steps do (sim/script/values/races.h). For two writers of one cell,
//
//   copy(mine, cell); add(mine, one); copy(cell, mine)        R . W
//   copy(yours, cell); add(yours, one); copy(cell, yours)         r . w
//
// there are six orders: RWrw and rwRW end with 2, the other four with 1. Orders that differ only in steps
// that do not touch the element count once. add(cell, x) reads, and writes later; atomic_add(cell, x) does
// both in one step.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/flavour.h"
#include "sim/script/state.h"
#include "sim/script/values/memory.h"
#include "sim/script/values/races.h"

namespace commlab {

inline constexpr std::size_t most_orders = 10'000;

// A finished run: its steps, the order of its steps, and its tensors.
struct ScriptPlayed {
  const ScriptProgram& program;
  const Flavour& flavour;
  const ScriptState& state;
  const ScriptRaces& races;
  const ScriptMemory& before;
  const ScriptMemory& after;
};

// Nullopt stands for an order in which the element is never written. Errors: there is no such element; the
// rank's tensors are used in calls between ranks, whose ends depend on other ranks; another element also has
// a race; there are more orders than most_orders.
Result<std::vector<std::optional<double>>> all_outcomes(const ScriptElement&, const ScriptPlayed&);

}  // namespace commlab
