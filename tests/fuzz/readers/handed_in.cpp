// The answer file that a learner hands in: read, counted, and reported.

#include <fmt/format.h>

#include "gui/cli/reports/tally_report.h"
#include "lessons/class/handed_in.h"
#include "lessons/class/tally.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/record.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> answer_files() {
  LessonRecord record{.lesson = "small", .variant = 1, .step = 1, .answers = {}, .edits = {}};
  record.answers = {
      {.question = 0, .first = "4.3 ms", .last = "4.3 ms", .solved = true, .attempts = 1, .took = 12},
      {.question = 1, .first = "b", .last = "a", .shown = true, .attempts = 2, .hints = 1}};
  record.edits.emplace_back(1, SceneKeys{{"size", "1 KiB"}});
  const LessonRecord other{
      .lesson = "who-has-what", .answers = {{.question = 0, .first = "?", .last = "4"}}, .edits = {}};
  return {fmt::format("{{\"format\": 1, \"name\": \"Ada\", \"lessons\": [{}, {}]}}", record_text(record),
                      record_text(other)),
          class_file_text({{.name = "", .records = {record, other}}, {.name = "", .records = {record}}})};
}

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = {*read_lesson(COMMLAB_SOURCE_DIR "/tests/fuzz/small.lesson.md")};
  return all;
}

void use(std::string_view input) {
  const InputFile file(input, "fuzzed.json");
  const ReadHandedIn read = read_handed_in({file.path()});
  if (read.files.empty()) return;
  const Result<ClassTally> counted = tally(read.files, lessons(), small_laboratory());
  if (!counted) return;
  tally_text(*counted, 80);
  tally_json(*counted);
  tally_csv(*counted);
}

}  // namespace

extern const FuzzedReader handed_in{
    .name = "handed_in", .longest = 4096, .examples = answer_files, .use = use};

}  // namespace commlab::fuzzed
