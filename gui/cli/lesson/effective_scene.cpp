#include "gui/cli/lesson/effective_scene.h"

#include "core/base/numbers.h"
#include "lessons/model/scene.h"
#include "lessons/model/scene_keys.h"

namespace commlab {

Result<std::string> effective_scene(const Lesson& lesson, const std::string& step) {
  const auto steps = std::ssize(lesson.steps);
  const std::optional<int> number = parse_number<int>(step);
  if (!number || *number < 1 || *number > steps)
    return fail("step '{}': {} has steps 1 to {}", step, lesson.title, steps);
  const LessonScene scene = scene_of(lesson, *number - 1);
  std::string text = fmt::format("step {}: {}\n\n", *number, lesson.steps[*number - 1].title);
  if (scene.kind == LessonScene::Kind::none) return text + "Nothing is run in this step.\n";
  text += "```scene\n";
  for (const auto& [key, value] : scene.keys)
    text += is_named_expression(key) ? fmt::format("{} = {}\n", key, value)
                                     : fmt::format("{} = \"{}\"\n", key, value);
  text += "```\n";
  if (scene.kind == LessonScene::Kind::script) text += fmt::format("\n```script\n{}```\n", scene.script);
  return text;
}

}  // namespace commlab
