#pragma once
// A size as a user types it: every option that takes a size reads it here.

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/base/words.h"

namespace commlab {

// The size as it was typed, with its unit: "8" has 8 bytes, "8B".
inline std::string with_unit(std::string_view size) {
  const bool bare = !size.empty() && std::ranges::all_of(size, is_digit);
  return std::string(size) + (bare ? "B" : "");
}

// As parse_bytes, and a whole number without a unit counts bytes, as in nccl-tests.
inline Result<Bytes> parse_typed_bytes(std::string_view text) { return parse_bytes(with_unit(text)); }

}  // namespace commlab
