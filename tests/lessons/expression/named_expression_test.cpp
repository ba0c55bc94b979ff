// What lessons can ask besides a single run: counted rings, named expressions, and several right places.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// Worked out by hand: every GPU of the hybrid cube mesh has four links to two others, and these pairs form
// one ring.
TEST(RingsCounted, AreThoseThatAreWideEnoughAtEveryHop) {
  const SceneKeys cube_mesh = {{"run", "all_reduce"}, {"machine", "hcm8"}};
  EXPECT_EQ(worth("rings(0 GB/s)", cube_mesh), "2520");
  EXPECT_EQ(worth("rings(bandwidth(gpu0, gpu4))", cube_mesh), "30");
  EXPECT_EQ(worth("rings(bandwidth(gpu0, gpu1))", cube_mesh), "1");
  EXPECT_EQ(worth("rings(1 TB/s)", cube_mesh), "0");
}

TEST(RingsCounted, OnOneSwitchAllAreEqual) {
  EXPECT_EQ(worth("rings(10 GB/s)", {{"run", "all_reduce"}, {"machine", "switch:3,10GB/s,0"}}), "1");
  EXPECT_EQ(worth("rings(10 GB/s)", {{"run", "all_reduce"}, {"machine", "switch:5,10GB/s,0"}}), "12");
  EXPECT_EQ(worth("rings(11 GB/s)", {{"run", "all_reduce"}, {"machine", "switch:5,10GB/s,0"}}), "0");
}

TEST(RingsCounted, SaysWhatCannotBeCounted) {
  EXPECT_EQ(worth("rings(1 GB/s)", {{"run", "all_reduce"}, {"machine", "switch:11,10GB/s,0"}}),
            "! rings are counted over 3 to 10 GPUs, and there are 11");
  EXPECT_EQ(worth("rings(1 GB/s)", {{"run", "all_reduce"}, {"machine", "switch:2,10GB/s,0"}}),
            "! rings are counted over 3 to 10 GPUs, and there are 2");
  EXPECT_EQ(worth("rings(4 ms)", {{"run", "all_reduce"}, {"machine", "hcm8"}}),
            "! rings takes a bandwidth, as in rings(bandwidth(gpu0, gpu1))");
}

const SceneKeys with_names = {{"run", "p2p"},
                              {"machine", "hcm8"},
                              {"to", "1"},
                              {"size", "400 MB"},
                              {"let.both", "time(run) + time(run(to = 4))"},
                              {"let.rate", "2 * size / let.both"},
                              {"let.list", "[size, 2 * size]"}};

TEST(NamedExpression, IsAskedAnewWhereverItStands) {
  EXPECT_EQ(worth("let.both", with_names), worth("time(run) + time(run(to = 4))", with_names));
  EXPECT_EQ(worth("let.rate", with_names), worth("2 * size / (time(run) + time(run(to = 4)))", with_names));
  EXPECT_EQ(worth("let.list[1]", with_names), "800 MB");
}

TEST(NamedExpression, OfAChangedRunChangesAllThatItAsks) {
  EXPECT_EQ(
      worth("let.both(run(size = 800 MB)) == time(run(size = 800 MB)) + time(run(size = 800 MB, to = 4))",
            with_names),
      "yes");
  EXPECT_EQ(worth("let.list(run(size = 1 MB))[0]", with_names), "1 MB");
  EXPECT_EQ(worth("sweep(size, [1 MB, 2 MB], let.list[0])", with_names), "1 MB, 2 MB");
}

TEST(NamedExpression, SaysWhatCannotBe) {
  EXPECT_EQ(worth("let.other", with_names), "! the scene has no 'let.other'");
  EXPECT_EQ(worth("let.a", {{"run", "p2p"}, {"let.a", "let.b + 1"}, {"let.b", "let.a"}}),
            "! let.a leads to too many other names, or back to itself");
  EXPECT_EQ(worth("let.both(4)", with_names),
            "! let.both is asked of a changed run, as in let.both(run(size = 1 KiB))");
  EXPECT_THAT(problems_of(one_step("```scene\nlet.a = time(\n```\n")), HasSubstr("a step has one scene"));
}

