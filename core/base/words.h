#pragma once
// Letters and words in texts that people write.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
std::string lower_case(std::string_view text);  // changes ASCII letters only
// The words of a text: the parts between blanks and tabs.
std::vector<std::string_view> split_at_blanks(std::string_view text);
// The parts between separators, empty ones included: one more than there are separators.
std::vector<std::string_view> split_at(std::string_view text, char separator);
// The text without blanks, tabs and carriage returns at its two ends.
std::string_view trimmed(std::string_view text);

}  // namespace commlab
