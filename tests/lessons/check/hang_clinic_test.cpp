// The seven scripts of the hang clinic, and one from lesson 13: the diagnosis of each names a rank and a
// line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/model/lesson_step.h"
#include "lessons/play/player.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

std::string diagnosis_of(const ScriptRun& run) {
  return run.culprit ? fmt::format("{}: {}", name_of(run.outcome), name_of(*run.culprit))
                     : std::string(name_of(run.outcome));
}

TEST(HangClinic, DiagnosesEveryPatientToRankAndLine) {
  const Result<Lesson> lesson = read_lesson(COMMLAB_SOURCE_DIR "/lessons/19-hang-clinic.lesson.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*lesson, simulating_laboratory());

  std::vector<std::string> diagnoses;
  for (int step = 0; step < player.steps(); ++step) {
    player.go(step);
    int question = first_question(*lesson, step);
    each_question(lesson->steps[step], [&](const Question& asked) {
      EXPECT_TRUE(!asked.predicts || player.answer(question, "?"));
      ++question;
    });
    const Result<PlayedScene> scene = player.scene();
    ASSERT_TRUE(scene) << scene.error().message;
    diagnoses.push_back(diagnosis_of(*scene->script_run));
  }

  EXPECT_THAT(diagnoses, testing::ElementsAre("deadlock: rank 1, line 6",  // it leaves early
                                              "done",                      // but its numbers are wrong
                                              "deadlock: rank 0, line 5",  // a broadcast that waits for ever
                                              "mismatch: rank 0, line 4",  // 64 numbers instead of 128
                                              "mismatch: rank 2, line 5",  // another root
                                              "deadlock: rank 0, line 6",  // it sends nothing
                                              "deadlock: rank 0, line 6",  // three groups wait in a circle
                                              "deadlock: any one of ranks 0 to 3"));
}

}  // namespace
}  // namespace commlab
