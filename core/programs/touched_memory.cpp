#include "core/programs/touched_memory.h"

#include <algorithm>
#include <array>

namespace commlab {
namespace {

using Ranges = std::vector<ElementRange>;

std::int64_t elements_in(Ranges ranges) {
  std::ranges::sort(ranges, {}, &ElementRange::first);
  std::int64_t sum = 0, end = 0;
  for (const ElementRange& range : ranges) {
    sum += std::max<std::int64_t>(0, range.last - std::max(end, range.first));
    end = std::max(end, range.last);
  }
  return sum;
}

class Touched {
 public:
  Touched(const Programs& programs, Rank rank) : programs_(programs), rank_(rank) {
    for (const Lane& lane : programs.of(rank).lanes) add(lane);
  }

  Bytes bytes() const {
    std::int64_t elements = 0;
    for (const Ranges& ranges : by_buffer_) elements += elements_in(ranges);
    return {elements * size_of(programs_.collective.dtype) + slots_};
  }

 private:
  void add(const Lane& lane) {
    std::int64_t messages = 0, largest = 0;
    for (const Instruction& i : lane.code) {
      if (has_source(i.op)) add(i, i.source);
      if (has_target(i.op)) add(i, i.target);
      if (reduces(i.op)) add(i, i.with);
      if (!receives(i.op)) continue;
      ++messages;
      largest = std::max(largest, programs_.bytes(rank_, i).count);
    }
    slots_ += largest * std::min<std::int64_t>(messages, programs_.slots);
  }
  void add(const Instruction& i, const Operand& operand) {
    const bool one_buffer = programs_.collective.in_place && operand.buffer == Buffer::input;
    Ranges& ranges = by_buffer_[static_cast<std::size_t>(one_buffer ? Buffer::output : operand.buffer)];
    for (int k = 0; k < i.blocks; ++k) ranges.push_back(programs_.elements(rank_, i, operand, k));
  }

  const Programs& programs_;
  Rank rank_;
  std::array<Ranges, 3> by_buffer_;  // input, output, scratch
  std::int64_t slots_ = 0;
};

}  // namespace

std::vector<Bytes> touched_memory(const Programs& programs) {
  std::vector<Bytes> all;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank)
    all.push_back(Touched(programs, rank).bytes());
  return all;
}

}  // namespace commlab
