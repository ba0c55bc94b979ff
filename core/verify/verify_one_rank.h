#pragma once
// The proof of Programs in which every rank does the same, seen from its position (Frame::shift): one rank is
// followed instead of all.
//
// Why this is enough. Let T turn every rank and every block by one. The programs, what the ranks bring and
// what the collective promises are the same after T. Let all ranks do their next instruction at the same
// time: it is one of the orders in which the programs can happen, because what one rank needs for it
// (dependencies, a slot, a message) all ranks have before any of them goes on. After each such move the
// memory of rank d is that of rank 0, turned d times; a message from the rank d ahead is what rank 0 sends,
// turned d times. So rank 0 keeps its promises if and only if all ranks do, and no order of the instructions
// lets a rank wait forever, because one does not: slots and messages are never taken away from a lane that
// waits. Two accesses of rank 0 to its memory are in order if one lane or one dependency orders them, and
// then so are those of every rank.
//
// Contributions have the same order on all ranks if, named by their distance from the block, they are
// combined in the same order in all blocks of rank 0.

#include "core/programs/programs.h"

namespace commlab {

// Whether this proves everything that verify() claims, and that all ranks combine in one order. False: it
// takes the proof of all ranks to tell, for example because only a chain of messages orders two accesses.
// REQUIRES: check_form(programs), slots >= 0.
bool proved_by_one_rank(const Programs&, int slots);

}  // namespace commlab
