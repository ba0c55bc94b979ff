// A lesson as a class sees it: the order of its stops; and each stop shows what it says and nothing else,
// whatever was shown before.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/play/teaching_stops.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using StopKind = TeachingStop::Kind;

constexpr std::string_view class_lesson = R"(# A lesson

```lesson
id = "class"
title = "A class"
minutes = 5
goal = "See."
```

## Copies {core}

GPU 0 copies.

```scene
run = "p2p"
machine = "hcm8"
from = 0
to = "1,2,4"
size = "400 MB"
```

```predict
ask = "How long?"
answer = time(run)
unit = "ms"
tolerance = 5%
wrong.one = time(to 1), "That is one of them."
why = "It takes {{ time(run) }}."
```

```plot
title = "Each"
bar.one = time(to 1), "to 1"
```

Between two predictions.

```predict
ask = "Which is last?"
kind = "choice"
choice.two = "to GPU 2", time(to 2) > time(to 1)
choice.one = "to GPU 1", time(to 1) > time(to 2), "It has NVLinks."
why = "GPU 2 has none."
```

```check
ask = "Make it last less than {{ 1 ms }}."
kind = "state"
allow = ["size"]
expect = time(run) < 1 ms
why = "Less to carry."
```

```solution
size = "4 KB"
```

```check
ask = "How many copies are there?"
answer = transfers
why = "So."
```

```explore
size = ["4 KB", "400 MB"]
show.time = time(run), "time"
```

## More {extra}

The end of it: {{ time(run) }}.
)";

Lesson lesson_for_class() { return parse_lesson(class_lesson, "a.md").value(); }
Player player_for_class() { return Player(lesson_for_class(), simulating_laboratory()); }

std::vector<StopKind> kinds_of(const std::vector<TeachingStop>& stops) {
  std::vector<StopKind> kinds;
  for (const TeachingStop& stop : stops) kinds.push_back(stop.kind);
  return kinds;
}

// Everything visible at the stop: the page's words, and the keys of the scene.
std::string seen_at(Player& player, const TeachingStop& stop) {
  const Status stands = stand_at(player, stop);
  EXPECT_TRUE(stands) << stands.error().message;
  const Result<StepContent> content = player.content();
  if (!content) return "! " + content.error().message;
  std::string seen = fmt::format("{} {}\n", content->title, content->locked ? "locked" : "open");
  for (const StepContent::Item& item : content->items) {
    if (const auto* prose = std::get_if<Prose>(&item)) seen += prose->markdown + "\n";
    if (const auto* plot = std::get_if<PlotState>(&item)) seen += fmt::format("plot {}\n", plot->locked);
    if (const auto* state = std::get_if<QuestionState>(&item))
      seen += state->ask + " -> " + (state->feedback ? state->feedback->result : "") + "\n";
  }
  for (const auto& [key, value] : player.scene_at_rest().keys) seen += key + "=" + value + " ";
  return seen;
}

TEST(TeachingStops, ShowOneThingAtATimeAndTheRunAfterAllPredictions) {
  const std::vector<TeachingStop> stops = teaching_stops(lesson_for_class(), ClassLength::five_minutes);
  using enum StopKind;
  EXPECT_THAT(kinds_of(stops),
              ElementsAre(title, text, asked, text, asked, revealed, mistakes, plot, revealed, mistakes,
                          asked, revealed, asked, revealed, explore, explore, end));
  for (std::size_t i = 1; i + 1 < stops.size(); ++i) EXPECT_EQ(stops[i].unlocked, i >= 5) << i;
  EXPECT_THAT(teaching_stops(lesson_for_class(), ClassLength::fifty_minutes).size(), stops.size() + 1);
}

// Guards against a fixed bug: a sentence that announced a table stood alone on the wall, because the table's
// marks were counted as words.
TEST(TeachingStops, WhatAnnouncesATableStandsAboveIt) {
  const Lesson lesson = parse_lesson(R"(# A lesson

```lesson
id = "table"
title = "A table"
minutes = 5
goal = "See."
```

## A table {core}

How long the host is held by each of the calls that were made:

| | first | second |
|---|---|---|
| one | {{ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 }} | {{ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 }} |
| two | {{ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 }} | {{ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 }} |
)",
                                     "table.md")
                            .value();
  const std::vector<TeachingStop> stops = teaching_stops(lesson, ClassLength::five_minutes);
  EXPECT_THAT(kinds_of(stops), ElementsAre(StopKind::title, StopKind::text, StopKind::end));
  EXPECT_EQ(stops[1].to - stops[1].from, 2);
}

// Guards against a fixed bug: in lesson 16, four wrong answers and their messages were cut off on a wall of
// 1280x720.
TEST(TeachingStops, ManyMistakesAreToldAtSeveralStops) {
  Lesson lesson = lesson_for_class();
  auto& question = std::get<Question>(*std::ranges::find_if(
      lesson.steps[0].items, [](const auto& item) { return std::holds_alternative<Question>(item); }));
  const WrongAnswer one = question.wrong.front();
  question.wrong.assign(4, one);
  question.wrong[1].message = "";
  question.wrong.push_back(one);
  std::vector<std::pair<int, int>> told;
  for (const TeachingStop& stop : teaching_stops(lesson, ClassLength::five_minutes))
    if (stop.kind == StopKind::mistakes && stop.question == 0) told.emplace_back(stop.from, stop.to);
  EXPECT_THAT(told, ElementsAre(std::pair(0, 2), std::pair(2, 4)));
}

