#pragma once
// Where a rank's buffers lie in memory. Elements are addressed as in the full vector:
//
//   full vector   |  b0  |  b1  |  b2  |  b3  |
//   rank 1 stores        |  b1  |                    of an all_gather's input
//   in place      |   its output, input within it |  so that block b is the same memory in both

#include <array>
#include <cstddef>
#include <span>

#include "core/collective/partition.h"
#include "core/programs/programs.h"

namespace commlab {

// A run of elements of the full vector, and where its first one lies.
struct Storage {
  ElementRange elements;
  std::byte* memory = nullptr;

  std::span<std::byte> of(ElementRange range, DataType type) const;  // REQUIRES: within `elements`.
};

// The runs of elements a rank must store. `scaled` is a second input: avg multiplies
// it before anything moves, and an input is never written out of place.
struct RankShape {
  ElementRange input;
  ElementRange output;
  ElementRange scratch;
  bool in_place = false;  // input and output lie within one another
  bool scaled = false;

  ElementRange hull() const;  // of input and output
  Bytes bytes(DataType) const;
};
RankShape shape_of(const Programs&, Rank);

// avg is more than a sum here.
bool scales(const Collective&);

struct RankMemory {
  RankShape shape;
  std::array<Storage, 3> buffers;  // by Buffer, as the programs see them
  Storage pristine;                // the input as given: buffers[input] unless `scaled`

  const Storage& operator[](Buffer buffer) const { return buffers[static_cast<std::size_t>(buffer)]; }
};

// Lays the buffers into one allocation of shape.bytes().
RankMemory laid_out(const RankShape&, DataType, std::byte* memory);

}  // namespace commlab
