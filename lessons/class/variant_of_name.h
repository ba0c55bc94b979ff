#pragma once
// Which variant of a lesson somebody of this name gets: on a printed sheet, in the terminal, on every
// computer the same.

#include <cstdint>
#include <string>
#include <string_view>

#include "lessons/model/lesson.h"

namespace commlab {

// " Ada  Lovelace" and "ada lovelace" are one: blanks around are dropped, those within are one, and the
// letters A to Z are small.
std::string name_as_compared(std::string_view name);

// The name's stable_hash, modulo the lesson's combinations.
std::uint64_t variant_of_name(const Lesson&, std::string_view name);

}  // namespace commlab
