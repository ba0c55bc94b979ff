#pragma once
// A Script's numbers (`number m = 16`) and what it is made for (`machine hcm8`), set from outside: the line
// itself is changed, so that the text shows what is run.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// The text with "number m = 64" in place of "number m = 16"; nullopt if it has no number of this name.
std::optional<std::string> with_number(std::string_view script, std::string_view name,
                                       std::string_view value);
// The text with "machine dgx1" in place of "machine hcm8"; the same for ranks and flavour. Unchanged if the
// text has no such line.
std::string with_opening(std::string_view script, std::string_view word, std::string_view value);
// "m=64", one after the other. An error: no '=' in it; a name that the script has no number of.
Result<std::string> with_numbers(std::string script, const std::vector<std::string>& settings);

}  // namespace commlab
