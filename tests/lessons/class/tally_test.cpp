// Counts a class's answers. The learners' answers come from playing the lesson, so no numbers are typed in
// here.

#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gui/cli/reports/tally_report.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/class/tally.h"
#include "lessons/class/variant_of_name.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/play/player.h"
#include "lessons/play/questions_mark.h"
#include "lessons/play/step_in_variant.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Lesson lesson_seven() { return *read_lesson(COMMLAB_SOURCE_DIR "/lessons/07-three-copies.lesson.md"); }

// What a learner of each kind types as the answer to a question.
enum class Mind { knows, falls_for_it, guesses, knows_nothing };

std::string typed_by(Mind mind, const Question& question, const StepInVariant& step) {
  if (mind == Mind::knows_nothing && question.predicts) return "?";
  if (answer_form(question) == AnswerForm::chosen) {
    const std::size_t right = *right_choice(question, step.context);
    const std::size_t chosen = mind == Mind::knows ? right : (right + 1) % question.choices.size();
    return std::string(1, static_cast<char>('a' + static_cast<char>(chosen)));
  }
  const Value expected = expected_answers(question, step.context)->front();
  if (mind == Mind::falls_for_it && !question.wrong.empty())
    return answer_text(question, *evaluate(question.wrong.front().value, step.context));
  if (mind == Mind::guesses && expected.number() && !question.unit.empty())
    return answer_text(question, value_of(expected.number()->amount * 3, expected.number()->dimension));
  return answer_text(question, expected);
}

// Plays the first `steps` steps, and answers all questions that do not change a scene.
LessonRecord played(const Lesson& lesson, const Laboratory& lab, std::uint64_t variant, Mind mind,
                    int steps) {
  Player player(lesson, lab, {.lesson = lesson.id, .variant = variant, .answers = {}, .edits = {}},
                limits_of_a_check);
  SceneRunner runner(lab, limits_of_a_check);
  int number = 0;
  for (int at = 0; at < steps; ++at) {
    player.go(at);
    const StepInVariant step = step_in_variant(lesson, at, variant, runner);
    each_question(lesson.steps[at], [&](const Question& question) {
      const int asked = number++;
      if (changes_scene(question)) return;
      const auto said = player.answer(asked, typed_by(mind, question, step));
      EXPECT_TRUE(said) << said.error().message;
    });
  }
  return player.record();
}

const Question* question_of(const Lesson& lesson, int number) {
  const Question* found = nullptr;
  for (const LessonStep& step : lesson.steps)
    each_question(step, [&](const Question& question) { found = number-- == 0 ? &question : found; });
  return found;
}

TEST(Tally, CountsAHundredMadeUpLearners) {
  const Laboratory& lab = simulating_laboratory();
  const Lesson lesson = lesson_seven();
  // Each combination of kind and variant is played once, and handed in by many learners: of 100, 40 know the
  // answers, 30 fall for the misconception, 20 guess, and 10 say that they don't know.
  std::map<std::pair<Mind, std::uint64_t>, LessonRecord> plays;
  std::vector<HandedIn> files;
  for (int learner = 0; learner < 100; ++learner) {
    const int tenth = learner % 10;
    const Mind mind = tenth < 4   ? Mind::knows
                      : tenth < 7 ? Mind::falls_for_it
                      : tenth < 9 ? Mind::guesses
                                  : Mind::knows_nothing;
    const std::pair play(mind, static_cast<std::uint64_t>(learner) / 10 % 3);
    if (!plays.contains(play)) plays[play] = played(lesson, lab, play.second, mind, 3);
    files.push_back({fmt::format("learner{}.json", learner), {fmt::format("L{}", learner), {plays[play]}}});
  }

  const Result<ClassTally> counted = tally(files, {lesson}, lab);

  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_THAT(counted->left_out, IsEmpty());
  EXPECT_EQ(counted->learners, 100);
  const LessonTally& tally = counted->lessons.at(0);
  EXPECT_THAT(tally.variants, ElementsAre(std::pair(0, 40), std::pair(1, 30), std::pair(2, 30)));
  std::map<std::string_view, int> misconceptions;
  for (const auto& [one, learners] : tally.misconceptions) misconceptions[one.code] = learners;
  EXPECT_THAT(misconceptions, ElementsAre(std::pair("M10", 0), std::pair("M11", 0), std::pair("M8", 50)))
      << "counts learners, not answers; those who guess choose an answer that shows it, too";
  EXPECT_EQ(tally.completed, 0) << "no learner changed the scene";
  EXPECT_THAT(tally.reached, ElementsAre(100, 100, 100, 0));
  for (const QuestionTally& question : tally.questions) {
    const bool asked = question.step < 3 && !changes_scene(*question_of(lesson, question.number));
    EXPECT_EQ(question.answered, asked ? 100 : 0) << question.ask;
  }
  // How long to GPU 2: in every variant a guess is three times the right time.
  std::map<std::string, int> how_long;
  for (const auto& [answer, learners] : tally.questions.at(2).first_answers)
    how_long[answer.label] = learners;
  EXPECT_THAT(how_long, ElementsAre(std::pair("2 to 8 times as much", 20), std::pair("I don't know", 10),
                                    std::pair("like first", 30), std::pair("right", 40)));
}

