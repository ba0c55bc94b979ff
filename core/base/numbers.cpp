#include "core/base/numbers.h"

#include <fmt/format.h>

#include "core/base/index.h"

namespace commlab {

std::string with_commas(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > (number < 0 ? 1 : 0); place -= 3)
    text.insert(index(place), ",");
  return text;
}

std::string counted(std::int64_t n, std::string_view thing) {
  return fmt::format("{} {}{}", with_commas(n), thing, n == 1 ? "" : "s");
}

}  // namespace commlab
