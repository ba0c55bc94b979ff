// A lesson's file: read, and played from the first step to the last.

#include "lessons/class/sheet.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

// A lesson of one step takes less time than a whole one: the header, and each step after it.
void add_steps(const std::string& lesson, std::vector<std::string>& all) {
  constexpr std::string_view step = "\n## ";
  const std::size_t first = lesson.find(step);
  for (std::size_t begin = first, end; begin != lesson.npos; begin = end) {
    end = lesson.find(step, begin + 1);
    all.push_back(lesson.substr(0, first) + lesson.substr(begin, end - begin));
  }
}

std::vector<std::string> lessons() {
  std::vector<std::string> all = files_in("tests/fuzz", ".lesson.md");
  for (const char* folder : {"tests/lessons", "lessons"})
    for (const std::string& lesson : files_in(folder, ".lesson.md")) add_steps(lesson, all);
  return all;
}

void use(std::string_view input) {
  Result<Lesson> lesson = parse_lesson(input, "01-fuzzed.lesson.md");
  if (!lesson) return;
  SceneRunner runner(small_laboratory(), few_runs);
  sheet_of(*lesson, {.answers = true}, runner);
  Player player(*std::move(lesson), small_laboratory(), {}, few_runs);
  use_player(player);
}

}  // namespace

extern const FuzzedReader lesson{.name = "lesson", .longest = 4096, .examples = lessons, .use = use};

}  // namespace commlab::fuzzed
