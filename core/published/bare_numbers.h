#pragma once
// JSON has no word for infinity, nor for what is no number. Some versions of torch's profiler write them all
// the same, as do Python's json and printf: NaN, nan, -nan, Infinity, inf.

#include <string>
#include <string_view>

namespace commlab {

// The text with an empty string in place of each of these words, and as long as before.
std::string without_bare_numbers(std::string_view json);

}  // namespace commlab
