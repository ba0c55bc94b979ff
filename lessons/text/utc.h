#pragma once
// Moments as records write them: "2026-03-01T09:30:00Z".

#include <cstdint>
#include <optional>
#include <string>

namespace commlab {

// Seconds since 1970, UTC; of years 0 to 9999.
std::string utc_text(std::int64_t seconds);
std::optional<std::int64_t> parse_utc(const std::string& text);  // nothing: it is no such moment

}  // namespace commlab
