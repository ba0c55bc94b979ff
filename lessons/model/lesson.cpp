#include "lessons/model/lesson.h"

#include <fmt/format.h>

namespace commlab {

std::string numbered_title(int number, const std::string& title) {
  return number > 0 ? fmt::format("{}  {}", number, title) : title;
}

}  // namespace commlab
