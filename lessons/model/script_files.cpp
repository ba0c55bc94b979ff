#include "lessons/model/script_files.h"

#include <algorithm>

#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

Status read_file(SceneBlock& scene, const Laboratory& laboratory) {
  const auto key = std::ranges::find(scene.keys, script_file_key, &SceneKey::first);
  if (key == scene.keys.end()) return {};
  if (scene.script) return fail("a scene has a script block, or one from a file: not both");
  if (!laboratory.script) return fail("no scripts are here");
  return laboratory.script(key->second).map([&](std::string text) {
    scene.script = std::move(text);
    scene.keys.erase(key);
  });
}

}  // namespace

Lesson with_script_files(Lesson lesson, const Laboratory& laboratory,
                         const std::function<void(int line, const std::string& sentence)>& missing) {
  for (LessonStep& step : lesson.steps)
    for (LessonStep::Item& item : step.items)
      if (auto* scene = std::get_if<SceneBlock>(&item))
        if (const Status read = read_file(*scene, laboratory); !read && missing)
          missing(scene->line, fmt::format("file: {}", read.error().message));
  return lesson;
}

}  // namespace commlab
