#pragma once
// The variables of a process's environment, and numbers in them.

#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace commlab {

// The value of a variable; nullopt: it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables environment();

// The value, unless it is empty: an empty variable counts as not set.
std::optional<std::string> value_of(const std::string& name, const Variables&);

// Error: the text, which is the variable's value, is no number from `least` to `most`.
Result<int> number_in(const std::string& name, const std::string& text, int least, int most);

}  // namespace commlab
