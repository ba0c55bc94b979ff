// The picture beside an open prediction: what every rank brings to the run, and nothing of what will happen.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/commands/requests.h"
#include "gui/window/lesson/scene.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/topology/hint.h"
#include "gui/window/topology/holdings.h"
#include "gui/window/topology/marker.h"
#include "gui/window/topology/placer/placer.h"
#include "tests/window/lesson/class_stage.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TopologyLayout layout_of(const Scene& scene) {
  return lay_out(scene.trace(), {0, 0, 700, 560}, 13, 1, may_show_buffers(scene));
}

// The names of all lessons, "02-" and so on.
std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/lessons"))
    if (const std::string name = file.path().filename().string(); name.ends_with(".lesson.md"))
      names.push_back(name.substr(0, name.find('-') + 1));
  std::ranges::sort(names);
  return names;
}

// False if a prediction needs more than this room has: measurements, or NCCL's own choice.
bool predicts_all(Player& player) {
  int number = 0;
  for (int step = 0; step <= player.step(); ++step)
    for (const LessonStep::Item& item : player.lesson().steps[step].items)
      if (const auto* question = std::get_if<Question>(&item)) {
        if (step == player.step() && question->predicts && !player.answer(number, "?")) return false;
        ++number;
      }
  return true;
}

// A learner who has predicted must not lose sight of the GPUs, and must not have seen what they will do.
TEST(InputsOfALesson, StandWhereTheRunWillShowThemAndTellNothingOfIt) {
  const Class room({"class"});
  int seen = 0;
  for (const std::string& name : shipped()) {
    const Lesson lesson = *room.for_window.lesson(name);
    for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
      const auto player = std::make_shared<Player>(lesson, room.for_window.laboratory);
      player->jump(step);
      if (!player->locked(step)) continue;
      const auto before = make_shown(player, room.for_window.laboratory);
      if (before->content != WindowContent::inputs) continue;
      SCOPED_TRACE(name + lesson.steps[step].title);
      const Scene& inputs = *before->picture;
      EXPECT_TRUE(inputs.only_inputs());
      EXPECT_TRUE(inputs.trace().transfers.empty());
      EXPECT_EQ(inputs.run.run.finish, Time{});
      EXPECT_EQ(inputs.run.experiment.algorithm, Experiment{}.algorithm);

      if (!predicts_all(*player)) continue;
      const auto after = make_shown(player, room.for_window.laboratory);
      ASSERT_EQ(after->content, WindowContent::experiment) << after->page.trouble;
      ASSERT_TRUE(inputs.replay) << inputs.no_replay;
      EXPECT_EQ(inputs.replay->partition().blocks, after->picture->replay->partition().blocks);
      EXPECT_EQ(inputs.replay->partition().parts, after->picture->replay->partition().parts);
      const TopologyLayout rests = layout_of(inputs), runs = layout_of(*after->picture);
      EXPECT_EQ(rests.grid.drawn(), runs.grid.drawn());
      if (rests.wiring.boxes.size() != runs.wiring.boxes.size())
        continue;  // the run's way is part of the answer
      for (std::size_t box = 0; box < rests.places.size(); ++box)
        EXPECT_EQ(rests.places[box].area, runs.places[box].area) << rests.wiring.boxes[box].name;
      ++seen;
    }
  }
  EXPECT_GT(seen, 10) << "most lessons predict runs of collectives";
}

TEST(InputsOfALesson, ShowWhatEachRankBringsAndNothingThatIsPromised) {
  LessonStage stage;
  ASSERT_EQ(stage.session.lesson_shown->content, WindowContent::inputs);
  const Scene& inputs = *stage.session.scene;
  ASSERT_TRUE(inputs.replay);
  const Shown shown = stage.session.shown();
  const TopologyHoldings holdings(shown);
  for (Rank rank = 0; rank < 4; ++rank) {
    EXPECT_FALSE(holdings.complete(rank));
    for (int sector = 0; sector < holdings.sectors(); ++sector) {
      const MatrixCell cell = holdings.of(rank, sector);
      EXPECT_EQ(inputs.replay->contributors(cell.value), fmt::format("rank {}", rank));
      EXPECT_FALSE(cell.done());
    }
  }
  UnseenWindow window(stage.session);
  window.settle();
  const TopologyLayout& layout = stage.session.pictures.machine.layout();
  const TopologyMarks marks = marks_of(layout, inputs.index->topology, shown);
  EXPECT_THAT(topology_hint(inputs.index->topology, marks, shown, {.rank = 1}),
              testing::ElementsAre("rank 1 on GPU 1"));
  EXPECT_THAT(topology_hint(inputs.index->topology, marks, shown, {.rank = 1, .block = 2}),
              testing::ElementsAre("rank 1, chunk 2", "what rank 1 brings"));
}

TEST(InputsOfALesson, KeepTheRunSecretFromEveryRequestToRunIt) {
  LessonStage stage;
  const auto refused = [&](auto request) {
    stage.session.notice.clear();
    request();
    EXPECT_EQ(stage.session.notice, predict_before_run);
    EXPECT_FALSE(stage.session.worker.busy());
  };
  refused([&] { measure(stage.session); });
  refused([&] { sweep_sizes(stage.session, false); });
  refused([&] { perform_with_slow_link(stage.session, 0, 4); });
  refused([&] { perform_with_cut_link(stage.session, 0); });
  refused([&] { play_beside(stage.session, "tree"); });
}

TEST(InputsOfALesson, StandAtTheirBeginningWhateverTimeIsAskedFor) {
  const LessonStage stage;
  EXPECT_TRUE(time_of(stage.session, "20us"));
  EXPECT_FALSE(time_of(stage.session, "rank 1 complete")) << "that would tell of the run";
}

TEST(InputsOfALesson, LeaveRoomForThePicturesOfTheRun) {
  LessonStage stage;
  UnseenWindow window(stage.session);
  window.settle();
  const Area rests = stage.session.registry.find("topology")->area;
  for (Rank rank = 0; rank < 4; ++rank)
    EXPECT_FALSE(stage.session.registry.find(fmt::format("gpu.{}", rank))
                     ->area.overlaps(stage.session.registry.find("predict-first")->area))
        << rank;

  stage.answer("70 us");
  window.settle();

  EXPECT_EQ(stage.session.registry.find("topology")->area, rests);
}

// Guards against a fixed bug: before anything ran, the layout that compares showed empty panels without a
// word.
TEST(InputsOfALesson, SayWhatTheLayoutThatComparesWouldShow) {
  LessonStage stage;
  stage.session.view.arrange = Arrange::compare;
  UnseenWindow window(stage.session);
  window.settle();
  ASSERT_NE(stage.session.registry.find("compare.offer"), nullptr);
  EXPECT_THAT(stage.session.registry.find("compare.offer")->value, HasSubstr("Predict first"));
  EXPECT_EQ(stage.session.registry.find("compare.measure"), nullptr);

  stage.session.view.arrange = Arrange::lesson;
  stage.answer("70 us");
  stage.session.view.arrange = Arrange::compare;
  window.settle();
  EXPECT_THAT(stage.session.registry.find("compare.offer")->value, HasSubstr("Only the prediction"));
  EXPECT_NE(stage.session.registry.find("compare.measure"), nullptr);
  EXPECT_NE(stage.session.registry.find("timeline"), nullptr) << "the prediction is still shown";
}

}  // namespace
}  // namespace commlab
