// Lessons on paper: a learner's sheet tells nothing that the run gives; on the teacher's sheet all of it is
// computed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/cli/lesson/sheet_html.h"
#include "gui/cli/lesson/sheet_markdown.h"
#include "gui/cli/output/prose_html.h"
#include "lessons/class/quiz.h"
#include "lessons/class/sheet.h"
#include "lessons/format/lesson_parser.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string asked_of_copies = one_step(R"(
It takes {{ time(to 2) }} in all.

```predict
ask = "How long to GPU 2?"
answer = time(to 2)
unit = "ms"
wrong.first = time(to 1), "That is the copy to GPU 1."
why = "There is no NVLink."
```
```check
ask = "All is done after {{ time(run) }}, the first after {{ time(to 1) }}. Which is last?"
choice.two = "to GPU 2", time(to 2) == time(run)
choice.one = "to GPU 1", time(to 1) == time(run), "It has four NVLinks."
tags = ["quiz"]
```
```check
ask = "Only to GPU 1."
kind = "state"
allow = ["to"]
expect = time(run) < 5 ms
star.gold = time(run) < 4.5 ms, "in less than {{ 4.5 ms }}"
```
```solution
to = "1"
```
```teacher
notes = "Show the machine."
minutes = 3
board = "Who is far from whom?"
```
```plot
title = "Times"
bar.one = time(to 1), "one"
unit = "ms"
```
)");

std::string markdown_sheet(const std::string& text, const SheetWish& wish) {
  const Lesson lesson = *parse_lesson(text, "x.lesson.md");
  SceneRunner runner(simulating_laboratory());
  const Result<Sheet> sheet = sheet_of(lesson, wish, runner);
  return sheet ? sheets_markdown({*sheet}) : "! " + sheet.error().message;
}

TEST(ASheet, HasGapsForAllThatTheRunTells) {
  const std::string sheet = markdown_sheet(asked_of_copies, {.name = "Ada"});

  EXPECT_THAT(sheet, HasSubstr("It takes ………… in all."));
  EXPECT_THAT(sheet, HasSubstr("Name: Ada"));
  EXPECT_THAT(sheet, HasSubstr("**1. Predict.** How long to GPU 2?\n\nAnswer: ………… ms\n"));
  // A later text may tell numbers of the run, except those that another question asks for.
  EXPECT_THAT(sheet, HasSubstr("All is done after …………, the first after 4.29 ms."));
  EXPECT_THAT(sheet, HasSubstr("- [ ] a) to GPU 2\n- [ ] b) to GPU 1\n"));
  EXPECT_THAT(sheet, HasSubstr("- [ ] gold: in less than 4.5 ms\n"));
  EXPECT_THAT(sheet, HasSubstr("Answer: to (the receivers) = …………\n"));
  for (const char* told : {"53.3", "no NVLink", "four NVLinks", "Show the machine", "Times"})
    EXPECT_THAT(sheet, Not(HasSubstr(told)));
}

TEST(ASheet, WithAnswersIsTheTeachers) {
  const std::string sheet = markdown_sheet(asked_of_copies, {.answers = true});

  EXPECT_THAT(sheet, HasSubstr("(answers)"));
  EXPECT_THAT(sheet, HasSubstr("It takes 53.3 ms in all."));
  EXPECT_THAT(sheet, HasSubstr("**Answer: 53.3 ms**\n\n- not 4.29 ms: That is the copy to GPU 1.\n"));
  EXPECT_THAT(sheet, HasSubstr("Why: There is no NVLink."));
  EXPECT_THAT(sheet, HasSubstr("**Answer: to GPU 2**"));
  EXPECT_THAT(sheet, HasSubstr("- not to GPU 1: It has four NVLinks."));
  EXPECT_THAT(sheet, HasSubstr("**Answer: to = 1**"));
  EXPECT_THAT(sheet, HasSubstr("**Teacher, 3 min.** Show the machine."));
  EXPECT_THAT(sheet, HasSubstr("Ask the room: Who is far from whom?"));
  EXPECT_THAT(sheet, HasSubstr("Times"));
}

// Guards against a fixed bug: the sheet said "Click it in the picture", but had no picture.
TEST(ASheet, DrawsTheMachineWhereALearnerLooksAtIt) {
  const std::string looked_at = one_step(
      "```view\nlayout = \"topology\"\n```\n```check\nask = \"Which?\"\n"
      "kind = \"point\"\nanswer = bottleneck\n```\n");
  const std::string sheet = markdown_sheet(looked_at, {});
  EXPECT_THAT(sheet, HasSubstr("gpu0 <-> gpu1"));
  EXPECT_THAT(sheet, HasSubstr("nvlink"));
  EXPECT_THAT(markdown_sheet(asked_of_copies, {}), Not(HasSubstr("<->"))) << "no question needs it";
  EXPECT_THAT(markdown_sheet(looked_at, {.answers = true}), Not(HasSubstr("<->")))
      << "the class has a picture";

  const Lesson lesson = *parse_lesson(looked_at, "x.lesson.md");
  SceneRunner runner(simulating_laboratory());
  const std::string page = sheets_html({*sheet_of(lesson, {}, runner)});
  EXPECT_THAT(page, HasSubstr("<svg "));
  EXPECT_THAT(page, HasSubstr(">gpu7</text>"));
}

