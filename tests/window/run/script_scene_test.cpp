// A script's run in the window: its outcome, its events, and every arrangement of its pictures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/article/article_text.h"
#include "gui/window/article/outcome_article.h"
#include "gui/window/run/script_scene.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "tests/window/script/script_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Script, ItsCaptionTellsWhatIsOnTheLinksWhileNoHostDoesAnything) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.spans.clear();
  const Transfer& first = stage.run.trace.transfers.front();
  stage.view.now = first.start;
  stage.run.through.assign(stage.run.through.size(), never);
  stage.run.through[0] = first.start;
  const std::string sentence = script_sentence(stage.shown());
  EXPECT_THAT(sentence, HasSubstr("Rank 0 is through; under way: "));
  EXPECT_THAT(sentence, HasSubstr(stage.run.trace.ends_text(first)));
}

TEST(Outcome, NamesTheCulpritTheCircleAndWhatTheVictimsSay) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  EXPECT_THAT(text_of(outcome_article(stage.shown())), Not(HasSubstr("Deadlock")));
  stage.view.now = stage.run.finish;
  const std::string text = text_of(outcome_article(stage.shown()));
  EXPECT_THAT(text, HasSubstr("Deadlock: nothing more can happen"));
  EXPECT_THAT(text, HasSubstr("Culprit: rank 0, line 8."));
  EXPECT_THAT(text, HasSubstr("4. Rank 3 waits in line 8, send(0, x), until rank 0 receives."));
  EXPECT_THAT(text, HasSubstr("ranks 0-3, after 1800 s: Timed out waiting 1800000ms for send"));
}

// Guards against a fixed bug: in a low panel, the first stopwatch of each rank hid all others.
TEST(Outcome, RanksWhoseStopwatchesReadTheSameAreToldOnce) {
  ScriptStage stage{.run = overlapped_by_hand()};
  ASSERT_EQ(stage.run.ranks, 2);
  stage.run.timers = {{.rank = 0, .name = "call", .start = {}, .stop = microseconds(5)},
                      {.rank = 1, .name = "call", .start = microseconds(1), .stop = microseconds(6)},
                      {.rank = 0, .name = "late", .start = {}, .stop = microseconds(7)},
                      {.rank = 1, .name = "late", .start = {}}};
  stage.view.now = stage.run.finish;
  EXPECT_THAT(text_of(outcome_article(stage.shown())),
              HasSubstr("call: 5.00 us\nlate: 7.00 us (rank 0)\nlate: never stopped (rank 1)"));
}

TEST(ScriptScene, EverySpansEndIsAnEventToStepTo) {
  const ScriptRun run = reduced_by_hand();
  const Scene scene(played_of(run));
  EXPECT_EQ(scene.playback.next(StepUnit::event, {}), microseconds(5));
  EXPECT_EQ(scene.playback.end(), run.finish);
}

TEST(ScriptScene, IsShownInEveryArrangementAndTheme) {
  for (const ScriptRun& run : all_runs_by_hand())
    for (const std::string_view name : theme_names())
      for (int arrange = 0; arrange <= static_cast<int>(Arrange::lesson); ++arrange) {
        const WindowTools tools;
        Session session{.tools = tools, .theme = theme_named(name).value()};
        show_script(session, std::make_shared<const ScriptRun>(run));
        session.view.arrange = static_cast<Arrange>(arrange);
        UnseenWindow window(session);
        window.frame();
        EXPECT_NE(session.registry.find("lanes"), nullptr) << name << " " << arrange;
        go_to(session, run.finish);
        window.frame();
        EXPECT_EQ(session.registry.find("caption")->value, script_sentence(session.script_shown()));
      }
}

}  // namespace
}  // namespace commlab
