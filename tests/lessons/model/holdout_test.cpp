// Fit and test are kept apart: a lesson may not ask for a held-out row before the fit is made.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/holdout.h"
#include "lessons/play/class_length.h"
#include "lessons/play/player.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view table = R"(# source: nobody
# date: 2025-01-01
# machine: a machine
# caveat: made up for tests
size,time [ms]
1,10
2,20
4,40
8,90
)";

const Laboratory& laboratory_of_sizes() {
  static const Laboratory lab = [] {
    Laboratory made = simulating_laboratory();
    made.data = [](std::string_view) -> Result<std::string> { return std::string(table); };
    return made;
  }();
  return lab;
}

// Three steps: before the fit, with the fit, and after it.
std::string fitted(std::string_view before, std::string_view beside, std::string_view after,
                   std::string_view rows = "fit.S1 = [\"1\", \"8\"]") {
  return one_step(
      fmt::format("{}\n## Fit\n{}\n```check\nask = \"?\"\nkind = \"state\"\nallow = [\"size\"]\n{}\n"
                  "expect = time(to 1) < measured(S1, 1, time)\nwhy = \"So.\"\n```\n"
                  "```solution\nsize = 4 KB\n```\n## Test\n{}\n",
                  before, beside, rows, after));
}

std::string problems(const std::string& text) {
  const Result<Lesson> lesson = parse_lesson(text, "a.md");
  if (!lesson) return lesson.error().message;
  return fmt::format("{}", fmt::join(check_lesson(*lesson, laboratory_of_sizes()).problems, "\n"));
}

std::string asking_about(std::string_view row) {
  return fmt::format("{{{{ measured(S1, {}, time) }}}}", row);
}

TEST(Holdout, MayBeAskedForAfterTheFitAlone) {
  const std::string held = "row '2' of S1 is held out of the fit",
                    beside = "row '2' of S1 is not one that is fitted";

  EXPECT_THAT(problems(fitted(asking_about("2"), "", "")), HasSubstr(held));
  EXPECT_THAT(problems(fitted("", asking_about("2"), "")), HasSubstr(beside));
  EXPECT_THAT(problems(fitted("", "", asking_about("2"))), Not(HasSubstr("row '2'")));
  EXPECT_THAT(problems(fitted(asking_about("1"), asking_about("8"), "")), Not(HasSubstr("row")));
}

TEST(Holdout, MayBeSomeOfTheOthers) {
  const std::string rows = "fit.S1 = \"1\"\nholdout.S1 = [\"4\"]";

  EXPECT_THAT(problems(fitted(asking_about("2"), "", "", rows)), Not(HasSubstr("row '2'")))
      << "in neither list";
  EXPECT_THAT(problems(fitted(asking_about("4"), "", "", rows)), HasSubstr("row '4' of S1 is held out"));
  EXPECT_THAT(problems(fitted("", asking_about("2"), "", rows)),
              HasSubstr("is not one that is fitted here (1)"));
}

TEST(Holdout, AreNamedByTheirWords) {
  EXPECT_THAT(problems(fitted("{{ rows(S1) }}", "{{ fit(S1) }}", "{{ holdout(S1) }}")), Not(HasSubstr("S1")));
  EXPECT_THAT(problems(fitted("{{ fit(S1) }}", "", "")),
              HasSubstr("fit(S1): there is no check with fit.S1 here or before"));
  EXPECT_THAT(problems(fitted("", "", "{{ max(each(s, holdout(S1), measured(S1, s, time))) | ms }}")),
              Not(HasSubstr("S1")));
  EXPECT_THAT(problems(fitted("{{ max(each(s, rows(S1), measured(S1, s, time))) | ms }}", "", "")),
              HasSubstr("is held out of the fit"));
}

TEST(Holdout, SayWhatIsWrong) {
  EXPECT_THAT(problems(fitted("", "", "", "fit.S1 = \"1\"\nholdout.S1 = [\"1\", \"2\"]")),
              HasSubstr("'1' is both in fit.S1 and in holdout.S1"));
  EXPECT_THAT(problems(fitted("", "", "", "holdout.S1 = \"1\"")),
              HasSubstr("holdout.S1 needs fit.S1 beside it"));
  EXPECT_THAT(problems(fitted("", "", "", "fit.S1 = [\"1\", \"3\"]")), HasSubstr("S1 has no row '3'"));
  EXPECT_THAT(
      problems(one_step("```check\nask = \"?\"\nanswer = time(run)\nunit = \"ms\"\nfit.S1 = \"1\"\n```\n")),
      HasSubstr("fit.S1 belongs to the kinds state and build"));
}

