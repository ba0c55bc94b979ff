#pragma once
// commlab lesson --check: whether lessons are right, found out by doing them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gui/experiments/tools.h"

namespace commlab {

// All lessons where none is named; several at the same time. The exit status: 1 where something is wrong.
Result<int> check_lessons(const std::vector<std::string>& words, std::optional<std::uint64_t> variant,
                          const Tools&);

// One, again whenever its file is saved, until the user stops it.
Result<int> check_lessons_whenever_saved(const std::vector<std::string>& words,
                                         std::optional<std::uint64_t> variant, const Tools&);

}  // namespace commlab
