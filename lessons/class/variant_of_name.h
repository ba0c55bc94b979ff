#pragma once
// Chooses a learner's variant of a lesson by the learner's name: the same on a printed sheet, in the
// terminal, and on every computer.

#include <cstdint>
#include <string>
#include <string_view>

#include "lessons/model/lesson.h"

namespace commlab {

// The name in lower case (only A to Z), without blanks around it, and with single blanks between words: " Ada
// Lovelace" and "ada lovelace" are the same learner.
std::string name_as_compared(std::string_view name);

// The name's stable_hash, modulo the lesson's variants.
std::uint64_t variant_of_name(const Lesson&, std::string_view name);

}  // namespace commlab
