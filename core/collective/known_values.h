#pragma once
// Values that are known without a run: elements of a rank's input, and elements of all inputs combined. Each
// follows from its place alone. So every rank makes and checks its own, and so does every thread of a GPU.
// The host and GPU kernels share this source (nvcc compiles constexpr functions for both), so it has nothing
// but arithmetic.

#include <cstdint>

#include "core/base/splitmix.h"
#include "core/collective/element_math.h"

namespace commlab {

// Which whole number an element of a rank's input is. core/collective/data_pattern.h says what the numbers
// are good for.
struct InputRule {
  enum class Draw : std::uint8_t {
    one,     // 1
    rank,    // rank + 1
    below,   // a number from 0 to below - 1, drawn from rank and element; times `times`
    factor,  // 1 or -1, or 2 for at most six ranks
    some,    // as `below` for one of `one_of` neighbouring ranks; 0 for the others
  };
  Draw draw = Draw::one;
  int ranks = 1;
  std::int64_t below = 1;
  std::int64_t times = 1;
  int one_of = 1;

  constexpr std::int64_t operator()(int rank, std::int64_t element) const {
    switch (draw) {
      case Draw::rank: return rank + 1;
      case Draw::below: return number(rank, element);
      case Draw::factor: return factor(rank, element);
      case Draw::some: return has_turn(rank, element, one_of) ? number(rank, element) : 0;
      default: return 1;
    }
  }

 private:
  // A fixed pseudo-random number for each element, and for each element of each rank.
  static constexpr std::uint64_t mixed(std::uint64_t element) { return splitmix(element * splitmix_step); }
  static constexpr std::uint64_t mixed(int rank, std::int64_t element) {
    return mixed(static_cast<std::uint64_t>(element) ^ static_cast<std::uint64_t>(rank + 1) << 40);
  }
  constexpr std::int64_t number(int rank, std::int64_t element) const {
    return static_cast<std::int64_t>(mixed(rank, element) % static_cast<std::uint64_t>(below)) * times;
  }
  // Whether it is the rank's turn: one of every `period` neighbouring ranks, and another for each element.
  static constexpr bool has_turn(int rank, std::int64_t element, int period) {
    const std::uint64_t turn = mixed(static_cast<std::uint64_t>(element)) + static_cast<std::uint64_t>(rank);
    return turn % static_cast<std::uint64_t>(period) == 0;
  }
  // One of every `period` neighbouring ranks brings a 2, so at most six ranks do.
  constexpr std::int64_t factor(int rank, std::int64_t element) const {
    const int period = ranks <= 18 ? 3 : (ranks + 5) / 6;
    if (has_turn(rank, element, period)) return 2;
    return mixed(rank, element) % 2 == 0 ? 1 : -1;
  }
};

// Neighbouring elements of the full vector, from `first` on.
struct KnownValues {
  static constexpr int all_ranks = -1;

  InputRule input;
  int whose = 0;              // one rank's input, or that of all_ranks combined, rank 0 first
  std::int64_t first = 0;     // the number of element 0
  int divides_inputs_by = 1;  // for an average of floats: before they are combined
  int divides_result_by = 1;  // for an average of whole numbers

  constexpr KnownValues from(std::int64_t element) const {
    KnownValues rest = *this;
    rest.first += element;
    return rest;
  }
};

template <class Element>
constexpr Element known_input(const KnownValues& values, int rank, std::int64_t i) {
  const std::int64_t number = values.input(rank, values.first + i);
  return narrowed<Element>(static_cast<Widened<Element>>(number));
}

// Element i of the values. The operation is the collective's; for an average it is Sum.
template <class Element, class Operation>
constexpr Element known_value(const KnownValues& values, std::int64_t i, Operation operation) {
  if (values.whose != KnownValues::all_ranks) return known_input<Element>(values, values.whose, i);
  const int divisor = values.divides_inputs_by;
  Element all = divided(known_input<Element>(values, 0, i), divisor);
  for (int rank = 1; rank < values.input.ranks; ++rank)
    all = combined(all, divided(known_input<Element>(values, rank, i), divisor), operation);
  return divided(all, values.divides_result_by);
}

// Whether a value that is not the right one is as good: it differs by no more than `slack` times the right
// one. Without slack, none is.
constexpr bool is_near(double found, double right, double slack) {
  const double apart = found < right ? right - found : found - right;
  return slack > 0 && apart <= slack * (right < 0 ? -right : right);
}

}  // namespace commlab
