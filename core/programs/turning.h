#pragma once
// Whether Programs stay the same when all ranks turn by one tile: then one tile tells of all what can be
// checked or proved.

#include <optional>

#include "core/programs/programs.h"
#include "core/schedule/frame.h"

namespace commlab {

// How blocks turn from one tile of ranks to the next (the tile has a rank for each program), where all that a
// tile does, brings and is promised turns with them. Nothing if it does not, or if that is not known.
std::optional<BlockTurn> turn_of(const Programs&);

}  // namespace commlab