// Numbers that differ between the learners are left out of the question.
TEST(Tally, AsksAsAllWereAsked) {
  std::string text = one_step(
      "```check\nask = \"{size} in {{ time(run) }}: how long, in {{ 7 ms }}?\"\n"
      "answer = time(run)\nunit = \"ms\"\n```\n");
  text.insert(text.find("minutes"), "vary.size = [\"1 MB\", \"400 MB\"]\n");
  text.replace(text.find("size = 400 MB"), 13, "size = \"{size}\"");
  const Lesson lesson = *parse_lesson(text, "x.lesson.md");
  const auto asked = [&](std::vector<std::uint64_t> variants) {
    std::vector<HandedIn> files;
    for (const std::uint64_t variant : variants)
      files.push_back({"a.json", {"", {played(lesson, simulating_laboratory(), variant, Mind::knows, 1)}}});
    return tally(files, {lesson}, simulating_laboratory())->lessons.at(0).questions.at(0).ask;
  };
  EXPECT_EQ(asked({1, 1}), "400 MB in 53.3 ms: how long, in 7 ms?");
  EXPECT_EQ(asked({0, 1}), "... in ...: how long, in ...?");
}

// A learner who must change two keys changes one after the other; the first answer is then wrong, but the
// check counts as solved.
TEST(Tally, CountsACheckThatWasSolvedByTwoChangesAsSolved) {
  const Lesson lesson =
      *parse_lesson(one_step("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"to\", \"size\"]\n"
                             "expect = time(run) < 1 ms\n```\n```solution\nto = \"1\"\nsize = 4 KB\n```\n"),
                    "x.lesson.md");
  Player player(lesson, simulating_laboratory());
  ASSERT_TRUE(player.change("to", "1"));
  ASSERT_FALSE(player.answer(0, "to")->right);
  ASSERT_TRUE(player.change("size", "4 KB"));
  ASSERT_TRUE(player.answer(0, "size")->right);

  const ClassTally counted = *tally({{"a.json", {"", {player.record()}}}}, {lesson}, simulating_laboratory());

  EXPECT_EQ(counted.lessons.at(0).questions.at(0).first_answers.front().first.label, "solved");
  const std::string text = tally_text(counted, 80);
  EXPECT_THAT(text, HasSubstr("1 answered, 1 solved"));
  EXPECT_THAT(text, testing::ContainsRegex("   solved +1  #\n"));
  EXPECT_THAT(text, Not(HasSubstr("not ")));
}

