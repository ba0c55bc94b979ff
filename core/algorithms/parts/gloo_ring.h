#pragma once
// gloo's ring: it runs towards lower ranks, where the canonical ring runs towards higher ones, so that the
// two add up in different orders; and each rank's chunk travels in two segments.
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., and is complete at rank c
//
// facebookincubator/gloo, gloo/allreduce.cc and gloo/reduce.cc begin alike.

#include "core/schedule/algorithm.h"

namespace commlab {

inline constexpr int gloo_segments = 2;  // per chunk

constexpr bool gloo_ranks(const Collective& c) { return c.ranks <= 512; }  // each message is written down

// The block in which a chunk begins; chunks count on round the ring.
int gloo_block(const Schedule&, int chunk);

// Who sends a chunk first has its own input of it in the output as well, or not.
enum class FirstSender : std::uint8_t { keeps_its_input, leaves_its_output };

// Cuts the vector, and sums every chunk down the ring.
void gloo_reduce_scatter(Schedule&, FirstSender);

}  // namespace commlab
