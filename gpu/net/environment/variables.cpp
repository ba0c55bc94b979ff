#include "gpu/net/environment/variables.h"

#include <cstdlib>

#include "core/base/numbers.h"

namespace commlab {

Variables environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
}

std::optional<std::string> value_of(const std::string& name, const Variables& variables) {
  auto value = variables(name);
  return value && !value->empty() ? value : std::nullopt;
}

Result<int> number_in(const std::string& name, const std::string& text, int least, int most) {
  const std::optional<int> number = parse_number<int>(text);
  if (number && *number >= least && *number <= most) return *number;
  return fail("{} is '{}'; expected a number from {} to {}", name, text, least, most);
}

}  // namespace commlab
