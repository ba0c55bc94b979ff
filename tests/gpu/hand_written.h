#pragma once
// Programs of a few instructions, written by hand.

#include "core/programs/programs.h"

namespace commlab {

// Two ranks send each other their whole input, which becomes the other's output.
Programs exchange_of_two(std::int64_t count);

// Rank 0 sends rank 1 this many blocks of one element each, one message per step.
Programs stream_of_messages(int blocks);

}  // namespace commlab
