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

// A range of elements of the full vector, and the place of its first element.
struct Storage {
  ElementRange elements;
  std::byte* memory = nullptr;

  std::span<std::byte> of(ElementRange range, DataType type) const;  // REQUIRES: within `elements`.
};

// The ranges of elements that a rank stores. With `scaled` there is a second copy of the input: avg scales
// the copy before anything moves, because the given input must not change.
struct RankShape {
  ElementRange input;
  ElementRange output;
  ElementRange scratch;
  bool in_place = false;  // input and output lie within one another
  bool scaled = false;

  ElementRange hull() const;  // the smallest range that has input and output
  Bytes bytes(DataType) const;
};
RankShape shape_of(const Programs&, Rank);

// Whether this is an avg of several ranks: a sum, and a scaling before or after it.
bool scales(const Collective&);

struct RankMemory {
  RankShape shape;
  std::array<Storage, 3> buffers;  // by Buffer: input, output, scratch
  Storage pristine;                // the given input: buffers[input] unless `scaled`

  const Storage& operator[](Buffer buffer) const { return buffers[static_cast<int>(buffer)]; }
};

// Divides one allocation of shape.bytes() among the buffers.
RankMemory laid_out(const RankShape&, DataType, std::byte* memory);

}  // namespace commlab
