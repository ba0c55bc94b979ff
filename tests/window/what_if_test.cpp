// A question from the floor: it is asked of the run that is seen, and the lesson's comes back as it was.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/what_if.h"
#include "tests/window/class_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(WhatIfBar, AsksOfTheRunAndComesBackExactly) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 2; ++i) window.press("PageDown");
  window.press("W");
  EXPECT_FALSE(room.session.what_if.open) << "a prediction is open";
  EXPECT_THAT(room.session.notice, HasSubstr("Predict first"));
  window.press("PageDown");
  const Time finish = room.session.scene->trace().finish, middle{finish.ps / 2};
  go_to(room.session, middle);
  const ScenePointer lessons_own = room.session.scene;

  window.press("W");
  ask_what_if(room.session, "ranks", "8");
  ask_what_if(room.session, "link", "gpu0-gpu1 4x slower");
  window.settle();

  EXPECT_EQ(room.session.scene->trace().collective.ranks, 8);
  EXPECT_THAT(room.value("what-if.answer"),
              HasSubstr(fmt::format("lesson {}, what if {}", to_human(finish),
                                    to_human(room.session.scene->trace().finish))));
  window.press("Escape");
  EXPECT_FALSE(room.session.what_if.open);
  EXPECT_EQ(room.session.scene, lessons_own);
  EXPECT_EQ(room.session.view.now, middle);
  EXPECT_EQ(room.value("present.stop"), "4 of 8");
  EXPECT_EQ(room.kept, 0);
}

TEST(WhatIfBar, RefusesWithTheReasonAndKeepsTheLastRun) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 3; ++i) window.press("PageDown");
  window.press("W");
  ask_what_if(room.session, "size", "much");
  window.settle();
  EXPECT_THAT(room.session.what_if.refused, HasSubstr("much"));
  EXPECT_EQ(room.session.scene->trace().collective.ranks, 4);
  window.press("PageDown");
  EXPECT_FALSE(room.session.what_if.open) << "the next stop is the lesson's again";
}

}  // namespace
}  // namespace commlab
