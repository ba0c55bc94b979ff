#pragma once
// Simplifies a script whose names were filled in, so that it looks as if a person had written it: no `rank +
// 0`, no `[1, 1 + 1, 1 + 2]`.

#include <string>

namespace commlab {

// The script without `+ 0` and `* 1`, and with sums of whole numbers added up, if these are whole terms. The
// meaning and the line breaks stay the same.
std::string with_folded_terms(std::string script);

}  // namespace commlab
