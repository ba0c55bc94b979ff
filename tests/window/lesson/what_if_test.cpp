// A what-if question is asked about the run that is shown; afterwards the lesson's run is back as it was.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/lesson/presenter.h"
#include "gui/window/lesson/what_if.h"
#include "gui/window/session/playing.h"
#include "tests/window/lesson/class_stage.h"
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
  EXPECT_FALSE(room.session.what_if.open) << "a prediction is still open";
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
  EXPECT_FALSE(room.session.what_if.open) << "the next stop shows the lesson's own run again";
}

// The values to try: the first and the last that are offered; for a name of the scene, another value.
std::vector<std::string> questions_of(const WhatIfControl& control) {
  if (!control.why_not.empty()) return {};
  if (control.stops.empty()) return {control.now + "1"};
  return {control.stops.front(), control.stops.back()};
}

// Guards against a fixed bug: two ranks on a ring of eight were refused with "ring order 0,1,2,3,4,5,6,7 does
// not name each of the ranks 0..1 once". Each question must give a run with the new value, or a sentence for
// the audience.
TEST(WhatIfBar, WhateverARoomAsksIsPlayedOrRefusedInASentence) {
  for (const char* lesson : {"05-", "07-", "09-", "14-", "16-", "18-", "20-", "22-"}) {
    Class room({lesson}, ClassLength::fifty_minutes);
    UnseenWindow window(room.session, 1280, 720);
    window.settle();
    const std::size_t stops = room.session.presenter.lessons[0].stops.size();
    for (std::size_t stop = 0; stop < stops && !why_no_what_if(room.session).empty(); ++stop)
      window.press("PageDown");
    window.press("W");
    ASSERT_TRUE(room.session.what_if.open) << lesson;
    const ScenePointer lessons_own = room.session.scene;
    const WhatIfState& what_if = room.session.what_if;
    for (const WhatIfControl& control : std::vector(what_if.controls))
      for (const std::string& value : questions_of(control)) {
        const std::string where = fmt::format("lesson {}: {} {}", lesson, control.name, value);
        ask_what_if(room.session, control.name, value);
        window.settle();
        const bool is_run = what_if.refused.empty();
        EXPECT_TRUE(is_run ? !what_if.sentence.empty() : what_if.refused.ends_with('.'))
            << where << ": " << what_if.refused;
        EXPECT_TRUE(!is_run || control.name != "ranks" ||
                    std::to_string(room.session.scene->trace().collective.ranks) == value)
            << where;
        ask_what_if(room.session, control.name, "");
        window.settle();
        EXPECT_EQ(what_if.refused, "") << where;
      }
    window.press("Escape");
    EXPECT_EQ(room.session.scene, lessons_own) << lesson;
  }
}

// Guards against a fixed bug: during a what-if, the caption still told numbers of the lesson's own run.
TEST(WhatIfBar, NothingThatTheLessonTellsOfItsRunStandsBelowAnother) {
  Class room({"22-"}, ClassLength::five_minutes);
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  const auto of_four_buckets = [&] {
    return room.value("caption").find("nothing hides") != std::string::npos;
  };
  for (int stop = 0; stop < 20 && !of_four_buckets(); ++stop) window.press("PageDown");
  ASSERT_TRUE(of_four_buckets());
  window.press("W");
  ask_what_if(room.session, "buckets", "1");
  window.settle();
  EXPECT_FALSE(of_four_buckets());
  window.press("Escape");
  EXPECT_TRUE(of_four_buckets());
}

// A question about another number of ranks listed the links of the machine before.
TEST(WhatIfBar, ListsTheLinksOfTheChangedMachineAndTheWayBack) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 3; ++i) window.press("PageDown");
  window.press("W");
  const auto links = [&] {
    const auto& controls = room.session.what_if.controls;
    return std::ranges::find(controls, what_if_link, &WhatIfControl::name)->stops;
  };
  EXPECT_EQ(links().front(), link_as_it_is);
  EXPECT_THAT(links(), testing::Not(testing::Contains("gpu6-gpu7 cut")));

  ask_what_if(room.session, "ranks", "8");
  window.settle();
  EXPECT_EQ(links().front(), link_as_it_is);
  EXPECT_THAT(links(), testing::Contains("gpu6-gpu7 cut"));
  const Time eight = room.session.scene->trace().finish;

  ask_what_if(room.session, "link", "gpu6-gpu7 4x slower");
  window.settle();
  EXPECT_GT(room.session.scene->trace().finish, eight);
  ask_what_if(room.session, "link", std::string(link_as_it_is));
  window.settle();
  EXPECT_EQ(room.session.scene->trace().finish, eight);
}

// A key that was pressed while the stop was being prepared was lost.
TEST(WhatIfBar, OpensWhenTheStopThatIsBeingPreparedIsThere) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 2; ++i) window.press("PageDown");
  turn_stop(room.session, 1);
  open_what_if(room.session);
  EXPECT_FALSE(room.session.what_if.open) << "the stop before is still shown";
  window.settle();
  EXPECT_TRUE(room.session.what_if.open);
  EXPECT_TRUE(room.session.notice.empty()) << room.session.notice;
}

}  // namespace
}  // namespace commlab
