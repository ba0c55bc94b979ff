// The format: what a file becomes, and how its mistakes are answered.

#include <fstream>
#include <iterator>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/expression/vocabulary.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/lesson.h"
#include "lessons/play/player.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string example_file = COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md";

TEST(Lesson, IsReadWhole) {
  const Result<Lesson> lesson = read_lesson(example_file);
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(lesson->id, "example");
  EXPECT_EQ(lesson->title, "Three copies, three times");
  EXPECT_EQ(lesson->minutes, 12);
  EXPECT_THAT(lesson->needs, ElementsAre("alpha-beta"));
  ASSERT_EQ(lesson->steps.size(), 2u);
  EXPECT_EQ(lesson->steps[0].part, StepPart::core);
  EXPECT_EQ(lesson->steps[1].part, StepPart::extra);
  EXPECT_EQ(lesson->steps[1].title, "Make it faster");
  EXPECT_EQ(lesson->vary.front().values.size(), 2u);
}

TEST(Lesson, OfTheTestsPassesItsCheck) {
  const Result<Lesson> lesson = read_lesson(example_file);
  ASSERT_TRUE(lesson) << lesson.error().message;
  const LessonVerdict verdict = check_lesson(*lesson, simulating_laboratory());
  EXPECT_THAT(verdict.problems, ElementsAre());
  EXPECT_EQ(verdict.variants, 2);
  EXPECT_EQ(verdict.questions, 3);
}

TEST(Lesson, SaysWhereAMistakeIsAndWhatWasMeant) {
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\"\nanwser = 1\n```\n")),
            "a.md:15: unknown key 'anwser' in predict; did you mean answer?");
  EXPECT_EQ(problems_of(one_step("```predcit\n```\n")),
            "a.md:13: unknown block 'predcit'; did you mean predict?");
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\"\nanswer = tiem(run)\n```\n")),
            "a.md:15: answer: there is no 'tiem(...)' (did you mean time?)");
  EXPECT_EQ(problems_of(one_step("```check\nask = \"?\"\nkind = \"stat\"\n```\n")),
            "a.md:15: kind: 'stat' is none of value, choice, point, state, build (did you mean state?)");
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\n```\n")),
            "a.md:14: ask: the text \"?... has no end: \" is missing");
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\"\n")),
            "a.md:13: this block has no end: ``` is missing");
  EXPECT_EQ(problems_of(one_step("```scene\nsize = 1 B\n```\n")),
            "a.md:13: a step has one scene; begin another step (##) for the next");
  EXPECT_EQ(problems_of(one_step("## Next\n```scene\nmachien = \"hcm8\"\n```\n")),
            "a.md:15: unknown key 'machien' in scene; did you mean machine?");
  EXPECT_EQ(problems_of(one_step("```hint\ntext = \"?\"\n```\n")),
            "a.md:13: a hint belongs to the question before it, and there is none in this step");
  EXPECT_EQ(problems_of(one_step("It takes {{ time(run }}.\n")),
            "a.md:13: {{ time(run }}: ')' is missing before the end");
  EXPECT_EQ(problems_of("## Step\n"), "a.md:1: there is no ```lesson block with id, title and minutes");
  EXPECT_EQ(problems_of("```lesson\nid = \"a\"\ntitle = \"b\"\nminutes = 1\nformat = 2\n```\n## Step\n"),
            "a.md:1: the lesson has format 2; this program reads up to 1: a newer commlab is needed");
}

TEST(Lesson, OtherFencesAreProse) {
  EXPECT_EQ(problems_of(one_step("```python\n## not a step\nx = 1\n```\n")), "");
}

