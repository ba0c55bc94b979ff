#pragma once
// Where a line of prose may be broken. No line is broken within a word, between a number and its unit ("53.3
// ms"), or within a short formula ("2 (n - 1) / n"). The terminal, printed sheets and the window all follow
// this rule.

#include <string_view>

namespace commlab {

// The end of the word that begins at `from`: the next space, or the end of the line.
std::size_t end_of_word(std::string_view line, std::size_t from);
// The end of the part that begins at `from` and must not be broken; at least a word.
std::size_t end_of_unbreakable(std::string_view line, std::size_t from);

}  // namespace commlab
