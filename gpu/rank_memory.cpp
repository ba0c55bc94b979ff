#include "gpu/rank_memory.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "gpu/rounded_up.h"

namespace commlab {
namespace {

// Each buffer begins on a cache line of its own, as allocations do.
std::int64_t bytes_of(ElementRange range, DataType type) {
  return rounded_up(range.size() * size_of(type), cache_line);
}

}  // namespace

std::span<std::byte> Storage::of(ElementRange range, DataType type) const {
  if (range.size() <= 0) return {};
  assert(elements.first <= range.first && range.last <= elements.last && "the range is stored here");
  return {memory + (range.first - elements.first) * size_of(type), index(range.size() * size_of(type))};
}

bool scales(const Collective& c) { return reduces(c.kind) && c.op == ReduceOp::avg && c.ranks > 1; }

RankShape shape_of(const Programs& programs, Rank rank) {
  const Collective& c = programs.collective;
  const Partition& partition = programs.partition;
  RankShape shape{.input = stored(c, partition, Buffer::input, rank),
                  .output = stored(c, partition, Buffer::output, rank),
                  .scratch = {},
                  .in_place = c.in_place,
                  .scaled = scales(c) && is_floating(c.dtype) && !c.in_place};
  if (programs.scratch_blocks > 0) shape.scratch = {0, partition.block(programs.scratch_blocks - 1).last};
  return shape;
}

ElementRange RankShape::hull() const {
  if (input.size() == 0) return output;
  if (output.size() == 0) return input;
  return {std::min(input.first, output.first), std::max(input.last, output.last)};
}

Bytes RankShape::bytes(DataType type) const {
  const std::int64_t both =
      in_place ? bytes_of(hull(), type) : bytes_of(input, type) + bytes_of(output, type);
  return {both + bytes_of(scratch, type) + (scaled ? bytes_of(input, type) : 0)};
}

RankMemory laid_out(const RankShape& shape, DataType type, std::byte* memory) {
  const auto place = [&](ElementRange elements) {
    const Storage storage{elements, memory};
    memory += bytes_of(elements, type);
    return storage;
  };
  RankMemory rank{.shape = shape, .buffers = {}, .pristine = {}};
  auto& [input, output, scratch] = rank.buffers;
  if (shape.in_place) {
    input = output = place(shape.hull());
  } else {
    input = place(shape.input);
    output = place(shape.output);
  }
  rank.pristine = shape.scaled ? place(shape.input) : input;
  scratch = place(shape.scratch);
  return rank;
}

}  // namespace commlab
