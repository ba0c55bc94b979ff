// What --check finds in texts alone: typed-in numbers, names without a value, cuts of a lesson that leave out
// its core.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/check/typed_in_numbers.h"
#include "lessons/format/lesson_parser.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(TypedInNumbers, AreThoseWithAUnitFactorsAndCounts) {
  EXPECT_THAT(typed_in_numbers("It takes 5 ms, half is 2.5ms, or 50 %.", {}),
              ElementsAre("5 ms", "2.5ms", "50 %"));
  EXPECT_THAT(typed_in_numbers("16x as much, 2.5× as far", {}), ElementsAre("16x", "2.5×"));
  EXPECT_THAT(typed_in_numbers("Seven hops, 16\ntimes, 1,024 messages", {}),
              ElementsAre("Seven hops", "16 times", "1,024 messages"));
}

TEST(TypedInNumbers, AreNotNamesCodeOrWhatIsMeant) {
  EXPECT_THAT(
      typed_in_numbers("Rank 3 of 4, H100, lesson 7, four NVLinks, step 2, often, seven times-tables", {}),
      testing::Each(testing::StartsWith("seven")));
  EXPECT_THAT(typed_in_numbers("`5 ms` and {{ 600 GB/s }} and {{ 16 }} times, {{ \"seven\" }} hops", {}),
              IsEmpty());
  EXPECT_THAT(typed_in_numbers("Eight times as much, asked three times, (n - 1) times", {}),
              ElementsAre("Eight times"));
  EXPECT_THAT(typed_in_numbers("Here 400 MB, and 8x", {"400MB", "8x dgx"}), IsEmpty());
  EXPECT_THAT(typed_in_numbers("steps 3 times", {"3 times"}), ElementsAre("3 times")) << "no such key";
}

// Learners or teachers read each of these texts.
TEST(TypedInNumbers, AreFoundInEveryText) {
  const std::string problems = problems_of(one_step(R"(
Prose: 91 hops.

```predict
ask = "Ask: 92 hops."
answer = time(to 2)
unit = "ms"
wrong.one = time(to 1), "Wrong: 93 hops."
why = "Why: 94 hops."
```
```hint
text = "Hint: 95 hops."
```
```check
ask = "Which?"
choice.two = "choice: 96 hops", time(to 2) == time(run)
choice.one = "one", time(to 1) == time(run), "Message: 97 hops."
```
```check
ask = "Only to GPU 1."
kind = "state"
allow = ["to"]
expect = time(run) < 5 ms
star.gold = time(run) < 4.5 ms, "star: 98 hops"
```
```solution
to = "1"
```
```teacher
notes = "Notes: 81 hops."
board = "Board: 82 hops."
minutes = 3
```
```view
caption = "Caption: 83 hops."
counter.a = bytes(total), "counter: 84 hops"
```
```plot
title = "Title: 85 hops"
bar.one = time(to 1), "bar: 86 hops"
```
```explore
ask = "Explore: 87 hops."
size = ["400 MB", "200 MB"]
show.time = time(run), "show: 88 hops"
```
```measure
data = "T1"
says = "Says: 89 hops."
```
)"));
  for (int number : {91, 92, 93, 94, 95, 96, 97, 98, 81, 82, 83, 84, 85, 86, 87, 88, 89})
    EXPECT_THAT(problems, HasSubstr(fmt::format("'{} hops' is typed in", number)));
  EXPECT_THAT(problems, HasSubstr("compute it, or write {{ 91 }} hops"));
}

TEST(TypedInNumbers, AreAlsoThoseOfThings) {
  EXPECT_THAT(typed_in_numbers("There are 6 of them, two of them right, 6 of course.", {}),
              ElementsAre("6 of them"));
  EXPECT_THAT(problems_of(one_step("There are 6 of them.\n")), HasSubstr("or write {{ 6 }} of them"));
}

// What a lesson says it fights can only be seen in a wrong answer.
TEST(TheCheck, WantsAWrongAnswerForEachMisconception) {
  const auto fighting = [](std::string text) {
    return text.insert(text.find("minutes = 1"), "fights = [\"M8\", \"M9\"]\n");
  };
  const std::string shown =
      "```check\nask = \"?\"\nunit = \"ms\"\nanswer = time(to 2)\nwrong.one = time(to 1), \"No.\", M8\n```\n";
  EXPECT_THAT(
      problems_of(fighting(one_step(shown))),
      testing::AllOf(HasSubstr("'fights' names M9, and no wrong answer shows it"), Not(HasSubstr("M8"))));
  const std::string chosen =
      "```check\nask = \"?\"\nchoice.a = \"a\", time(to 1) < time(to 2)\n"
      "choice.b = \"b\", time(to 1) > time(to 2), \"No.\", M9\n```\n";
  EXPECT_EQ(problems_of(fighting(one_step(shown + chosen))), "");
}

// Such a choice would stay wrong, or right, whatever becomes of the model.
TEST(TheCheck, WantsEveryChoiceToAskTheRun) {
  const std::string choices =
      "ask = \"?\"\nchoice.a = \"to 1\", time(to 1) < time(to 2)\nchoice.b = \"to 2\", false\n```\n";
  EXPECT_THAT(problems_of(one_step("```check\n" + choices)),
              HasSubstr("the choice \"to 2\" asks nothing of the run, so 'false' never changes"));
  EXPECT_EQ(problems_of(one_step("```check\nfact = true\n" + choices)), "");
}

TEST(UnfilledNames, AreRefused) {
  EXPECT_THAT(problems_of(one_step("To {nobody}, with `{code}` and {{ size }}.\n")),
              HasSubstr("nothing fills in '{nobody}': there is no vary.nobody, and no with.nobody"));
  EXPECT_THAT(problems_of(one_step("```plot\ntitle = \"To {a}\"\nbar.one = time(to 1), \"to {b}\"\n```\n")),
              testing::AllOf(HasSubstr("fills in '{a}'"), HasSubstr("fills in '{b}'")));
  EXPECT_THAT(problems_of(one_step("Sets {1, 2} and f{} are no names.\n")), Not(HasSubstr("fills in")));
}

std::string three_steps(const std::string& mark, int minutes) {
  const std::string teacher = fmt::format("```teacher\nnotes = \"n\"\nminutes = {}\n```\n", minutes);
  return "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 10\n```\n## One" + mark + "\n" + teacher +
         "## Two\n## Three {extra}\n";
}

TEST(TheCheck, WantsAHeartOfALessonAndAddsUpItsMinutes) {
  EXPECT_THAT(problems_of(three_steps("", 3)), HasSubstr("no step is {core}"));
  EXPECT_EQ(problems_of(three_steps(" {core}", 5)), "");
  EXPECT_THAT(problems_of(three_steps(" {core}", 9)),
              HasSubstr("the steps of a class of 5 minutes are planned to take 9: mark fewer {core}"));
  const LessonVerdict verdict =
      check_lesson(*parse_lesson(three_steps(" {core}", 4), "a.lesson.md"), simulating_laboratory());
  EXPECT_THAT(verdict.cut_minutes, ElementsAre(4, 7, 10));
  EXPECT_TRUE(verdict.has_core);
}

}  // namespace
}  // namespace commlab
