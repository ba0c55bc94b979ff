#include "core/collective/partition.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

// The first element of the b-th of `pieces` equal pieces of n elements.
// Computed in 128 bits, because n * pieces may exceed 63.
std::int64_t even_start(std::int64_t n, int b, int pieces) {
  return static_cast<std::int64_t>(static_cast<__int128>(n) * b / pieces);
}

ElementRange part_of(ElementRange whole, int part, int parts) {
  if (parts == 1) return whole;
  return {whole.first + even_start(whole.size(), part, parts),
          whole.first + even_start(whole.size(), part + 1, parts)};
}

}  // namespace

ElementRange Partition::block(int block) const {
  if (rule == PartitionRule::even)
    return {even_start(elements, block, blocks), even_start(elements, block + 1, blocks)};
  const std::int64_t size = elements / blocks + (elements % blocks != 0);
  return {std::min(elements, block * size), std::min(elements, (block + 1) * size)};
}

ElementRange Partition::chunk(int block, int part) const {
  assert(0 <= block && block < blocks && 0 <= part && part < parts);
  return part_of(this->block(block), part, parts);
}

bool Partition::uniform() const { return elements % (static_cast<std::int64_t>(blocks) * parts) == 0; }

Partition Partition::evened() const {
  // Either the first or the last block is the smallest, by either rule.
  const std::int64_t smallest = std::min(block(0).size(), block(blocks - 1).size());
  Partition even = *this;
  even.elements = smallest / parts * parts * blocks;
  return even;
}

Partition Partition::rounded_up() const {
  const auto pieces = [](std::int64_t n, std::int64_t size) { return n / size + (n % size != 0); };
  Partition even = *this;
  even.elements = pieces(pieces(elements, blocks), parts) * parts * blocks;
  return even;
}

ElementRange stored(const Collective& c, const Partition& p, Buffer buffer, Rank rank) {
  if (is_uneven(c)) {
    if (buffer == Buffer::scratch) return {};
    return {0, buffer == Buffer::input ? c.counts.sent(rank) : c.counts.received(rank)};
  }
  if (buffer == Buffer::scratch || !has_blocks(c.kind))
    return holds(c, buffer, rank, 0) ? ElementRange{0, p.elements} : ElementRange{};
  int first = 0;
  while (first < c.ranks && !holds(c, buffer, rank, first)) ++first;
  int last = first;
  while (last < c.ranks && holds(c, buffer, rank, last)) ++last;
  if (first == last) return {};
  return {first * c.count, last * c.count};
}

ElementRange block_in(const Collective& c, const Partition& p, Buffer buffer, Rank rank, int block) {
  if (!is_uneven(c)) return p.block(block);
  assert(buffer != Buffer::scratch && "uneven counts use no scratch");
  return buffer == Buffer::input ? c.counts.in_input(rank, block) : c.counts.in_output(block, rank);
}

ElementRange chunk_in(const Collective& c, const Partition& p, Buffer buffer, Rank rank, int block,
                      int part) {
  if (!is_uneven(c)) return p.chunk(block, part);
  return part_of(block_in(c, p, buffer, rank, block), part, p.parts);
}

bool is_uniform(const Collective& c, const Partition& p) { return !is_uneven(c) && p.uniform(); }

}  // namespace commlab
