#pragma once
// What processes of a group send to one another, to begin with.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/programs/programs.h"

namespace commlab {

std::string text_of_bytes(std::span<const std::byte>);
// An all_reduce of 64 bytes between two ranks. REQUIRES: a known algorithm.
Programs small_programs(std::string_view algorithm);
// An all_to_all with uneven counts between two ranks.
Programs small_uneven_programs();

}  // namespace commlab
