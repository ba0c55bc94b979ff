#pragma once
// "unknown machine 'hmc8'; did you mean hcm8?": the word of a list that a typo most likely meant.

#include <span>
#include <string>
#include <string_view>

namespace commlab {

// By edit distance (with swaps of neighbours); empty where nothing is near.
std::string nearest(std::string_view word, std::span<const std::string> words);
// " (did you mean hcm8?)", or "".
std::string suggestion(std::string_view word, std::span<const std::string> words);

}  // namespace commlab
