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

}  // namespace

ElementRange Partition::block(int block) const {
  if (rule == PartitionRule::even)
    return {even_start(elements, block, blocks), even_start(elements, block + 1, blocks)};
  const std::int64_t size = elements / blocks + (elements % blocks != 0);
  return {std::min(elements, block * size), std::min(elements, (block + 1) * size)};
}

ElementRange Partition::chunk(int block, int part) const {
  assert(0 <= block && block < blocks && 0 <= part && part < parts);
  const ElementRange whole = this->block(block);
  if (parts == 1) return whole;
  return {whole.first + even_start(whole.size(), part, parts),
          whole.first + even_start(whole.size(), part + 1, parts)};
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
  if (buffer == Buffer::scratch || !has_blocks(c.kind))
    return holds(c, buffer, rank, 0) ? ElementRange{0, p.elements} : ElementRange{};
  int first = 0;
  while (first < c.ranks && !holds(c, buffer, rank, first)) ++first;
  int last = first;
  while (last < c.ranks && holds(c, buffer, rank, last)) ++last;
  if (first == last) return {};
  return {first * c.count, last * c.count};
}

}  // namespace commlab
