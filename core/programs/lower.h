#pragma once
// Makes Programs of a Schedule. Only this code works out which instruction waits for which.

#include <cstdint>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

// Which elements the programs move. What is left out makes messages shorter, and never takes one away.
enum class Elements : std::uint8_t {
  all,
  even,  // so many that every chunk has the size of the smallest one, also where counts are uneven
  none,
};

struct Lowering {
  int channels = 1;  // every share of a block is cut into this many parts that travel side by side
  int pieces = 1;    // and each of these into this many pieces that travel one behind the other
  int slots = 8;
  bool one_tile = false;  // one program per rank of a tile, where the algorithm claims that tiles repeat
  bool fused =
      false;  // receive and send on in one instruction, if the next instruction sends what was received
  Elements elements = Elements::all;
  bool operator==(const Lowering&) const = default;
};

// Each move becomes a send and a receive (or a local copy) for every part. Dependencies: a read waits for the
// last write of the same data; a write waits for the last write and all reads since. Addresses are mapped: in
// place, input block b is output block b, and copies onto themselves vanish.
// A schedule that has only the first tile gives programs of a tile. REQUIRES: then can_lower_a_tile().
// Returns an error if channels or pieces are < 1, or if a move reads or writes a block that its rank lacks.
Result<Programs> lower(const Schedule&, const Lowering&);

// Makes them the programs of this collective, or of other elements: only sizes of messages change.
// REQUIRES: it differs from theirs only by its count and counts, and the algorithm that wrote their schedule
// does not look at these.
void resize(Programs&, const Collective&, Elements);

// Whether the programs of a tile can be made from a schedule that has only the first tile: ranks are in
// order, and the blocks of each move turn together.
bool can_lower_a_tile(const Schedule&, const Lowering&);

}  // namespace commlab
