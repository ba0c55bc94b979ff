#pragma once
// How large numbers are written, in all of the window alike.

#include <cstdint>
#include <string>

namespace commlab {

std::string with_commas(std::int64_t);  // "1,024"

}  // namespace commlab
