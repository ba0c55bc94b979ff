#pragma once
// A script whose names are filled in, as somebody would have written it: nobody writes `rank + 0`, or
// `[1, 1 + 1, 1 + 2]`.

#include <string>

namespace commlab {

// Without `+ 0` and `* 1`, and with sums of whole numbers added up, wherever they stand alone among terms.
// What the script means stays, and so do its lines.
std::string with_folded_terms(std::string script);

}  // namespace commlab
