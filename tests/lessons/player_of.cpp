#include "tests/lessons/player_of.h"

#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "tests/lessons/tried_out.h"

namespace commlab {

Player example_player(LessonRecord record) {
  Result<Lesson> lesson = read_lesson(COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
  return Player(*std::move(lesson), simulating_laboratory(), std::move(record));
}

Player player_of(const std::string& blocks) {
  Result<Lesson> lesson = parse_lesson(one_step(blocks), "a.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
  return Player(*std::move(lesson), simulating_laboratory());
}

std::string prose_of(Player& player) {
  const Result<StepContent> content = player.content();
  EXPECT_TRUE(content) << (content ? "" : content.error().message);
  std::string text;
  for (const StepContent::Item& item : content->items)
    if (const auto* prose = std::get_if<Prose>(&item)) text += prose->markdown;
  return text;
}

std::vector<QuestionState> questions_of(Player& player) {
  std::vector<QuestionState> states;
  const Result<StepContent> content = player.content();
  for (const StepContent::Item& item : content->items)
    if (const auto* state = std::get_if<QuestionState>(&item)) states.push_back(*state);
  return states;
}

std::string locked_step() {
  return "It takes {{ time(run) | ms }} over {{ nvlinks(0, 1) }} links, {{ time(run(to = 1)) | ms }} to "
         "one.\n"
         "```predict\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\nwhy = \"So: {{ time(run) }}.\"\n```\n";
}

}  // namespace commlab