TEST(Tally, NamesWhatIsWrong) {
  const Laboratory& lab = simulating_laboratory();
  const Lesson lesson = lesson_seven();
  std::vector<HandedIn> files;
  for (const Mind mind : {Mind::knows, Mind::knows, Mind::falls_for_it, Mind::guesses, Mind::knows_nothing})
    for (const std::uint64_t variant : {0, 1})
      files.push_back({"a.json", {"", {played(lesson, lab, variant, mind, 1)}}});

  const ClassTally counted = *tally(files, {lesson}, lab);

  const QuestionTally& how_long = counted.lessons.at(0).questions.at(2);
  EXPECT_EQ(how_long.answered, 10);
  EXPECT_EQ(how_long.right_at_first, 4);
  std::vector<std::pair<std::string, int>> histogram;
  for (const auto& [answer, learners] : how_long.first_answers)
    histogram.emplace_back(answer.label, learners);
  EXPECT_THAT(histogram, ElementsAre(std::pair("right", 4), std::pair("like first", 2),
                                     std::pair("2 to 8 times as much", 2), std::pair("I don't know", 2)));
  const std::string text = tally_text(counted, 80);
  EXPECT_THAT(text, testing::ContainsRegex("   wrong: like first \\(M8\\) +2  ##\n"));
  EXPECT_THAT(text, HasSubstr("like first: That is the time over four NVLinks."));
  EXPECT_THAT(text, HasSubstr("  first answers that point at what people believe\n"
                              "     M8  4 of 10  All pairs of GPUs are equally fast.\n"));
  EXPECT_THAT(text, Not(HasSubstr("M11"))) << "no answer shows it";
  EXPECT_THAT(text, HasSubstr("step 4 (All pairs of another machine) was reached by nobody"));
  EXPECT_THAT(tally_csv(counted), HasSubstr("three-copies,3,1,predict,known wrong,like first,M8,2,10\n"));
  const auto json = nlohmann::json::parse(tally_json(counted));
  EXPECT_EQ(json["lessons"][0]["questions"][2]["first_answers"][1]["answer"], "like first");
  EXPECT_EQ(json["lessons"][0]["questions"][2]["first_answers"][1]["misconception"], "M8");
  EXPECT_EQ(json["lessons"][0]["misconceptions"][0]["learners"], 4);
}

TEST(Tally, LeavesOutWhatBelongsToAnotherVersion) {
  const Laboratory& lab = simulating_laboratory();
  const Lesson lesson = lesson_seven();
  const LessonRecord fine = played(lesson, lab, 0, Mind::knows, 1);
  LessonRecord other_variant = fine, other_questions = fine, too_many = fine, stranger = fine, old = fine,
               past_all = fine;
  other_variant.variant = variants_of(lesson);
  other_questions.questions = "00000000";
  too_many.answers.back().question = 99;
  past_all.answers.back().question = std::numeric_limits<int>::max();
  stranger.lesson = "cooking";
  old.questions = "";

  const ClassTally counted = *tally({{"a.json", {"", {fine, fine}}},
                                     {"b.json", {"", {other_variant}}},
                                     {"c.json", {"", {other_questions}}},
                                     {"d.json", {"", {too_many}}},
                                     {"e.json", {"", {stranger}}},
                                     {"f.json", {"", {old}}},
                                     {"g.json", {"", {past_all}}}},
                                    {lesson}, lab);

  EXPECT_EQ(counted.learners, 2);
  EXPECT_EQ(counted.lessons.at(0).learners, 2);
  EXPECT_THAT(
      counted.left_out,
      ElementsAre("a.json: lesson three-copies: it is there twice; the first is counted",
                  "b.json: lesson three-copies: variant 360, and there are 0 to 359; another version of it?",
                  "c.json: lesson three-copies: it was answered in another version of the lesson, with other "
                  "questions",
                  "d.json: lesson three-copies: an answer to question 100, and there are 10; another "
                  "version of it?",
                  "e.json: lesson cooking: there is no such lesson here",
                  "g.json: lesson three-copies: an answer to question 2147483648, and there are 10; another "
                  "version of it?"));
}

TEST(Misconceptions, AreNamedByCodesThatThereAre) {
  int number = 0;
  for (const Misconception& one : misconceptions()) {
    EXPECT_EQ(one.code, fmt::format("M{}", ++number));
    EXPECT_TRUE(one.sentence.ends_with('.')) << one.code;
  }
  const std::string none = "there is no misconception 'M99'; there are M1 to M36";
  const auto asked = [](std::string_view keys) {
    return problems_of(one_step(fmt::format("```check\nask = \"a\"\n{}\n```\n", keys)));
  };
  EXPECT_THAT(asked("answer = time(run)\nunit = \"ms\"\nwrong.x = 1 ms, \"No.\", M8"), IsEmpty());
  EXPECT_THAT(asked("answer = time(run)\nunit = \"ms\"\nwrong.x = 1 ms, \"No.\", M99"), HasSubstr(none));
  EXPECT_THAT(asked("choice.a = \"a\", done\nchoice.b = \"b\", not done, \"No.\", M99"), HasSubstr(none));
  std::string text = one_step("");
  text.insert(text.find("minutes"), "fights = [\"M1\", \"M99\"]\n");
  EXPECT_THAT(problems_of(text), HasSubstr(none));
}

