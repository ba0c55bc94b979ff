#pragma once
// The order in which a learner sees the choices of a question. It differs from learner to learner, so that a
// letter that a neighbour says is worth nothing. A learner's variant decides the order as well as the values:
//
//   variant = order * combinations_of(lesson) + the number of the values
//
// Order 0 is that of the file. Records name a choice by its letter in the file, whatever order a learner saw;
// so answers of different learners can be counted together, and records of older programs stay right.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/model/lesson.h"

namespace commlab {

inline constexpr std::uint64_t orders_of_choices = 120;

// All variants of a lesson: those of its values, in each order.
std::uint64_t variants_of(const Lesson&);
// The order that belongs to a variant.
std::uint64_t order_in(const Lesson&, std::uint64_t variant);
// A class sees one order, which is not that of the file.
std::uint64_t variant_of_class(const Lesson&);

// For each choice as it is shown, its place in the file.
std::vector<std::size_t> shown_choices(const Question&, std::uint64_t order);
Question with_choices_in(Question, std::uint64_t order);
Lesson with_choices_in(Lesson, std::uint64_t order);
// Undoes with_choices_in().
Lesson with_choices_of_file(Lesson, std::uint64_t order);

// The letter by which a record names the choice that is shown at this place, and the other way round. A text
// that is no letter of a choice stays as it is.
std::string recorded_letter(const Question& shown, std::uint64_t order, std::size_t place);
std::string shown_letter(const Question& shown, std::uint64_t order, std::string_view recorded);

}  // namespace commlab
