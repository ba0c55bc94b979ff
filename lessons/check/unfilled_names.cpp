#include "lessons/check/unfilled_names.h"

#include <cctype>

#include "lessons/check/typed_in_numbers.h"
#include "lessons/model/read_texts.h"
#include "lessons/model/scene.h"

namespace commlab {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

// "size" of "{size}"; numbers in {{ }} are taken out before.
std::vector<std::string> names_in_braces(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    std::size_t end = open + 1;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end > open + 1 && end < text.size() && text[end] == '}')
      names.push_back(text.substr(open + 1, end - open - 1));
  }
  return names;
}

}  // namespace

void check_unfilled_names(const Lesson& lesson, LessonProblems& problems) {
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
    const VariantValues words = words_of(scene_of(lesson, step), values_of_variant(lesson, 0));
    for (const auto& [text, line] : read_texts(lesson.steps[step]))
      for (const std::string& name : names_in_braces(without_code_and_numbers(text)))
        if (!words.contains(name))
          problems.add(line,
                       fmt::format("nothing fills in '{{{}}}': there is no vary.{}, and no with.{} in this "
                                   "step's scene",
                                   name, name, name));
  }
}

}  // namespace commlab
