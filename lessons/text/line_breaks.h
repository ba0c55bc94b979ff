#pragma once
// What of a line of prose stays together when the line is broken: a word, a number with its unit, as in
// "53.3 ms", and a short formula, as in "2 (n - 1) / n". So it is in a terminal, on paper and in the window.

#include <string_view>

namespace commlab {

// Where the word ends that begins at `from`: before a space, or with the line.
std::size_t end_of_word(std::string_view line, std::size_t from);
// Where what must stay together ends that begins at `from`; at least a word.
std::size_t end_of_unbreakable(std::string_view line, std::size_t from);

}  // namespace commlab
