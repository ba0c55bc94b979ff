#pragma once
// The proof of Programs in which tiles of ranks do the same: the ranks of one tile are followed instead of
// all. Where every rank does the same (Frame::shift), a tile is one rank.
//
// Why this is enough. Let T turn every rank by one tile, and every block as the programs say (BlockTurn; with
// Frame::shift, each block to the next). The programs, what the ranks bring and what the collective promises
// are the same after T. Let all tiles do the next instruction of one of their lanes at the same time: it is
// one of the orders in which the programs can happen, because what one tile needs for it (dependencies, a
// slot, a message) all tiles have before any of them goes on. After each such move the memory of tile d is
// that of tile 0, turned d times; a message from the tile d ahead is what tile 0 sends, turned d times. So
// the ranks of tile 0 keep their promises if and only if all ranks do, and no order of the instructions lets
// a rank wait forever, because one does not: slots and messages are never taken away from a lane that waits.
// Two accesses of a rank to its memory are in order if one lane or one dependency orders them, and then so
// are those of the same rank of every tile.
//
// For an all_reduce, the ranks combine a block in the same order if contributions, named by how many tiles
// they are away from the block, are combined in the same order in all blocks that are one block turned, on
// all ranks of tile 0. This needs as many such blocks as tiles.

#include "core/programs/programs.h"

namespace commlab {

// Whether this proves everything that verify() claims, and that all ranks combine in one order. False: it
// takes the proof of all ranks to tell, for example because only a chain of messages orders two accesses.
// REQUIRES: check_form(programs), slots >= 0.
bool proved_by_one_tile(const Programs&, int slots);

}  // namespace commlab
