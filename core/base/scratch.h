#pragma once
// Vectors that are filled and emptied again and again.

#include <cstddef>
#include <vector>

namespace commlab {

// Empties the vector. A small one keeps its memory for the next time; a large one gives it back, since a run
// should not hold for long what only one moment needed.
template <class T>
void clear_scratch(std::vector<T>& scratch) {
  constexpr std::size_t most_kept = 1 << 16;  // bytes
  if (scratch.capacity() * sizeof(T) <= most_kept) return scratch.clear();
  std::vector<T>().swap(scratch);  // an assignment of {} would keep the memory
}

}  // namespace commlab
