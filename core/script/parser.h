#pragma once
// From a text to the tree of a Script.

#include <string_view>

#include "core/base/error.h"
#include "core/script/script.h"

namespace commlab {

// An error: "line 5: ...", what was found there, and the nearest known word. Names of operations are checked
// here; names of tensors and numbers are checked later, when the ranks are known.
Result<Script> parse_script(std::string_view text);

}  // namespace commlab
