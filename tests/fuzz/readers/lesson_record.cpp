// The record of a learner in a lesson, with which the lesson goes on.

#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "lessons/play/record.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> records() {
  LessonRecord record{.lesson = "small", .variant = 1, .step = 1, .answers = {}, .edits = {}};
  record.answers.push_back({.question = 0,
                            .first = "4.3 ms",
                            .last = "4.3 ms",
                            .first_right = true,
                            .solved = true,
                            .stars = {"gold"},
                            .attempts = 1,
                            .answered = 1'700'000'000,
                            .took = 12});
  record.edits.emplace_back(1, SceneKeys{{"size", "1 KiB"}});
  return {record_text({.lesson = "small"}), record_text(record)};
}

const Lesson& small_lesson() {
  static const Lesson lesson = *read_lesson(COMMLAB_SOURCE_DIR "/tests/fuzz/small.lesson.md");
  return lesson;
}

void use(std::string_view input) {
  const Result<LessonRecord> record = parse_record(input);
  if (!record) return;
  record_text(*record);
  completed(small_lesson(), *record);
  Player player(small_lesson(), small_laboratory(), *record, few_runs);
  use_player(player);
}

}  // namespace

extern const FuzzedReader lesson_record{
    .name = "lesson_record", .longest = 2048, .examples = records, .use = use};

}  // namespace commlab::fuzzed