TEST(Holdout, NobodyComesToTheTestBeforeTheFitIsMade) {
  const Result<Lesson> lesson = parse_lesson(fitted("", "", ""), "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*lesson, laboratory_of_sizes());

  player.go(2);
  EXPECT_EQ(player.step(), 1);
  EXPECT_TRUE(player.waits_for_fit(1));
  ASSERT_TRUE(player.change("size", "4 KB"));
  ASSERT_TRUE(player.answer(0, "now"));
  player.go(2);
  EXPECT_EQ(player.step(), 2);

  Player helped(*lesson, laboratory_of_sizes());
  helped.go(1);
  ASSERT_TRUE(helped.show(0));
  helped.go(2);
  EXPECT_EQ(helped.step(), 2) << "a fit that was shown counts as made";
}

// The lesson with marks on the steps of the fit and of its test.
Lesson marked(std::string_view fit, std::string_view test, std::string_view asked) {
  std::string text = fitted("", "", asked);
  text.insert(text.find("## Fit") + 6, fit);
  text.insert(text.find("## Test") + 7, test);
  const Result<Lesson> lesson = parse_lesson(text, "a.md");
  EXPECT_TRUE(lesson) << lesson.error().message;
  return *lesson;
}

std::string problems(const Lesson& lesson) {
  return fmt::format("{}", fmt::join(check_lesson(lesson, laboratory_of_sizes()).problems, "\n"));
}

// Guards against a fixed bug: a short class played the test of a fit that it had left out.
TEST(Holdout, AClassPlaysTheTestOnlyWithTheFit) {
  const Lesson apart = marked(" {extra}", " {core}", asking_about("2"));

  EXPECT_THAT(steps_of(apart, ClassLength::five_minutes), ElementsAre(0))
      << "the first step, if the cut leaves no step";
  EXPECT_THAT(steps_of(apart, ClassLength::fifteen_minutes), ElementsAre(0));
  EXPECT_THAT(steps_of(apart, ClassLength::fifty_minutes), ElementsAre(0, 1, 2));
  EXPECT_THAT(problems(apart),
              HasSubstr("a class of 5 minutes would test the fit of 'Fit' (line 14) without making it: mark "
                        "both steps alike"));
  EXPECT_THAT(problems(apart), HasSubstr("a class of 15 minutes would test"));
  EXPECT_THAT(problems(apart), Not(HasSubstr("a class of 50 minutes would test")));

  const Lesson together = marked(" {core}", " {core}", asking_about("2"));
  EXPECT_THAT(steps_of(together, ClassLength::five_minutes), ElementsAre(1, 2));
  EXPECT_THAT(problems(together), Not(HasSubstr("would test")));
}

TEST(Holdout, ATestIsWhatSaysSomethingOfThem) {
  const auto tests_it = [](std::string_view asked) {
    return !fits_tested_by(marked("", "", asked), 2).empty();
  };

  EXPECT_TRUE(tests_it(asking_about("2")));
  EXPECT_TRUE(tests_it("{{ holdout(S1) }}"));
  EXPECT_TRUE(tests_it("{{ max(each(s, rows(S1), measured(S1, s, time))) | ms }}"))
      << "all rows, also held-out";
  EXPECT_TRUE(tests_it("```scene\nlet.far = measured(S1, 2, time)\n```\n"));
  EXPECT_TRUE(tests_it("```plot\ntitle = \"a\"\nbar.x = measured(S1, 2, time), \"x\"\n```\n"));
  EXPECT_TRUE(tests_it("```check\nask = \"?\"\nanswer = measured(S1, 2, time)\nunit = \"ms\"\n```\n"));
  EXPECT_TRUE(
      tests_it("```measure\ndata = \"S1\"\nsays = \"\"\ncompare = time(run) < measured(S1, 4, "
               "time)\n```\n"));
  EXPECT_FALSE(tests_it("{{ measured(S1, 8, time) }}")) << "this row was fitted";
  EXPECT_FALSE(tests_it("{{ time(run) }} {{ rows(S1) }}"));
}

}  // namespace
}  // namespace commlab