TEST(NamedExpression, IsReadWithItsScene) {
  const std::string head = "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## One\n";
  EXPECT_THAT(problems_of(head + "```scene\nrun = \"p2p\"\nlet.a = tiem(run)\n```\n"), HasSubstr("let.a: "));
  EXPECT_THAT(problems_of(head + "```scene\nrun = \"p2p\"\nlte.a = time(run)\n```\n"),
              HasSubstr("unknown key 'lte.a'"));
}

// A locked run's name tells nothing if its expression asks about the run.
TEST(NamedExpression, TellsNothingOfALockedRun) {
  Result<Lesson> lesson = parse_lesson(
      "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## One\n"
      "```scene\nrun = \"p2p\"\nmachine = \"hcm8\"\nto = \"1\"\nsize = \"400 MB\"\nlet.a = time(run)\nlet.b "
      "= 2 * nvlinks(0, 1)\n```\n"
      "It takes {{ let.a }} over {{ let.b }} / 2 links, and {{ let.a(run(to = 4)) }} to the other.\n"
      "```predict\nask = \"?\"\nanswer = let.a\nunit = \"ms\"\n```\n",
      "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*std::move(lesson), simulating_laboratory());
  const auto prose = [&] { return std::get<Prose>(player.content()->items.front()).markdown; };
  EXPECT_THAT(prose(), HasSubstr("It takes ? over 8 / 2 links, and 8.58 ms to the other."));
  ASSERT_TRUE(player.answer(0, "4.3"));
  EXPECT_THAT(prose(), HasSubstr("It takes 4.29 ms"));
}

const std::string one_of_two =
    "```check\nask = \"?\"\nkind = \"point\"\nany_of = [\"link gpu0->gpu\" + n / 8, [nothing, \"rank 2, row "
    "4\"]]\n```\n";

TEST(SeveralPlaces, AreEachRight) {
  EXPECT_EQ(problems_of(one_step(one_of_two)), "");
  Result<Lesson> lesson = parse_lesson(one_step(one_of_two), "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*std::move(lesson), simulating_laboratory());
  const Result<Feedback> wrong = player.answer(0, "rank 3");
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(wrong->right);
  EXPECT_EQ(wrong->result, "");
  EXPECT_TRUE(player.answer(0, "Rank 2 Row 4")->right);
  EXPECT_TRUE(player.answer(0, "gpu0-gpu1")->right);
}

TEST(SeveralPlaces, OneOfThemIsGivenAway) {
  Result<Lesson> lesson = parse_lesson(one_step(one_of_two), "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*std::move(lesson), simulating_laboratory());
  EXPECT_EQ(player.show(0)->result, "link gpu0->gpu1, or rank 2, row 4");
}

TEST(SeveralPlaces, SayWhatIsWrongWithThem) {
  const auto problems = [](const std::string& keys) {
    return problems_of(one_step("```check\nask = \"?\"\n" + keys + "\n```\n"));
  };
  EXPECT_THAT(problems("any_of = [\"a\"]"), HasSubstr("'any_of' belongs to the kind point"));
  EXPECT_THAT(problems("kind = \"point\"\nanswer = bottleneck\nany_of = [\"a\"]"),
              HasSubstr("a question has 'answer' or 'any_of', not both"));
  EXPECT_THAT(problems("kind = \"point\"\nany_of = [n]"), HasSubstr("any_of is a list of places"));
  EXPECT_THAT(problems("kind = \"point\"\nany_of = if(n > 0, nothing, \"a\")"),
              HasSubstr("no answer is right"));
  EXPECT_THAT(problems("kind = \"point\"\nany_of = [\"a\"]"), HasSubstr("asks nothing of the run"));
}

}  // namespace
}  // namespace commlab
