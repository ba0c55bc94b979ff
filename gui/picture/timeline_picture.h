#pragma once
// A run as a picture: a row for each rank, a bar for each transfer that the rank sends, from start to end.
//
//   rank 0  |##0##|##3##|  |//1//|           the number: the block that travels; it decides the colour
//   rank 1  |##1##|##0##|  |//2//|           paler: stored on arrival; full: combined
//           0    10 us    20 us    30 us
//
// A rank that sends several at once has thinner bars, one above the other. If there are many ranks, the first
// ones are drawn; if there are many transfers, the picture shows only when each rank sends. It says so.

#include <string>

#include "core/trace/trace.h"

namespace commlab {

std::string timeline_svg(const Trace&);

}  // namespace commlab
