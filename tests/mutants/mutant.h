#pragma once
// The switch of the mutants build (see README.md): which mutant is on, and which were reached.

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

namespace commlab::mutants {

inline constexpr std::size_t most = 1 << 16;  // mutants have the numbers 1 to most - 1

extern const int on;  // the number in the environment variable COMMLAB_MUTANT; 0: none, the program is itself
extern std::array<std::atomic<bool>, most> reached;

// A compiler that computes a constant sees the program itself.
constexpr bool is_on(int mutant) {
  if (std::is_constant_evaluated()) return false;
  reached[static_cast<std::size_t>(mutant)].store(true, std::memory_order_relaxed);
  return on == mutant;
}

}  // namespace commlab::mutants
