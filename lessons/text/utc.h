#pragma once
// Times as text, in the form of the records: "2026-03-01T09:30:00Z".

#include <cstdint>
#include <optional>
#include <string>

namespace commlab {

// The text of a time in seconds since 1970, UTC, in the years 0 to 9999.
std::string utc_text(std::int64_t seconds);
std::optional<std::int64_t> parse_utc(const std::string& text);  // nothing: the text is no such time

}  // namespace commlab
