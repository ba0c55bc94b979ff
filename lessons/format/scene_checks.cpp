#include "lessons/format/scene_checks.h"

#include "lessons/format/lesson_text.h"
#include "lessons/model/scene.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

Status check_scene(const Lesson& lesson, const LessonScene& scene, const SceneBlock& block) {
  if (scene.kind == LessonScene::Kind::none)
    return fail_in_lesson(
        lesson.file, block.line,
        "nothing is run: a scene says run = \"...\" (a collective), nodes = ..., or has a script block");
  for (const auto& [key, value] : block.keys)
    if (!has_key(scene.kind, key)) return fail_in_lesson(lesson.file, block.line, no_such_key(scene, key));
  return {};
}

Status check_plot(const Lesson& lesson, const LessonScene& scene, const PlotBlock& plot) {
  if (plot.x.empty() || can_set(scene, plot.x)) return {};
  return fail_in_lesson(lesson.file, plot.line, fmt::format("x: {}", no_such_key(scene, plot.x)));
}

Status check_explore(const Lesson& lesson, const LessonScene& scene, const ExploreBlock& explore) {
  for (const ExploreBlock::Control& control : explore.controls)
    if (!can_set(scene, control.key))
      return fail_in_lesson(lesson.file, explore.line, no_such_key(scene, control.key));
  return {};
}

Status check_changes(const Lesson& lesson, const LessonScene& scene, const Question& question) {
  for (const std::string& key : question.allow)
    if (!has_key(scene.kind, key) || key == assume_key)
      return fail_in_lesson(lesson.file, question.line, fmt::format("allow: {}", no_such_key(scene, key)));
  return {};
}

}  // namespace

Status check_scenes(const Lesson& lesson) {
  LessonScene scene;
  for (const LessonStep& step : lesson.steps) {
    for (const LessonStep::Item& item : step.items) {
      const auto* block = std::get_if<SceneBlock>(&item);
      if (!block) continue;
      scene = continued(std::move(scene), *block);
      if (const Status fine = check_scene(lesson, scene, *block); !fine) return fine;
    }
    for (const LessonStep::Item& item : step.items) {
      Status fine;
      if (const auto* question = std::get_if<Question>(&item)) fine = check_changes(lesson, scene, *question);
      if (const auto* plot = std::get_if<PlotBlock>(&item)) fine = check_plot(lesson, scene, *plot);
      if (const auto* explore = std::get_if<ExploreBlock>(&item))
        fine = check_explore(lesson, scene, *explore);
      if (!fine) return fine;
    }
  }
  return {};
}

}  // namespace commlab