TEST(TeachingStops, AreAFunctionOfTheirIndex) {
  Player forward = player_for_class(), back = player_for_class();
  const std::vector<TeachingStop> stops = teaching_stops(forward.lesson(), ClassLength::fifty_minutes);
  std::vector<std::string> seen;
  for (const TeachingStop& stop : stops) seen.push_back(seen_at(forward, stop));
  for (std::size_t i = stops.size(); i-- > 0;) EXPECT_EQ(seen_at(back, stops[i]), seen[i]) << i;
  for (const std::size_t i : {5u, 0u, 11u, 2u, 15u}) EXPECT_EQ(seen_at(forward, stops[i]), seen[i]) << i;
}

TEST(TeachingStops, TellNothingOfARunBeforeItsPredictionIsRevealed) {
  Player player = player_for_class();
  const std::vector<TeachingStop> stops = teaching_stops(player.lesson(), ClassLength::five_minutes);
  for (const std::size_t i : {1u, 2u, 3u, 4u}) {
    EXPECT_THAT(seen_at(player, stops[i]), HasSubstr("locked"));
    EXPECT_THAT(seen_at(player, stops[i]), HasSubstr("How long? -> \n"));
  }
  EXPECT_THAT(seen_at(player, stops[5]), HasSubstr("How long? -> 53.3 ms\n"));
}

TEST(TeachingStops, ACheckIsAskedAndThenItsSolutionIsTheScene) {
  Player player = player_for_class();
  const std::vector<TeachingStop> stops = teaching_stops(player.lesson(), ClassLength::five_minutes);
  EXPECT_THAT(seen_at(player, stops[10]), HasSubstr("size=400 MB"));
  EXPECT_THAT(seen_at(player, stops[11]), HasSubstr("size=4 KB"));
  EXPECT_THAT(seen_at(player, stops[12]), HasSubstr("size=400 MB"));
  EXPECT_THAT(seen_at(player, stops[14]), HasSubstr("size=4 KB"));
  EXPECT_THAT(seen_at(player, stops[15]), HasSubstr("size=400 MB"));
}

TEST(TeachingStops, KnowWhatToExpectOfAnAudience) {
  Player player = player_for_class();
  const Result<AnswerKey> key = player.answer_key(0);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->answer, "53.3 ms");
  EXPECT_EQ(key->why, "It takes 53.3 ms.");
  EXPECT_THAT(key->mistakes, ElementsAre(AnswerKey::Mistake{"4.29 ms", "That is one of them."}));
  // A choice has the letter that the class sees.
  EXPECT_EQ(player.answer_key(1)->answer, "a) to GPU 2");
  EXPECT_THAT(player.answer_key(1)->mistakes,
              ElementsAre(AnswerKey::Mistake{"b) to GPU 1", "It has NVLinks."}));
  EXPECT_FALSE(player.answer_key(99));
}

// The laboratory of these tests has no published tables.
bool lacks_data(const Error& error) {
  return error.message.find("there are no measured data") != std::string::npos;
}

TEST(TeachingStops, OfEveryLessonCanBeShown) {
  for (const auto& file : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/lessons")) {
    if (!file.path().string().ends_with(".lesson.md")) continue;
    Player player(read_lesson(file.path()).value(), simulating_laboratory());
    for (const TeachingStop& stop : teaching_stops(player.lesson(), ClassLength::five_minutes)) {
      const Status stands = stand_at(player, stop);
      EXPECT_TRUE(stands || lacks_data(stands.error())) << file.path() << stands.error().message;
      if (stop.question >= 0) {
        const Result<AnswerKey> key = player.answer_key(stop.question);
        EXPECT_TRUE(key || lacks_data(key.error())) << file.path() << key.error().message;
      }
    }
  }
}

TEST(TeachingStops, TextsAreCutBetweenParagraphsAndTablesStayWhole) {
  EXPECT_THAT(paragraphs_of("one\nstill one\n\n| a | b |\n|---|---|\n\n```\nx\n\ny\n```\n"),
              ElementsAre("one\nstill one", "| a | b |\n|---|---|", "```\nx\n\ny\n```"));
  Lesson lesson = lesson_for_class();
  std::string forty;
  for (int i = 0; i < 40; ++i) forty += "word ";
  std::get<Prose>(lesson.steps[0].items[0]).markdown = forty + "\n\n" + forty + "\n\nshort";
  const std::vector<TeachingStop> stops = teaching_stops(lesson, ClassLength::five_minutes);
  EXPECT_EQ(std::pair(stops[1].from, stops[1].to), std::pair(0, 1));
  EXPECT_EQ(std::pair(stops[2].from, stops[2].to), std::pair(1, 3));
}

TEST(WhatIf, ChangesNothingThatIsKept) {
  Player player = player_for_class();
  EXPECT_FALSE(player.what_if({{"size", "4 KB"}})) << "a prediction is still open";
  ASSERT_TRUE(stand_at(player, teaching_stops(player.lesson(), ClassLength::five_minutes)[10]));
  const std::size_t answers = player.record().answers.size();

  const Result<PlayedScene> changed = player.what_if({{"size", "4 KB"}});

  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_LT(changed->performed->run.trace->finish, milliseconds(1));
  EXPECT_EQ(player.record().answers.size(), answers);
  EXPECT_TRUE(player.record().edits.empty());
  EXPECT_GT(player.scene()->performed->run.trace->finish, milliseconds(50));
  EXPECT_FALSE(player.what_if({{"size", "much"}}));
}

}  // namespace
}  // namespace commlab
