#pragma once
// Ranges of numbers, as a person writes them for a sweep or a grid.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace commlab {

// first, first * factor, first * factor^2, ... up to last, each rounded down, but more than the one before.
// There is nothing after 0. Ends after most + 1 numbers. REQUIRES: first <= last, factor > 1.
std::vector<std::int64_t> numbers_by_factor(std::int64_t first, std::int64_t last, double factor,
                                            std::size_t most);

}  // namespace commlab
