#pragma once
// How much memory each rank's instructions read and write in one call: the blocks of its buffers, and the
// slots in which messages reach it. What fits into a processor's caches is faster.

#include <vector>

#include "core/programs/programs.h"

namespace commlab {

// In bytes, by rank. A buffer's bytes count once, however often they are used; in place, input and output are
// one buffer.
std::vector<Bytes> touched_memory(const Programs&);

}  // namespace commlab
