#pragma once
// Texts that came from another process, made safe to show. Raw, they could move a terminal's cursor, forge a
// line of a log, or turn the reading direction of what follows.

#include <cstddef>
#include <string>
#include <string_view>

namespace commlab {

// Long enough for every error of commlab; a longer text is cut, and ends in "...".
inline constexpr std::size_t longest_shown = 4'096;

// The text in valid UTF-8, with all that is not plainly visible written as an escape: control characters and
// newlines ("\x1b", "\n"), bytes that are no UTF-8 ("\xff"), line separators, bidirectional controls,
// characters of no width and private ones ("\u202e"). A text without them is returned as it is. `most`: in
// bytes.
std::string printable(std::string_view text, std::size_t most = longest_shown);

}  // namespace commlab
