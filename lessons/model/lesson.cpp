#include "lessons/model/lesson.h"

#include <fmt/format.h>

namespace commlab {

bool changes_scene(const Question& question) {
  return question.kind == Question::Kind::state || question.kind == Question::Kind::build;
}

std::string numbered_title(int number, const std::string& title) {
  return number > 0 ? fmt::format("{}  {}", number, title) : title;
}

}  // namespace commlab