TEST(Lesson, ChecksThatAnswersAreComputed) {
  const std::string why = "why = \"So.\"\n```\n";
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\"\nunit = \"ms\"\nanswer = 53 ms\n" + why)),
            "a.md:13: the answer asks nothing of the run: compute it, or say fact = true");
  EXPECT_EQ(
      problems_of(one_step("```predict\nask = \"?\"\nunit = \"ms\"\nfact = true\nanswer = 53 ms\n" + why)),
      "");
  EXPECT_EQ(problems_of(one_step("```predict\nask = \"?\"\nanswer = time(run)\n" + why)),
            "a.md:13: answer: the answer is a time, and unit = \"\" is a bare number");
}

TEST(Lesson, ChecksThatWrongAnswersAreReachable) {
  const auto with = [](const std::string& wrong) {
    return problems_of(one_step("```predict\nask = \"?\"\nunit = \"ms\"\nanswer = time(to 2)\n" + wrong +
                                "why = \"So.\"\n```\n"));
  };
  EXPECT_EQ(with("wrong.a = time(to 1), \"No.\"\n"), "");
  EXPECT_EQ(with("wrong.a = time(to 2) * 1.04, \"No.\"\n"),
            "a.md:17: wrong.a: it is the right answer, 53.3 ms, within the tolerance");
  EXPECT_EQ(with("wrong.a = time(to 1), \"No.\"\nwrong.b = time(to 1) * 1.01, \"No!\"\n"),
            "a.md:18: wrong.b: its message is never given: another wrong answer has the same value");
}

// As in a scene, one word needs no quotes.
TEST(Lesson, TakesAUnitWithAndWithoutQuotes) {
  for (const char* unit : {"ms", "\"ms\""})
    EXPECT_EQ(problems_of(one_step(fmt::format("```check\nask = \"?\"\nanswer = time(run)\nunit = {}\n```\n"
                                               "```plot\nbar.a = time(to 1), \"a\"\nunit = {}\n```\n",
                                               unit, unit))),
              "");
}

TEST(Lesson, ChecksThatOneChoiceHolds) {
  const auto with = [](const std::string& second) {
    return problems_of(
        one_step("```predict\nask = \"?\"\nchoice.a = \"A\", time(to 1) < time(to 2)\nchoice.b = \"B\", " +
                 second + "\nwhy = \"So.\"\n```\n"));
  };
  EXPECT_EQ(with("time(to 1) > time(to 2)"), "");
  EXPECT_EQ(with("time(to 2) > time(to 1)"),
            "a.md:13: 2 choices hold, \"A\" and \"B\" among them; exactly one must");
}

TEST(Lesson, ChecksThatAChangeIsNeededAndEnough) {
  const auto with = [](const std::string& expect, const std::string& solution) {
    return problems_of(
        one_step("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = " + expect +
                 "\nwhy = \"So.\"\n```\n```solution\nsize = " + solution + "\n```\n"));
  };
  EXPECT_EQ(with("time(run) < 1 ms", "4 KB"), "");
  EXPECT_EQ(with("time(run) > 1 ms", "400 MB"), "a.md:13: it already holds before anything is changed");
  EXPECT_EQ(with("time(run) < 1 ms", "4 GB"),
            "a.md:13: the solution does not pass: the time is 533 ms, and it should be less than 1 ms.");
}

TEST(Lesson, ChecksTypedInNumbers) {
  EXPECT_EQ(problems_of(one_step("It takes 53.3 ms.\n")),
            "a.md:13: '53.3 ms' is typed in, and no scene has it: compute it, or write {{ 53.3 ms }}");
  EXPECT_EQ(problems_of(one_step("It copies 400 MB. It has `1 GB`, {{ 600 GB/s }}, 4 GPUs, 5B3.\n")), "");
}

TEST(Lesson, ComparesWithWhatWasMeasured) {
  EXPECT_EQ(
      problems_of(one_step("```measure\ndata = \"T1\"\nsays = \"It was {{ measured(T1, ring, rate) }}.\"\n"
                           "compare = bandwidth(0, 1) ~ measured(T1, ring, rate) within 5%\n```\n")),
      "");
  EXPECT_EQ(problems_of(one_step(
                "```measure\ndata = \"T1\"\ncompare = bandwidth(0, 2) ~ measured(T1, ring, rate)\n```\n")),
            "a.md:13: compare does not hold: bandwidth(0, 2) ~ measured(T1, ring, rate)");
}

