#include "tests/window/lesson/class_stage.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "gui/experiments/laboratory.h"
#include "lessons/format/lesson_parser.h"
#include "sim/critical_path.h"
#include "sim/script/run_script.h"
#include "sim/simulate.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

constexpr std::string_view presented_lesson = R"(# A class

```lesson
id = "class"
title = "A class"
minutes = 5
goal = "See a ring."
```

## A ring {core}

Four ranks.

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```predict
ask = "How long does it take?"
answer = time(run)
unit = "us"
tolerance = 5%
wrong.step = time(step 1), "That is a step."
why = "It takes {{ time(run) }}."
```

```hint
text = "A whispered hint."
```

```teacher
notes = "A secret of the teacher."
minutes = 4
board = "What would you ask?"
```

```check
ask = "Make it last less than 50 us."
kind = "state"
allow = ["size"]
expect = time(run) < 50 us
why = "Less to carry."
```

```solution
size = "64 KiB"
```
)";

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<std::filesystem::path> starting_with(const std::filesystem::path& folder,
                                                   std::string_view name) {
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().filename().string().starts_with(name)) return file.path();
  return std::nullopt;
}

const std::filesystem::path shipped_lessons = COMMLAB_SOURCE_DIR "/lessons";

Result<Run> simulated(const Programs& programs, const std::optional<Machine>& machine, const Experiment&,
                      const RunOptions& options) {
  return simulate(programs, *machine, {.trace = options.trace, .stop = options.stop});
}

Tools tools_for_class() {
  Tools tools;
  tools.backends = {{.name = BackendName::sim, .title = "a model", .models = true, .run = simulated}};
  tools.critical_path = [](const Trace& trace) {
    const CriticalPath path = critical_path(trace);
    return Chain{path.transfers, path.split};
  };
  tools.run_script = run_script;
  tools.machine_folder = COMMLAB_SOURCE_DIR "/sim/machines";
  tools.lesson_folder = shipped_lessons;
  return tools;
}

}  // namespace

Class::Class(const std::vector<std::string>& lessons, ClassLength cut) : tools(tools_for_class()) {
  for_window.laboratory = laboratory(tools);
  for_window.laboratory.data = [](std::string_view name) -> Result<std::string> {
    const auto file = starting_with(shipped_lessons / "data", std::string(name) + "-");
    if (!file) return fail("there are no data '{}'", name);
    return text_of_file(*file);
  };
  for_window.lesson = [](const std::string& which) -> Result<Lesson> {
    if (which == "class") return parse_lesson(presented_lesson, "class.lesson.md");
    const auto file = starting_with(shipped_lessons, which);
    if (!file) return fail("there is no lesson '{}'", which);
    return read_lesson(*file);
  };
  for_window.keep = [this](const LessonRecord&) -> Status {
    ++kept;
    return {};
  };
  show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
  const Status started = start_presentation(session, lessons, cut);
  EXPECT_TRUE(started) << started.error().message;
}

std::string Class::value(std::string_view widget) const {
  const Widget* found = session.registry.find(widget);
  return found ? found->value : "";
}

}  // namespace commlab
