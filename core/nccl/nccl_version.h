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

// "2.18", "2.18.6-1", or NCCL's own number 21806. An error says what was expected; versions before the oldest
// are errors. Every rule of a version holds for later ones, so one after the newest counts as the newest.
Result<NcclVersion> parse_nccl_version(std::string_view text);
std::string to_text(NcclVersion);
NcclVersion counts_as(NcclVersion);
// "2.28"; "2.30 (the newest that is known, in place of 2.31)".
std::string to_human(NcclVersion);

// The version that was current in the middle of a year, among those whose constants are known (dates of
// NVIDIA's release notes).
NcclVersion nccl_version_of_year(int year);

}  // namespace commlab
