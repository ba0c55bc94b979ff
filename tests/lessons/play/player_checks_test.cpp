// One learner in one lesson: what they find out and change after the run was seen.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "lessons/play/record.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Player, DoesNotGiveACheckAwayToAWrongAnswer) {
  Player player = player_of(check_of_time);
  const Result<Feedback> first = player.answer(0, "4.29");
  EXPECT_EQ(first->message, "That is one of three.");
  EXPECT_FALSE(first->told);
  EXPECT_EQ(first->result + first->why, "");
  EXPECT_EQ(questions_of(player)[0].feedback->result, "");
  EXPECT_EQ(player.answer(0, "60")->message, "That is too large.");
  EXPECT_TRUE(is_open(questions_of(player)[0]));
  const Result<Feedback> third = player.answer(0, "50");
  EXPECT_EQ(third->message, "That is too small.");
  EXPECT_TRUE(third->told && third->shown);
  EXPECT_EQ(third->result, "53.3 ms");
  EXPECT_EQ(third->why, "So: 53.3 ms.");
  EXPECT_FALSE(is_open(questions_of(player)[0]));
  EXPECT_FALSE(player.answer(0, "53.3")->right && player.record().answers.front().solved)
      << "an answer that was shown does not count as solved";
  EXPECT_EQ(player.summary().shown, 1);
  EXPECT_EQ(player.summary().solved, 0);
}

// A star that was told is not reached: neither when it is shown, nor when the learner repeats it afterwards.
TEST(Player, CountsNoStarThatWasTold) {
  Player player = player_of(
      "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = time(run) < 10 ms\n"
      "star.silver = time(run) < 5 ms\nstar.gold = time(run) < 1 ms\nwhy = \"So.\"\n```\n"
      "```solution\nsize = 4 KB\n```\n");
  ASSERT_TRUE(player.change("size", "30 MB"));
  EXPECT_THAT(player.answer(0, "size")->stars, testing::ElementsAre("silver"));
  const Result<Feedback> shown = player.show(0);
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_TRUE(shown->right && !shown->shown);
  EXPECT_EQ(shown->result, "size = 4 kB");
  EXPECT_THAT(shown->stars, testing::ElementsAre("silver"));
  EXPECT_THAT(player.answer(0, "size")->stars, testing::ElementsAre("silver"));
  const LessonSummary summary = player.summary();
  EXPECT_EQ(summary.stars, 2);
  EXPECT_EQ(summary.stars_reached, 1);
  const Result<LessonRecord> kept = parse_record(record_text(player.record()));
  EXPECT_TRUE(kept->answers.at(0).stars_shown);
}

