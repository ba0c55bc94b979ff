#pragma once
// The size of a collective in words.

#include <string>

#include "core/collective/collective.h"

namespace commlab {

// "64 MiB"; "28 B a rank on average" where counts are uneven.
inline std::string size_text(const Collective& c) {
  return to_human(size_of(c)) + (is_uneven(c) ? " a rank on average" : "");
}

}  // namespace commlab
