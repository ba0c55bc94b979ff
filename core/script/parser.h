#pragma once
// From a text to the tree of a Script.

#include <string_view>

#include "core/base/error.h"
#include "core/script/script.h"

namespace commlab {

// An error: "line 5: ...", what was found there, and the nearest that would have been right. Names of
// operations are checked here; those of tensors, and numbers, when the ranks are known.
Result<Script> parse_script(std::string_view text);

}  // namespace commlab