// All ranks of the circle do the same, so any of them is a right answer.
TEST(Player, TakesAnyRankOfACircleForTheCulprit) {
  Player player(*parse_lesson(R"(```lesson
id = "circle"
title = "Circle"
minutes = 1
```
## Who?
```scene
machine = "switch:3,100GB/s,1us"
flavour = "gloo"
```
```script
ranks 3
rank all: send(right, 1 B); recv(left, 1 B)
```
```check
kind = "point"
ask = "Who is to blame?"
answer = culprit
why = "{{ len(culprits) }} of them."
```
)",
                              "circle.lesson.md"),
                simulating_laboratory());
  EXPECT_FALSE(player.answer(0, "rank 3 line 2")->right);
  EXPECT_TRUE(player.answer(0, "rank 2 line 2")->right);
  const Result<Feedback> first = player.answer(0, "rank 0 line 2");
  EXPECT_TRUE(first->right);
  EXPECT_EQ(first->why, "3 of them.");
}

TEST(Player, ShowsACheckWhenAsked) {
  Player player = player_of(check_of_time +
                            "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\n"
                            "expect = time(run) < 1 ms\nwhy = \"So.\"\n```\n```solution\nsize = 4 KB\n```\n");
  const Result<Feedback> shown = player.show(0);
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_TRUE(shown->shown);
  EXPECT_EQ(shown->result, "53.3 ms");
  EXPECT_EQ(player.show(1)->result, "size = 4 kB");
  EXPECT_TRUE(questions_of(player)[1].shown);
  EXPECT_TRUE(completed(player.lesson(), player.record()));
  EXPECT_EQ(player.answer(0, "?").error().message,
            "a check waits until it is solved; there may be a hint, and its result can be shown");
  Player predicts = player_of(locked_step());
  EXPECT_EQ(predicts.show(0).error().message, "a prediction is guessed; \"I don't know\" is an answer to it");
  EXPECT_FALSE(predicts.show(7));
}

TEST(Player, ASolvedCheckStaysSolved) {
  Player player = player_of(check_of_time);
  EXPECT_TRUE(player.answer(0, "53.3")->right);
  EXPECT_EQ(player.show(0)->result, "53.3 ms");
  EXPECT_FALSE(questions_of(player)[0].shown);
  EXPECT_TRUE(questions_of(player)[0].solved);
}

TEST(Player, SaysWhatAChangedSceneReached) {
  const auto said = [](const std::string& expect) {
    Player player =
        player_of("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = " + expect +
                  "\nwhy = \"So.\"\n```\n```solution\nsize = 4 KB\n```\n");
    const Result<Feedback> feedback = player.answer(0, "now");
    return feedback ? feedback->message : "! " + feedback.error().message;
  };
  EXPECT_EQ(said("time(run) < 1 ms"), "Not yet: the time is 53.3 ms, and it should be less than 1 ms.");
  EXPECT_EQ(said("n == 8 and 2 * time(to 1) / 3 >= time(run(size = 4 GB))"),
            "Not yet: 2 * time(to 1) / 3 is 2.86 ms, and it should be at least 533 ms.");
  EXPECT_EQ(said("1 ms > time(to 1) and deadlock"),
            "Not yet: time(to 1) is 4.29 ms, and it should be less than 1 ms.");
  EXPECT_EQ(said("algbw ~ 1 GB/s within 5%"),
            "Not yet: algbw is 7.5 GB/s, and it should be 1 GB/s within 5 %.");
  EXPECT_EQ(said("transfers != 3"), "Not yet: transfers is 3, and it should be something else.");
  EXPECT_EQ(said("equal([n, transfers], [8, 4])"), "Not yet: [n, transfers] is 8, 3, and it should be 8, 4.");
  EXPECT_EQ(said("contains([n, 3], 4)"), "Not yet: [n, 3] is 8, 3, and 4 should be among them.");
  EXPECT_EQ(said("not (n == 8) or all([n, 3] > 4)"),
            "Not yet: not n == 8 or all([n, 3] > 4) should hold, and does not.");
  EXPECT_EQ(said("deadlock and n == 8"), "! 'deadlock' cannot be asked of an experiment");
}

const std::string two_names =
    "```lesson\nid = \"two\"\ntitle = \"Two\"\nminutes = 1\n```\n## Step\n```scene\nrun = \"p2p\"\nmachine = "
    "\"hcm8\"\n"
    "from = \"{a}\"\nto = \"{b}\"\nsize = 4 MB\nwith.a = 0\nwith.b = 1\n```\nFrom {a}.\n"
    "```plot\ntitle = \"Of {a}\"\nbar.x = time(run), \"{a} to {b}\"\n```\n"
    "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"with.a\", \"with.b\"]\nexpect = with.a != 0 and "
    "with.a != with.b and bytes(total) > 0 B\n"
    "star.two = with.b == 2, \"to GPU {b}, for {{ 2 }}\"\nwhy = \"So.\"\n```\n```solution\nwith.b = "
    "2\nwith.a = 3\n```\n";

TEST(Player, FillsInTheScenesOwnNamesWhereverTextIsRead) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_THAT(prose_of(player), HasSubstr("From 0."));
  const PlotState plot = std::get<PlotState>(player.content()->items[1]);
  EXPECT_EQ(plot.title, "Of 0");
  EXPECT_EQ(plot.bars.front().label, "0 to 1");
}

TEST(Player, ARefusedChangeDoesNotStick) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_FALSE(player.change_and_run({{"b", "0"}}));
  EXPECT_FALSE(player.change_and_run({{"a", "99"}}));
  EXPECT_FALSE(player.change_and_run({{"a", "2"}, {"c", "1"}}));
  EXPECT_THAT(player.record().edits, IsEmpty());
  EXPECT_TRUE(player.change_and_run({{"a", "1"}, {"b", "0"}})) << "valid together, but not alone";
  EXPECT_EQ(player.change("c", "1").error().message, "'c' cannot be changed here; a, b can");
}