TEST(ASheet, SaysWhatAKeyIsAndHasAllSolutions) {
  const std::string asked = one_step(
      "```check\nkind = \"state\"\nask = \"Faster.\"\nallow = [\"to\", \"size\"]\nword.to = \"who gets it\"\n"
      "expect = time(run) < 5 ms\n```\n```solution\nto = \"1\"\n```\n```solution\nsize = 4 KB\n```\n");
  EXPECT_THAT(markdown_sheet(asked, {}),
              HasSubstr("Answer: to (who gets it) = …………, size (how much data) = …………"));
  EXPECT_THAT(markdown_sheet(asked, {.answers = true}), HasSubstr("; or "));
  EXPECT_THAT(problems_of(one_step("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"to\"]\n"
                                   "word.size = \"how much\"\nexpect = time(run) < 5 ms\n```\n")),
              HasSubstr("word.size says what 'size' is, and 'allow' does not let it change"));
}

// Guards against a fixed bug: the key of lesson 12 was printed twice, although only one question differs.
TEST(ASheet, OfAnotherVariantIsWhatDiffers) {
  std::string text = asked_of_copies;
  text.insert(text.find("minutes"), "vary.last = [\"4 MB\", \"8 MB\"]\n");
  text.replace(text.find("How long to GPU 2?"), 18, "How long to GPU 2, not {last}?");
  const Lesson lesson = *parse_lesson(text, "x.lesson.md");
  SceneRunner runner(simulating_laboratory());
  const Sheet first = *sheet_of(lesson, {.variant = 0, .answers = true}, runner);
  const Sheet second = *sheet_of(lesson, {.variant = 1, .answers = true}, runner);
  const std::string differs = sheets_markdown({only_what_differs(second, first)});
  EXPECT_THAT(differs, HasSubstr("How long to GPU 2, not 8 MB?"));
  EXPECT_THAT(differs, HasSubstr("What differs from the variant before."));
  for (const char* same : {"Which is last?", "Show the machine", "It takes"})
    EXPECT_THAT(differs, Not(HasSubstr(same)));
  EXPECT_THAT(sheets_markdown({only_what_differs(first, first)}),
              HasSubstr("All answers are those of the variant before."));
}

// A copy to GPU 2 alone, without NVLinks on its way, over a link that is slowed down.
std::string slow_link(std::string_view text) {
  return one_step(fmt::format(
      "## Slow\n```scene\nto = \"2\"\nslow = \"gpu0-gpu2:2x\"\n```\n{}\n\n```check\nask = \"Which "
      "link holds everyone up?\"\nkind = \"point\"\nanswer = bottleneck\n```\n",
      text));
}

// Guards against a fixed bug: the sheet printed `slow = gpu1-gpu2:4x` above the question "which link is it?".
TEST(ASheet, HasAGapWhereAKeyOfTheSceneIsTheAnswer) {
  const std::string sheet = markdown_sheet(slow_link("One link is slow."), {});
  EXPECT_THAT(sheet, HasSubstr("slow = …………"));
  EXPECT_THAT(sheet, HasSubstr("machine = hcm8"));
  EXPECT_THAT(sheet, Not(HasSubstr("gpu2")));

  EXPECT_THAT(markdown_sheet(slow_link("One link is slow."), {.answers = true}), HasSubstr("gpu0-gpu2:2x"));
}

TEST(ALessonCheck, FindsAnAnswerThatStandsOnTheSheetBeforeItsQuestion) {
  const std::string given_away = "its answer, gpu0 -> gpu2, is on the learner's sheet before the question";
  EXPECT_THAT(problems_of(slow_link("One link is slow.")), Not(HasSubstr("learner's sheet")));
  EXPECT_THAT(problems_of(slow_link("The link gpu2-gpu0 is slow.")), HasSubstr(given_away));
  EXPECT_THAT(problems_of(slow_link("The link gpu0->gpu2 is slow.")), HasSubstr(given_away));
  EXPECT_THAT(problems_of(slow_link("The link gpu0-gpu21 is not.")), Not(HasSubstr("learner's sheet")));
}

TEST(ALessonCheck, FindsTheOnlyChoiceThatWasNamed) {
  const auto asked = [](std::string_view text, std::string_view right = "over the host") {
    return problems_of(one_step(
        fmt::format("{}\n```check\nask = \"Which way?\"\nchoice.host = \"{}\", time(to 2) > time(to 1)\n"
                    "choice.link = \"over a link\", time(to 2) < time(to 1)\n```\n",
                    text, right)));
  };
  const std::string alone = "of its choices, only the right one, ";
  EXPECT_THAT(asked("It goes over the host."),
              HasSubstr(alone + "'over the host', is on the learner's sheet"));
  EXPECT_THAT(asked("Over a link, or over the host?"), Not(HasSubstr(alone)));
  EXPECT_THAT(asked("Look."), Not(HasSubstr(alone)));
  EXPECT_THAT(asked("The host.", "host"), Not(HasSubstr(alone))) << "a single word may stand anywhere";
}

