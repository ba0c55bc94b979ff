// Questions from the audience: what a scene offers, which keys these are, and why others are refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/play/what_if.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// The scene of a step with these blocks, after its run.
PlayedScene scene_of_floor(const std::string& blocks) {
  const std::string head = "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## Step\n";
  Player player(parse_lesson(head + blocks, "a.md").value(), simulating_laboratory());
  Result<PlayedScene> scene = player.scene();
  EXPECT_TRUE(scene) << scene.error().message;
  return *std::move(scene);
}

const std::string ring_scene =
    "```scene\nrun = \"all_reduce\"\nmachine = \"ring:4,100GB/s,1us\"\nalgorithm = \"ring\"\nsize = \"1 "
    "MiB\"\n```\n";
const std::string script_scene =
    "```scene\nmachine = \"switch:4,100GB/s,1us\"\nwith.root = 2\n```\n```script\nranks 4\ntensor x = [1]\n"
    "rank all: reduce(x, dst={root})\n```\n";

WhatIfControl control_of(const PlayedScene& scene, std::string_view name) {
  for (const WhatIfControl& control : what_if_controls(scene))
    if (control.name == name) return control;
  ADD_FAILURE() << "no control is called " << name;
  return {};
}

TEST(WhatIf, AnExperimentOffersRanksSizeLinksAndAlgorithms) {
  const PlayedScene scene = scene_of_floor(ring_scene);
  EXPECT_EQ(control_of(scene, "ranks").now, "4");
  EXPECT_THAT(control_of(scene, "ranks").stops, testing::IsSupersetOf({"3", "6", "8"}));
  EXPECT_EQ(control_of(scene, "size").now, "1 MiB");
  EXPECT_THAT(control_of(scene, "link").stops, Contains("gpu1-gpu2 4x slower"));
  EXPECT_EQ(control_of(scene, "link").stops.size(), 9u) << "as it is, and four links, slower or cut";
  EXPECT_THAT(control_of(scene, "algorithm").stops, Contains("ring"));
  for (const WhatIfControl& control : what_if_controls(scene)) EXPECT_EQ(control.why_not, "");
}

TEST(WhatIf, BecomesKeysOfTheScene) {
  const PlayedScene scene = scene_of_floor(ring_scene);
  EXPECT_THAT(*what_if_keys(scene, {{"ranks", "8"}, {"size", "4 KiB"}}),
              ElementsAre(Pair("machine", "ring:8,100GB/s,1us"), Pair("ranks", "8"), Pair("size", "4 KiB")));
  EXPECT_THAT(*what_if_keys(scene, {{"link", "gpu0-gpu1 4x slower"}}),
              ElementsAre(Pair("slow", "gpu0-gpu1:4x")));
  EXPECT_THAT(*what_if_keys(scene, {{"link", "gpu0-gpu1 cut"}}), ElementsAre(Pair("cut", "gpu0-gpu1")));
  EXPECT_FALSE(what_if_keys(scene, {{"link", "gpu0-gpu1"}}));
  EXPECT_FALSE(what_if_keys(scene, {{"colour", "red"}}));
  EXPECT_EQ(what_if_keys(scene, {{"size", "banana"}}).error().message,
            "'banana' is no size. Write a number and its unit, as in 64 KiB or 400 MB.");
}

// Guards against a fixed bug: the sentence said "what if error" or "what if deadlock".
TEST(WhatIf, TellsInWordsWhatBecomesOfAScriptThatDoesNotEnd) {
  const auto becomes = [](ScriptOutcome outcome) {
    ScriptRun run;
    run.finish = microseconds(9);
    run.outcome = outcome;
    return PlayedScene{.script_run = std::make_shared<const ScriptRun>(run)};
  };
  const PlayedScene lesson = becomes(ScriptOutcome::done);
  EXPECT_EQ(what_if_sentence(lesson, becomes(ScriptOutcome::deadlock)), "lesson 9.00 us, what if it hangs");
  EXPECT_EQ(what_if_sentence(lesson, becomes(ScriptOutcome::error)),
            "lesson 9.00 us, what if it stops with an error");
}

TEST(WhatIf, ARingThatNamesItsGpusHasNoOtherNumberOfThem) {
  const PlayedScene scene = scene_of_floor(
      "```scene\nrun = \"all_reduce\"\nmachine = \"hcm8\"\nalgorithm = \"ring\"\nsize = \"1 MiB\"\n"
      "ring = \"0,1,2,3,4,5,6,7\"\n```\n");
  EXPECT_EQ(what_if_keys(scene, {{"ranks", "2"}}).error().message,
            "The lesson's ring names the GPUs one by one.");
}

TEST(WhatIf, EveryOfferOfALessonsSceneCanBeRunOrIsRefusedWithAReason) {
  Player player(
      parse_lesson("```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## Step\n" + ring_scene, "a.md")
          .value(),
      simulating_laboratory());
  const PlayedScene scene = *player.scene();
  for (const WhatIfControl& control : what_if_controls(scene))
    for (const std::string& stop : control.stops) {
      const Result<PlayedScene> changed =
          what_if_keys(scene, {{control.name, stop}}).and_then([&](const SceneKeys& keys) {
            return player.what_if(keys);
          });
      if (changed)
        EXPECT_THAT(what_if_sentence(scene, *changed), HasSubstr("lesson ")) << stop;
      else
        EXPECT_GT(changed.error().message.size(), 10u) << control.name << " " << stop;
    }
}

TEST(WhatIf, UnevenCountsSayHowManyRanksAndHowMuch) {
  const PlayedScene scene = scene_of_floor(
      "```scene\nrun = \"all_to_all\"\nmachine = \"switch:4,100GB/s,1us\"\ncounts = \"8,1,1,1\"\n```\n");
  for (const char* name : {"size", "ranks"})
    EXPECT_EQ(control_of(scene, name).why_not, "The lesson's counts say what each rank sends to each.")
        << name;
  EXPECT_THAT(control_of(scene, "algorithm").stops, Contains("direct"));
}

TEST(WhatIf, AScriptOffersItsOwnNamesAndItsLibraryAndSaysWhyNotTheRest) {
  const PlayedScene scene = scene_of_floor(script_scene);
  EXPECT_EQ(control_of(scene, "root").now, "2");
  EXPECT_THAT(control_of(scene, "flavour").stops, ElementsAre("gloo", "nccl", "mpi"));
  EXPECT_EQ(control_of(scene, "ranks").why_not, "");
  for (const char* name : {"size", "link", "algorithm"})
    EXPECT_NE(control_of(scene, name).why_not, "") << name;
  EXPECT_THAT(*what_if_keys(scene, {{"root", "1"}}), ElementsAre(Pair("with.root", "1")));
  EXPECT_EQ(what_if_keys(scene, {{"size", "1 KiB"}}).error().message,
            "The script says itself how much each call sends.");
}

TEST(WhatIf, ASceneOfItsOwnNSaysHowManyRanksThereAre) {
  const PlayedScene scene = scene_of_floor(
      "```scene\nrun = \"all_reduce\"\nmachine = \"ring:{n},100GB/s,1us\"\nwith.n = 4\nsize = \"1 "
      "MiB\"\n```\n");
  EXPECT_EQ(control_of(scene, "ranks").now, "4");
  EXPECT_THAT(*what_if_keys(scene, {{"ranks", "8"}}), ElementsAre(Pair("with.n", "8")));
}

}  // namespace
}  // namespace commlab
