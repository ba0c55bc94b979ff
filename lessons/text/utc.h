#pragma once
// Moments as records write them: "2026-03-01T09:30:00Z".

#include <cstdint>
#include <optional>
#include <string>

namespace commlab {

// From seconds since 1970, UTC; for years 0 to 9999.
std::string utc_text(std::int64_t seconds);
std::optional<std::int64_t> parse_utc(const std::string& text);  // nothing: the text is no such moment

}  // namespace commlab