TEST(Player, ANewCollectiveForgetsAnAlgorithmThatItDoesNotHave) {
  Player player(
      *parse_lesson(
          "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## Step\n```scene\nrun = \"broadcast\"\n"
          "machine = \"switch:4,100GB/s,1us\"\nalgorithm = \"flat\"\nsize = 4 KB\n```\n"
          "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"run\", \"algorithm\"]\nexpect = bytes(total) "
          "> 40 KB\n"
          "why = \"So.\"\n```\n```solution\nrun = \"all_gather\"\nalgorithm = \"ring\"\n```\n",
          "a.md"),
      simulating_laboratory());
  ASSERT_TRUE(player.change_and_run({{"run", "all_gather"}}));
  EXPECT_NE(player.scene()->performed->experiment.algorithm, "flat");
}

TEST(Player, KeepsAimsOpenAndSaysWhatIsMissingOfTwo) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_EQ(questions_of(player)[0].aims.front().text, "to GPU 1, for 2");
  EXPECT_EQ(player.answer(0, "now")->message, "Not yet: a is 0, and it should be something else.");
  ASSERT_TRUE(player.change_and_run({{"a", "4"}}));
  EXPECT_TRUE(player.answer(0, "now")->right);
  QuestionState state = questions_of(player)[0];
  EXPECT_FALSE(is_open(state));
  EXPECT_TRUE(has_open_aims(state));
  player.undo_changes();
  EXPECT_EQ(player.answer(0, "now")->message,
            "It was solved before. This time, a is 0, and it should be something else.");
  ASSERT_TRUE(player.change_and_run({{"a", "4"}, {"b", "2"}}));
  EXPECT_THAT(player.answer(0, "now")->stars, ElementsAre("two"));
  player.undo_changes();
  state = questions_of(player)[0];
  EXPECT_TRUE(state.aims.front().reached) << "a reached star stays reached";
  EXPECT_FALSE(has_open_aims(state));
  EXPECT_THAT(parse_record(record_text(player.record()))->answers.front().stars, ElementsAre("two"));
}

TEST(Player, ShowsEveryKeyOfASolutionAndPutsTheSceneThere) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  ASSERT_TRUE(player.change_and_run({{"a", "5"}}));
  EXPECT_EQ(player.show(0)->result, "a = 3, b = 2");
  EXPECT_EQ(player.scene()->performed->experiment.from, 3);
  EXPECT_FALSE(has_open_aims(questions_of(player)[0]));
}

// Where a what-if and the scene name two keys that exclude each other, the scene's key is dropped.
TEST(Player, AChangeTakesThePlaceOfWhatContradictsIt) {
  EXPECT_EQ(worth("bytes(run(count = 1), total)", {{"run", "p2p"}, {"size", "4 KB"}}), "4 B");
  EXPECT_EQ(worth("bytes(run(size = 8 B), total)", {{"run", "p2p"}, {"count", "1000"}}), "8 B");
  const SceneKeys relayed = {{"run", "p2p"}, {"machine", "hcm8"}, {"to", "2"}, {"route", "0-7-2"}};
  EXPECT_EQ(worth("algorithm", relayed), "relay");
  EXPECT_EQ(worth("algorithm(run(algorithm = direct))", relayed), "direct");
  EXPECT_THAT(worth("time(run(size = 1 B, count = 1))", {{"run", "p2p"}}), HasSubstr("! "))
      << "both in one what-if are a mistake";
  Player player = player_of(
      "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\", \"count\"]\n"
      "expect = bytes(total) == 4 B * 3\nwhy = \"So.\"\n```\n```solution\ncount = 1\n```\n");
  ASSERT_TRUE(player.change("size", "1 KB"));
  ASSERT_TRUE(player.change("count", "1"));
  EXPECT_TRUE(player.answer(0, "now")->right);
  ASSERT_TRUE(player.change("size", "1 KB"));
  EXPECT_FALSE(player.answer(0, "now")->right);
}

