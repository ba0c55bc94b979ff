#pragma once
// The word of a list that was most likely meant by a misspelled one: "unknown machine 'hmc8' (did you mean
// hcm8?)".

#include <span>
#include <string>
#include <string_view>

namespace commlab {

// The word with the smallest edit distance (a swap of neighbours counts as one edit); empty if none is near.
std::string nearest(std::string_view word, std::span<const std::string> words);
// " (did you mean hcm8?)", or "".
std::string suggestion(std::string_view word, std::span<const std::string> words);

}  // namespace commlab
