#pragma once
// Makes one instruction of a receive and the send of what was received: one pass over the data, as in a GPU
// kernel. Either the two follow one another in a lane, as in a ring; or one lane only sends what another lane
// receives, as in a chain: then the two lanes become one. The price: the instruction needs a free slot for
// the send before it takes the message in. So a ring of fused receives with one slot is a deadlock.

#include "core/programs/programs.h"

namespace commlab {

Program fused(Program&&);

}  // namespace commlab
