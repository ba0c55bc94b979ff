#pragma once
// Tensors as text.

#include <cstddef>
#include <string>
#include <vector>

#include "gui/window/run/script_shown.h"

namespace commlab {

// Whether the contents of tensors are known at the time that is shown.
bool is_known_now(const ScriptShown&);

// "4", "0.5", "1e+08", "?" if it is not known.
std::string element_text(const std::vector<double>& values, const std::vector<bool>& known, std::size_t);

// A line for each rank's tensor: "rank 0 x: 1 1 1 1 -> 4 3 2 1"; at the beginning, only the part before the
// arrow.
std::string text_of_tensors(const ScriptShown&);

// "and 5 more": elements for which there is no room in a line.
std::string text_of_more(std::size_t elements);

}  // namespace commlab
