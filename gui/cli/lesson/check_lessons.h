#pragma once
// commlab lesson --check: checks lessons by playing them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Checks the named lessons, or all. Returns the exit status: 1 if a lesson has mistakes.
Result<int> check_lessons(const std::vector<std::string>& words, std::optional<std::uint64_t> variant,
                          const Tools&);

// Checks one lesson, and again whenever its file is saved, until the user stops it.
Result<int> check_lessons_whenever_saved(const std::vector<std::string>& words,
                                         std::optional<std::uint64_t> variant, const Tools&);

}  // namespace commlab
