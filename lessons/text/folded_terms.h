#pragma once
// Tidies a script whose names were filled in, so that it reads as if somebody had written it: without `rank +
// 0`, and without `[1, 1 + 1, 1 + 2]`.

#include <string>

namespace commlab {

// The script without `+ 0` and `* 1`, and with sums of whole numbers added up, where these stand alone among
// terms. Its meaning and its lines stay the same.
std::string with_folded_terms(std::string script);

}  // namespace commlab
