#pragma once
// "line 2: unknown tensor 'gard' (did you mean grad?)": the error for every unknown name in a script.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// Offers the nearest of the known names, else all of them.
tl::unexpected<Error> unknown_name(int line, std::string_view what, const std::string& name,
                                   const std::vector<std::string>& known);

}  // namespace commlab
