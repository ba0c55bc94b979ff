#pragma once
// Makes Programs of a Schedule. Here, and only here, it is worked out who waits for whom.

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

struct Lowering {
  int channels = 1;  // every share of a block is cut into this many parts that travel side by side
  int pieces = 1;    // and each of these into as many that travel one behind the other
  int slots = 8;
  bool fused = false;  // receive-and-send-on as one instruction, where the next one sends what came
};

// Each move becomes a send and a receive (or a local copy) for every part. Dependencies:
// what is read waits for its last write; what is written waits for its last write and all
// reads since. Addresses are mapped: in place, input block b is output block b, and copies
// onto themselves vanish.
// An error where channels or pieces are < 1, or where a move reads or writes what its rank lacks.
Result<Programs> lower(const Schedule&, const Lowering&);

}  // namespace commlab
