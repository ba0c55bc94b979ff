#include "tests/window/lesson/lesson_stage.h"

#include "core/machine_text/find_machine.h"
#include "lessons/format/lesson_parser.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"

namespace commlab {
namespace {

// Two steps: a prediction of a run, with a check that changes it; and a script.
constexpr std::string_view lesson_of_two_steps = R"(# A lesson

```lesson
id = "two-steps"
title = "Two steps"
goal = "See a ring."
minutes = 3
```

## A ring

Four ranks **all together**, and `all_reduce` of {{ size }}.

- one
- two

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
why = "It takes {{ time(run) }}."
```

```hint
text = "Six steps."
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

## A script

```script
ranks 4
rank all: send(right, 16 B); recv(left, 16 B)
```

```predict
ask = "What happens?"
kind = "choice"
choice.hang = "Everybody waits", deadlock
choice.end = "It ends", not deadlock, "Who receives?"
why = "Nobody receives."
```
)";

Laboratory laboratory_by_hand() {
  return {.perform = [](const Experiment& experiment) -> Result<Outcome> {
            Run run = run_of(to_line(experiment));
            return Outcome{.experiment = experiment,
                           .machine = Machine{.topology = run.trace->topology},
                           .programs = played(to_line(experiment)).programs,
                           .run = std::move(run)};
          },
          .run_script = [](const ScriptScene&) -> Result<ScriptRun> { return ring_that_hangs_by_hand(); },
          .machine =
              [](const std::string& name) { return find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines"); },
          .measure = {},
          .data = {},
          .clock = [] { return std::int64_t{1'700'000'000}; },
          .next_lesson =
              [](std::string_view) {
                return LessonSignpost{8, "two", "Another one"};
              }};
}

}  // namespace

std::string_view two_steps() { return lesson_of_two_steps; }

WindowTools tools_by_hand(LessonRecord& kept) {
  WindowTools tools;
  tools.laboratory = laboratory_by_hand();
  tools.lessons = [] { return std::vector<LessonName>{{.file = "two", .number = 1, .title = "Two steps"}}; };
  tools.lesson = [](const std::string& which) -> Result<Lesson> {
    if (which.ends_with(".lesson.md")) return read_lesson(which);
    if (which != "two") return fail("there is no lesson '{}'", which);
    return parse_lesson(lesson_of_two_steps, "two.lesson.md");
  };
  tools.keep = [&kept](const LessonRecord& record) -> Status {
    kept = record;
    return {};
  };
  return tools;
}

LessonStage::LessonStage(const std::string& lesson) {
  show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
  const Status started = start_lesson(session, lesson);
  EXPECT_TRUE(started) << started.error().message;
}

void LessonStage::wait() {
  while (session.tutor.busy()) {
    session.tutor.wait();
    session.tutor.poll(session);
  }
}

void LessonStage::answer(std::string text) {
  const QuestionState* question = current_question(session.lesson);
  ASSERT_NE(question, nullptr);
  session.lesson.typed[question->number] = std::move(text);
  commit_answer(session, *question);
  wait();
  EXPECT_EQ(session.notice, "");
}

}  // namespace commlab