TEST(ASheet, NamesWhereItCannotBeComputed) {
  EXPECT_THAT(
      markdown_sheet(one_step("```predict\nask = \"a\"\nanswer = time(to 7)\nunit = \"ms\"\n```\n"), {}),
      testing::ContainsRegex("! x.lesson.md:[0-9]+: "));
}

TEST(ASheet, AsHtmlIsOnePageAndText) {
  const Lesson lesson = *parse_lesson(asked_of_copies, "x.lesson.md");
  SceneRunner runner(simulating_laboratory());
  const std::string page = sheets_html(
      {*sheet_of(lesson, {.name = "A <b>"}, runner), *sheet_of(lesson, {.answers = true}, runner)});

  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("Name: A &lt;b&gt;"));
  EXPECT_THAT(page, HasSubstr("<span class=\"box\"></span><p>a) to GPU 2</p>"));
  EXPECT_THAT(page, HasSubstr("@page { size: A4;"));
  EXPECT_THAT(page, HasSubstr("<strong>Answer: 53.3 ms</strong>"));
  for (const char* elsewhere : {"http", "src=", "href=", "<script"})
    EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
}

TEST(ProseAsHtml, HasListsTablesAndCode) {
  EXPECT_EQ(prose_html("a **b** `c<d`"), "<p>a <strong>b</strong> <code>c&lt;d</code></p>\n");
  EXPECT_EQ(prose_html("`r - k + 1`"), "<p><code class=\"unbroken\">r - k + 1</code></p>\n");
  EXPECT_EQ(prose_html("is r - k, or **2 < 3**"),
            "<p>is r&nbsp;-&nbsp;k, or <strong>2&nbsp;&lt;&nbsp;3</strong></p>\n");
  EXPECT_EQ(
      prose_html("| x | y |\n|---|---|\n| 1 | 2 |\n\nz"),
      "<table>\n<tr><th>x</th><th>y</th></tr>\n\n<tr><td>1</td><td>2</td></tr>\n\n</table>\n<p>z</p>\n");
  EXPECT_THAT(prose_html("- one\n"), HasSubstr("<span>•</span>one"));
}

// Equal seeds give equal quizzes; only questions that need nothing but an answer are asked.
TEST(AQuiz, IsDrawnBySeedFromWhatIsTagged) {
  const std::vector<Lesson> lessons = {*parse_lesson(asked_of_copies, "x.lesson.md")};
  const std::vector<QuizQuestion> quiz = quiz_of(lessons, 3, 10);
  ASSERT_EQ(quiz.size(), 1U);
  EXPECT_EQ(quiz[0].question->choices.size(), 2U);
  EXPECT_EQ(quiz_of(lessons, 3, 0).size(), 0U);

  std::vector<Lesson> shipped;
  for (const char* name : {"04-two-disguises", "07-three-copies", "10-sharing-a-road"})
    shipped.push_back(*read_lesson(fmt::format("{}/lessons/{}.lesson.md", COMMLAB_SOURCE_DIR, name)));
  const auto lines = [&](std::uint64_t seed) {
    std::vector<int> lines;
    for (const QuizQuestion& asked : quiz_of(shipped, seed, 100)) lines.push_back(asked.question->line);
    return lines;
  };
  EXPECT_EQ(lines(1), lines(1));
  EXPECT_NE(lines(1), lines(2));
  EXPECT_THAT(lines(1), testing::UnorderedElementsAreArray(lines(2)));
}

TEST(AQuiz, AnswersAndIsPrinted) {
  const std::vector<Lesson> lessons = {*parse_lesson(asked_of_copies, "x.lesson.md")};
  SceneRunner runner(simulating_laboratory());
  const std::vector<QuizQuestion> quiz = quiz_of(lessons, 3, 10);
  const StepInVariant step = step_in_variant(lessons[0], quiz[0].step, quiz[0].variant, runner);

  EXPECT_THAT(*words_before(quiz[0], step), HasSubstr("It takes ? in all."));
  const bool turned = shown_question(quiz[0]).choices[0].text != "to GPU 2";
  const std::string right = turned ? "b" : "a", wrong = turned ? "a" : "b";
  EXPECT_TRUE(quiz_feedback(quiz[0], right, step)->right);
  EXPECT_EQ(quiz_feedback(quiz[0], wrong, step)->message, "It has four NVLinks.");
  EXPECT_TRUE(quiz_feedback(quiz[0], "?", step)->unknown);
  EXPECT_FALSE(quiz_feedback(quiz[0], "z", step));
  const std::string sheet = sheets_markdown({*quiz_sheet(quiz, false, runner)});
  EXPECT_THAT(sheet, HasSubstr("- [ ] " + right + ") to GPU 2"));
  EXPECT_THAT(sheets_markdown({*quiz_sheet(quiz, true, runner)}), HasSubstr("**Answer: to GPU 2**"));
}

}  // namespace
}  // namespace commlab
