#pragma once
// One instruction of a recurrence (sim/engine/recurrence.h), on all ranks that run it: for what it waits, and
// how long it takes.

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "sim/engine/recurrence_lines.h"

namespace commlab {

struct RecurrenceStep {
  // A time that the instruction has to wait for: on each rank, the time of the rank that is seen at `by`.
  struct Cause {
    std::uint32_t row;
    std::int32_t by = 0;
    const RecurrenceLine* source = nullptr;  // of a message, which arrives later by the latency
    const Instruction* message = nullptr;    //   which sent it
    Time latency{};                          //   the longest
    bool frees_slot = false;
  };

  std::vector<Cause> causes;
  Time longest;                    // how long it takes
  std::vector<std::int64_t> each;  //   on each rank, if the ranks are not alike

  Time takes(const RecurrenceLine& line, std::size_t position) const {
    return line.alike ? longest : Time{each[position]};
  }
};

}  // namespace commlab
