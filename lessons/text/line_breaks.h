#pragma once
// Where a line of prose may be broken. A word stays together, and so do a number with its unit ("53.3 ms")
// and a short formula ("2 (n - 1) / n"). The terminal, paper and the window all break lines by this rule.

#include <string_view>

namespace commlab {

// The end of the word that begins at `from`: the next space, or the end of the line.
std::size_t end_of_word(std::string_view line, std::size_t from);
// The end of the part that must stay together and begins at `from`; at least a word.
std::size_t end_of_unbreakable(std::string_view line, std::size_t from);

}  // namespace commlab
