#pragma once
// The heart of Rabenseifner's algorithm, among a power-of-two number of ranks: each round of the first
// phase exchanges half as much as the one before with a partner half as far, and adds, until every
// rank has one complete block; the second phase goes all the way back.
//
//   8 blocks, rank 0:  sends 4..7 to 4, then 2..3 to 2, then 1 to 1;  now it has all of block 0
//                      gets 1 from 1, then 2..3 from 2, then 4..7 from 4

#include "core/schedule/schedule.h"

namespace commlab {

// Two phases, 2 log2(members) steps. `begin`: the buffer in which the group's ranks have their vectors.
// REQUIRES: the schedule is cut into as many blocks as the group has members.
void halve_and_double(Schedule&, Group, int members, Buffer begin);

}  // namespace commlab
