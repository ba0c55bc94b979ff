#pragma once
// gloo's ring: it runs towards lower ranks and the usual ring towards higher ones, so the two add in
// different orders. Each rank's chunk travels in two segments.
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., and is complete at rank c
//
// facebookincubator/gloo, gloo/allreduce.cc and gloo/reduce.cc begin in the same way.

#include "core/schedule/algorithm.h"

namespace commlab {

inline constexpr int gloo_segments = 2;  // per chunk

// The number of ranks is limited because the schedule stores every single message.
constexpr bool gloo_ranks(const Collective& c) { return c.ranks <= 512; }

// The first block of a chunk. Chunk numbers wrap around the ring.
int gloo_block(const Schedule&, int chunk);

// Whether the rank that sends a chunk first also copies its input of this chunk to its output.
enum class FirstSender : std::uint8_t { keeps_its_input, leaves_its_output };

// Cuts the vector, and sums every chunk down the ring.
void gloo_reduce_scatter(Schedule&, FirstSender);

}  // namespace commlab
