#pragma once
// A version of NCCL. Its constants and rules differ between versions (core/nccl/nccl_tuning.h).

#include <compare>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct NcclVersion {
  int major = 2;
  int minor = 30;
  auto operator<=>(const NcclVersion&) const = default;
};
// The first and the last version whose constants are known.
inline constexpr NcclVersion oldest_known_nccl = {2, 8};
inline constexpr NcclVersion newest_known_nccl = {2, 30};

// "2.18", "2.18.6-1", or NCCL's own number 21806. Versions newer than the newest count as the newest. An
// error says what was expected; versions before the oldest are errors.
Result<NcclVersion> parse_nccl_version(std::string_view text);
std::string to_text(NcclVersion);

// The version that was current in the middle of a year, among those whose constants are known (dates of
// NVIDIA's release notes).
NcclVersion nccl_version_of_year(int year);

}  // namespace commlab
