#pragma once
// One cell of the chunk matrix: what a rank holds of a block, or of some of its parts.

#include <span>
#include <string>

#include "core/playback/replay.h"

namespace commlab {

struct MatrixCell {
  int have = 0;  // contributions, in all its parts together
  int need = 0;  // contributions that a complete cell has
  int parts = 1;
  int parts_done = 0;
  bool promised = false;             // it must be complete at the end
  bool foreign = false;              // it holds data that it only sends or passes on
  ValueId value = Replay::no_value;  // the value, if the cell is a single part
  bool done() const { return promised && parts_done == parts; }
  double share() const { return need == 0 ? 0 : static_cast<double>(have) / need; }
};

// A sector stands for a block in a picture of a GPU; or if there is only one block, for a part of it.
constexpr int sectors_of(const Partition& p) { return p.blocks == 1 ? p.parts : p.blocks; }
constexpr int sector_of(const Partition& p, int block, int part) { return p.blocks == 1 ? part : block; }

// What is shown of a chunk: what the output holds; or while that is not complete, what the scratch passes on,
// if it has more contributions.
Held held_or_passing(const Held& output, const Held& passing);
// A cell whose parts hold this. REQUIRES: the replay has this rank and block.
MatrixCell cell_with(const Replay&, Rank, int block, std::span<const Held> parts);

// cell_at() and cell_text() REQUIRE: the replay has this rank, block and parts.
MatrixCell cell_at(const Replay&, Rank, int block, int first_part, int parts, Time);

// "rank 3, chunk 5: 3 of 8 contributions, from ranks 1..3".
std::string cell_text(const Replay&, Rank, int block, int first_part, int parts, Time);
// The two halves of that text: "rank 3, chunk 5", and "3 of 8 contributions, from ranks 1..3".
std::string cell_name(const Replay&, Rank, int block, int first_part, int parts);
std::string cell_state(const Replay&, Rank, int block, int first_part, int parts, Time);
std::string cell_state(const Replay&, const MatrixCell&);

// The number that names a chunk and gives its hue: its block; or if there is only one block, its part.
constexpr int chunk_number(const Partition& partition, int block, int part) {
  return partition.blocks == 1 ? part : block;
}
// "chunk 5"; with several blocks of several parts, "chunk 5.2" is part 2 of block 5.
std::string chunk_text(const Partition&, int block, int part);

}  // namespace commlab
