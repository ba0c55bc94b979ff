// A large run is shown before the window knows what its ranks hold; later that is shown, too.
#include <gtest/gtest.h>

#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

constexpr std::string_view small_ring = "all_reduce --machine ring:4,100GB/s,500ns --algorithm ring";

struct Viewed {
  explicit Viewed(Scene::Holdings holdings) {
    show_scene(session,
               std::make_shared<const Scene>(std::make_shared<const Outcome>(played(small_ring)), holdings));
  }
  void follow_until_found() {
    for (follow_workers(session); session.finder.busy(); follow_workers(session)) session.finder.wait();
  }
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
};

TEST(UnfinishedScene, IsReplacedByTheWholeOneWithoutMovingTheViewer) {
  Viewed viewed(Scene::Holdings::later);
  Session& session = viewed.session;
  EXPECT_FALSE(session.scene->replay);
  EXPECT_EQ(session.scene->no_replay, "What ranks hold is still being computed.");
  const Time middle{session.scene->trace().finish.ps / 2};
  go_to(session, middle);
  session.view.selected = {.rank = 2};
  session.bookmarks = {middle};
  const auto index = session.scene->index;

  viewed.follow_until_found();

  EXPECT_TRUE(session.scene->replay);
  EXPECT_FALSE(session.scene->unfinished());
  EXPECT_EQ(session.scene->no_replay, "");
  EXPECT_EQ(session.scene->index, index) << "the index must not be made twice";
  EXPECT_EQ(session.view.now, middle);
  EXPECT_EQ(session.view.selected, Selection{.rank = 2});
  EXPECT_EQ(session.bookmarks, std::vector{middle});
}

TEST(UnfinishedScene, IsNotReplacedOnceAnotherRunIsShown) {
  Viewed viewed(Scene::Holdings::later);
  Session& session = viewed.session;
  follow_workers(session);
  const ScenePointer other = shared_scene_of("all_gather --machine ring:3,100GB/s,500ns --algorithm ring");
  show_scene(session, other);

  viewed.follow_until_found();

  EXPECT_EQ(session.scene, other);
}

TEST(UnfinishedScene, KnowsTimesButNoConditionsOfWhatRanksHold) {
  Viewed viewed(Scene::Holdings::later);
  EXPECT_EQ(*time_of(viewed.session, "2us"), Time{2'000'000});
  EXPECT_EQ(*time_of(viewed.session, "50%"), Time{viewed.session.scene->trace().finish.ps / 2});
  EXPECT_EQ(time_of(viewed.session, "rank 3 complete").error().message,
            "'rank 3 complete': What ranks hold is still being computed.");
}

TEST(UnfinishedScene, IsNoneOfASmallRun) {
  EXPECT_FALSE(first_scene(played(small_ring))->unfinished());
  EXPECT_FALSE(Viewed(Scene::Holdings::found).session.scene->unfinished());
}

}  // namespace
}  // namespace commlab