// Rank 0 sends 1 element to rank 1, which sends 2 back.
TEST(Player, ASceneMayHaveUnevenCounts) {
  const SceneKeys uneven = {
      {"run", "all_to_all"}, {"machine", "switch:2,25GB/s,1us"}, {"counts", "3,1/2,5"}, {"data", "ranks"}};
  EXPECT_EQ(worth("bytes(total)", uneven), "12 B");
  EXPECT_EQ(worth("bytes(run(count = 10), total)", uneven), "80 B") << "the counts are forgotten";
  EXPECT_EQ(worth("len(input(rank 1))", uneven), "7");
  EXPECT_EQ(worth("tensor(rank 0) == [1, 1, 1, 2, 2]", uneven), "yes");
  EXPECT_EQ(worth("tensor(rank 0, 1) == [1, 1, 1, 2, 2]", uneven), "yes");
  EXPECT_EQ(worth("tensor(rank 1) == [1, 2, 2, 2, 2, 2]", uneven), "yes");
  EXPECT_EQ(worth("bytes(run(counts = \"0,9\"), total)",
                  {{"run", "all_to_all"}, {"machine", "switch:2,25GB/s,1us"}, {"size", "8 KB"}}),
            "36 B")
      << "both rows are 0,9";
}

TEST(Player, GivesHintsOneByOne) {
  Player player = example_player();
  EXPECT_EQ(*player.hint(0), "Look for a line between the two.");
  EXPECT_EQ(player.hint(0).error().message, "there are no more hints");
  EXPECT_EQ(player.hint(1).error().message, "there is no hint to this question");
  EXPECT_EQ(questions_of(player)[0].hints_shown, 1);
  EXPECT_FALSE(questions_of(player)[0].first.has_value());
}

TEST(Player, JudgesTheSceneAsTheLearnerHasIt) {
  Player player = example_player();
  EXPECT_EQ(player.change("route", "0-7-2").error().message,
            "the scene can be changed once the step's predictions are made");
  ASSERT_TRUE(player.answer(0, "1"));
  ASSERT_TRUE(player.answer(1, "a"));
  player.go(1);
  EXPECT_FALSE(player.answer(2, "done")->right);
  EXPECT_EQ(player.change("size", "1 B").error().message,
            "'size' cannot be changed here; route, pieces, algorithm can");
  EXPECT_THAT(
      player.change("route", "there").error().message,
      AllOf(HasSubstr("route: unknown route 'there'; expected direct, staged"), Not(HasSubstr("--"))));
  ASSERT_TRUE(player.change("route", "0-7-2"));
  EXPECT_TRUE(player.answer(2, "done")->right);
  EXPECT_THAT(player.answer(2, "done")->stars, IsEmpty());
  ASSERT_TRUE(player.change("pieces", "\"64\""));
  EXPECT_THAT(player.answer(2, "done")->stars, ElementsAre("gold"));
  EXPECT_EQ(player.scene()->performed->experiment.route, relayed("0-7-2"));
  EXPECT_THAT(player.scene()->may_change, ElementsAre("route", "pieces", "algorithm"));
  player.undo_changes();
  EXPECT_EQ(player.scene()->performed->experiment.route, RouteChoice{});
}

}  // namespace
}  // namespace commlab