const std::string script_step = R"(```lesson
id = "one"
title = "One step"
minutes = 1
```
## Step
```scene
machine = "switch:4,100GB/s,1us"
flavour = "gloo"
with.root = 0
```
```script
ranks 4
tensor x = [1]
rank all: reduce(x, dst={root})
```
)";

// From lesson 3: what gloo's reduce leaves behind.
TEST(Lesson, AsksAScript) {
  const std::string question =
      "```predict\nask = \"?\"\nanswer = each(r, range(0, 3), value(rank r, x, 0))\n"
      "wrong.all = [4, 4, 4, 4], \"No.\"\n```\n"
      "```check\nkind = state\nask = \"?\"\nallow = [\"with.root\", \"flavour\"]\n"
      "expect = equal(each(r, range(0, 3), value(rank r, x, 0)), [4, 3, 4, 1]) and value(rank root, x, 0) == "
      "4\n```\n"
      "```solution\nwith.root = 2\n```\n";
  EXPECT_EQ(problems_of(script_step + question), "");
}

std::string script_lesson(std::string_view script, std::string_view blocks) {
  return fmt::format(
      "```lesson\nid = \"one\"\ntitle = \"One\"\nminutes = 1\n```\n## Step\n```scene\nflavour = nccl\n```\n"
      "```script\n{}\n```\n{}",
      script, blocks);
}

TEST(Lesson, CountsEveryOutcomeOfARace) {
  constexpr std::string_view script =
      "ranks 1\nstream one\nstream two\ntensor cell = [0]\ntensor plus = [1]\n"
      "rank 0: add(cell, plus, stream=one); add(cell, plus, stream=two)";
  constexpr std::string_view question =
      "```predict\nask = \"Of {{ len(outcomes(rank 0, cell, 0)) | told }}?\"\n"
      "answer = count(each(v, outcomes(rank 0, cell, 0), v == 2))\ntolerance = 0%\nwrong.four = 4, "
      "\"No.\"\n```\n";

  EXPECT_EQ(problems_of(script_lesson(script, question)), "");
  EXPECT_THAT(problems_of(script_lesson(script, "{{ outcomes(rank 0, sell, 0) }}")),
              HasSubstr("no tensor 'sell'"));
  EXPECT_THAT(problems_of(one_step("{{ outcomes(rank 0, x, 0) }}")),
              HasSubstr("'outcomes' can be asked of scripts only"));
}

TEST(Lesson, AsksWhereAHostStandsAndHowLongOneOfItsLanesTook) {
  EXPECT_EQ(problems_of(script_lesson("ranks 2\ntensor t = [7]\nrank 1:\n  recv(0, t)\n  print(t)",
                                      "```check\nask = \"?\"\nanswer = stands(rank 1)\ntolerance = 0%\n"
                                      "wrong.recv = culprit_line + 4, \"No.\"\n```\n")),
            "");
  const std::string lanes =
      "```check\nask = \"?\"\nunit = \"ms\"\nanswer = span(\"compute\", rank 0, {})\n"
      "wrong.all = 1 s, \"No.\"\n```\n";
  const std::string script = "ranks 2\nrank all: compute(2 ms)";
  EXPECT_EQ(problems_of(script_lesson(script, fmt::format(fmt::runtime(lanes), "compute"))), "");
  EXPECT_THAT(problems_of(script_lesson(script, fmt::format(fmt::runtime(lanes), "gpu"))),
              HasSubstr("there is no lane 'gpu'; there are host, compute, communication"));
}