// A choice can show a misconception, too, even if it is the only answered question.
TEST(Misconceptions, AreShownByChoices) {
  const Lesson lesson = *parse_lesson(
      one_step(
          "```check\nask = \"?\"\nchoice.a = \"a\", time(run) > 1 ms\nchoice.b = \"b\", time(run) < 1 ms, "
          "\"No.\", M9\n```\n"),
      "x.lesson.md");
  Player player(lesson, simulating_laboratory());
  ASSERT_TRUE(player.answer(0, "b"));

  const LessonTally counted =
      tally({{"a.json", {"", {player.record()}}}}, {lesson}, simulating_laboratory())->lessons.at(0);

  ASSERT_EQ(counted.misconceptions.size(), 1U);
  EXPECT_EQ(counted.misconceptions[0].first.code, "M9");
  EXPECT_EQ(counted.misconceptions[0].second, 1);
}

// Guards against a fixed bug: the tally named choices by the letters of the file, and the class had seen
// others.
TEST(Tally, NamesAChoiceByTheLetterThatAllSawAndElseByItsWords) {
  const Lesson lesson =
      *parse_lesson(one_step("```check\nask = \"Which?\"\nchoice.a = \"one\", time(run) > 1 ms\n"
                             "choice.b = \"two\", time(run) < 1 ms, \"No.\"\n"
                             "choice.c = \"three\", time(run) < 1 ms, \"No.\"\n```\n"),
                    "x.lesson.md");
  const auto chooses_two = [&](std::uint64_t order) {
    Player player(lesson, simulating_laboratory(), {.lesson = lesson.id, .variant = order});
    const Question seen = with_choices_in(*question_of(lesson, 0), order);
    const auto place = std::ranges::find(seen.choices, "two", &AnswerChoice::text) - seen.choices.begin();
    EXPECT_TRUE(player.answer(0, choice_letter(static_cast<std::size_t>(place))));
    return std::pair(HandedIn{"a.json", {"", {player.record()}}}, static_cast<std::size_t>(place));
  };
  const auto label = [&](const std::vector<HandedIn>& files) {
    return tally(files, {lesson}, simulating_laboratory())
        ->lessons.at(0)
        .questions.at(0)
        .first_answers.at(0)
        .first.label;
  };
  std::set<std::string> labels;
  for (std::uint64_t order = 0; order < 12; ++order) {
    const auto [file, place] = chooses_two(order);
    EXPECT_EQ(label({file, file}), lettered_choice(place, "two")) << order;
    labels.insert(label({file}));
  }
  EXPECT_EQ(labels.size(), 3u) << "each letter, in some order";
  EXPECT_EQ(label({chooses_two(0).first, chooses_two(1).first}), "two");
}

// The mark depends on the questions' texts, and not on the prose around them.
TEST(QuestionsMark, ChangesWithTheQuestionsAlone) {
  const std::string text = one_step("```check\nask = \"a\"\nanswer = time(run)\nunit = \"ms\"\n```\n");
  std::string asked = text, mended = text;
  asked.replace(asked.find("ask = \"a\""), 9, "ask = \"b\"");
  mended += "\nMore words.\n";
  const auto mark = [](const std::string& of) { return questions_mark(*parse_lesson(of, "x.lesson.md")); };
  EXPECT_NE(mark(text), mark(asked));
  EXPECT_EQ(mark(text), mark(mended));
}

// Sheets that are already printed must fit later versions of the program.
TEST(VariantOfAName, StaysWhatItIs) {
  const Lesson lesson = lesson_seven();
  std::vector<std::uint64_t> variants;
  for (const char* name : {"Ada", "Grace", "Barbara", "Edsger"})
    variants.push_back(variant_of_name(lesson, name));
  EXPECT_THAT(variants, ElementsAre(331, 315, 254, 273))
      << "1, 0, 2 and 0 of the 3 values, each in its order";
  EXPECT_EQ(name_as_compared("  Ada \t Lovelace\r"), "ada lovelace");
}

}  // namespace
}  // namespace commlab