TEST(Lesson, ASceneMayBeAScriptThatCommlabHas) {
  Laboratory lab = simulating_laboratory();
  lab.script = [](const std::string& name) -> Result<std::string> {
    if (name == "one")
      return "number m = 2\nnumber each = 1 ms\nranks 2\nrank all: for k in 1..m: compute(each)";
    return fail("there is no script '{}'; commlab has one", name);
  };
  const auto of_file = [](std::string_view name) {
    return fmt::format(
        "```lesson\nid = \"one\"\ntitle = \"One\"\nminutes = 1\n```\n## Step\n```scene\nfile = "
        "\"{}\"\nwith.m = 3\n"
        "```\n```check\nkind = \"build\"\nask = \"?\"\nallow = [\"with.m\"]\n"
        "expect = finish > 4 ms and finish(run(with.m = 1)) < 2 ms\n```\n```solution\nwith.m = 4\n```\n",
        name);
  };

  const Result<Lesson> lesson = parse_lesson(of_file("one"), "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_THAT(check_lesson(*lesson, lab).problems, testing::IsEmpty());
  const Result<Lesson> missing = parse_lesson(of_file("two"), "a.md");
  EXPECT_THAT(check_lesson(*missing, lab).problems,
              testing::Contains("a.md:7: file: there is no script 'two'; commlab has one"));
  Player player(*lesson, lab);
  EXPECT_THAT(player.scene()->script, HasSubstr("number m = 3"));
}

TEST(Lesson, RefusesAStepsMarkThatItDoesNotKnow) {
  const Result<Lesson> lesson = parse_lesson(
      "```lesson\nid = \"one\"\ntitle = \"One\"\nminutes = 1\n```\n## Step {optional}\nText.\n", "a.md");
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().message,
            "a.md:6: a step is {core}, {extra} or has no mark, but this one is {optional}");
}

TEST(Lesson, SaysOnceThatAScriptCannotBeRun) {
  const std::string text = script_step + "## Again\n```predict\nask = \"?\"\nanswer = waits\n```\n";
  const Result<Lesson> lesson = parse_lesson(text, "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_THAT(check_lesson(*lesson, Laboratory{}).problems,
              ElementsAre("a.md:7: scripts cannot be run here"));
}

// Prints at the same time appear in the order of ranks, or in an order chosen by a seed, because processes do
// not wait for each other.
TEST(Lesson, ASeedShufflesWhatRanksPrintAtTheSameTime) {
  const auto printed = [](const std::string& keys) {
    const Result<Lesson> lesson = parse_lesson(
        "```lesson\nid = \"one\"\ntitle = \"One\"\nminutes = 1\n```\n## Step\n```scene\n"
        "machine = \"switch:4,100GB/s,1us\"\n" +
            keys +
            "```\n```script\nranks 4\nrank 0: print(\"0\")\nrank 1: print(\"1\")\nrank 2: print(\"2\")\n"
            "rank 3: print(\"3\")\n```\nThey print {{ prints }}, or {{ prints(run(seed = 2)) }}.\n",
        "a.md");
    EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
    Player player(*lesson, simulating_laboratory());
    EXPECT_TRUE(player.content());
    std::string lines;
    for (const ScriptPrint& print : player.scene()->script_run->prints) lines += print.text;
    return lines;
  };
  EXPECT_EQ(printed(""), "0123");
  EXPECT_EQ(printed("seed = 2\n"), printed("seed = 2\n"));
  std::set<std::string> orders;
  for (const char* seed : {"1", "2", "3", "4", "5"}) orders.insert(printed(fmt::format("seed = {}\n", seed)));
  EXPECT_GT(orders.size(), 1u);
}

TEST(Lesson, GuideExplainsEveryWordOfTheLanguage) {
  std::ifstream stream(COMMLAB_SOURCE_DIR "/lessons/README.md");
  const std::string guide{std::istreambuf_iterator<char>(stream), {}};
  for (const LessonWord& word : lesson_words())
    EXPECT_THAT(guide, testing::ContainsRegex("\\b" + std::string(word.name) + "\\b"));
}

}  // namespace
}  // namespace commlab
