// A class: lessons that are presented with a clicker's keys, and the teacher's notes.

#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/page/notes_page.h"
#include "gui/window/page/presenter_page.h"
#include "gui/window/session/playing.h"
#include "tests/window/lesson/class_stage.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Presenter, AClickersKeysPlayForwardAndBackExactly) {
  Class room({"class", "class"});
  UnseenWindow window(room.session);
  window.settle();
  EXPECT_THAT(room.value("present.text"), HasSubstr("A class"));
  std::vector<std::string> seen;
  for (const char* key : {"PageDown", "Right", "Space", "PageDown", "PageDown", "PageDown", "PageDown"}) {
    seen.push_back(room.value("present.stop") + room.value("present.text") + room.value("caption"));
    window.press(key);
  }
  EXPECT_EQ(room.value("present.stop"), "8 of 8");
  EXPECT_THAT(seen[2], HasSubstr("How long does it take?"));
  EXPECT_THAT(seen[2], Not(HasSubstr("It takes")));
  EXPECT_THAT(seen[3], HasSubstr("It takes"));
  EXPECT_THAT(seen[4], HasSubstr("That is a step."));
  EXPECT_THAT(seen[5], HasSubstr("May be changed: size (how much data)."));
  EXPECT_THAT(seen[6], HasSubstr("size = 64 KiB"));

  for (int i = 6; i >= 0; --i) {
    window.press(i % 2 ? "Left" : "PageUp");
    const std::string back = room.value("present.stop") + room.value("present.text");
    EXPECT_THAT(seen[i], HasSubstr(back)) << i;
  }
  window.press("PageUp");
  EXPECT_EQ(room.value("present.stop"), "1 of 8") << "there is no stop before the first";
  window.press("End");
  window.press("PageDown");
  EXPECT_EQ(room.session.presenter.shown->lesson, 1u);
  window.press("Home");
  EXPECT_EQ(room.value("present.stop"), "1 of 8");
  EXPECT_EQ(room.kept, 0) << "a class records no answers";
}

TEST(Presenter, KeysThatComeTooFastAreNotLost) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 4; ++i) turn_stop(room.session, 1);
  window.settle();
  EXPECT_EQ(room.value("present.stop"), "5 of 8");
}

TEST(Presenter, TheRunIsHiddenUntilItsPredictionIsRevealed) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 2; ++i) window.press("PageDown");
  EXPECT_EQ(room.session.lesson_shown->content, WindowContent::inputs);
  EXPECT_TRUE(room.session.scene->trace().transfers.empty());
  window.press("PageDown");
  EXPECT_EQ(room.session.lesson_shown->content, WindowContent::experiment);
  EXPECT_TRUE(room.session.view.playing);
  window.press("PageUp");
  EXPECT_TRUE(room.session.scene->trace().transfers.empty());
}

TEST(Presenter, TheScreenIsBlackUntilTheNextKey) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (const char* key : {"B", "."}) {
    window.press(key);
    EXPECT_TRUE(room.session.black);
    window.press("PageDown");
    EXPECT_FALSE(room.session.black);
    EXPECT_EQ(room.value("present.stop"), "1 of 8");
  }
  for (const char* key : {"X", "K", "F5", "B"}) {
    window.press("B");
    window.press(key);
    EXPECT_FALSE(room.session.black) << key;
  }
  window.press("Escape");
  window.press("F5");
  EXPECT_EQ(room.value("present.stop"), "1 of 8") << "a clicker's other keys do no harm";
}

TEST(Presenter, ItsHelpListsTheKeysOfAClassAndNoKeyTwice) {
  Class room({"class"});
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  window.press("?");
  EXPECT_EQ(room.value("help.what-if"), "W");
  EXPECT_EQ(room.value("help.present-next"), "PageDown, Right, Space");
  for (const char* elsewhere : {"help.zoom-in", "help.play", "help.labels", "help.run", "help.lesson-next"})
    EXPECT_EQ(room.value(elsewhere), "") << elsewhere;
  std::set<std::string> keys;
  for (const WindowCommand* command : commands_with_keys(room.session.settings, KeyPlace::presented)) {
    std::istringstream text(keys_text(*command, room.session.settings, KeyPlace::presented));
    for (std::string key; std::getline(text >> std::ws, key, ',');)
      EXPECT_TRUE(keys.insert(key).second) << key << " of " << command->name;
    const Widget* told = room.session.registry.find("help." + std::string(command->name));
    ASSERT_TRUE(told) << command->name;
    EXPECT_LE(told->area.bottom(), 720) << command->name << " must be on the screen";
  }
}

TEST(Presenter, ALoopBeginsTheRunAgainUntilTheNextStop) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 3; ++i) window.press("PageDown");
  window.press("L");
  go_to(room.session, room.session.scene->playback.end());
  follow_presenter(room.session, 1, 800);
  EXPECT_FALSE(room.session.view.playing);
  follow_presenter(room.session, 1, 800);
  EXPECT_TRUE(room.session.view.playing);
  window.press("PageDown");
  EXPECT_FALSE(room.session.presenter.looping);
}

// The teacher's notes are in no picture that the audience sees.
TEST(Presenter, OnlyTheTeacherSeesTheNotes) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int i = 0; i < 2; ++i) window.press("PageDown");
  for (const Widget& widget : room.session.registry.widgets())
    for (const char* secret : {"secret", "What would you ask", "whispered", "That is a step"})
      EXPECT_THAT(widget.value, Not(HasSubstr(secret))) << widget.id;

  RecordedCanvas canvas;
  const Theme theme = theme_named("dark").value();
  const Area area{0, 0, 700, 600};
  const PageLayout notes = lay_out_notes(canvas, area, theme, *room.session.lesson.page,
                                         {.seconds = 724, .planned_minutes = 49.5});
  EXPECT_LE(notes.height, area.height);
  std::string text;
  for (const PagePart& part : notes.parts)
    for (const SetText::Piece& piece : part.text.pieces) text += piece.run.text + " ";
  for (const char* told :
       {"12:04 of 50 min", "A secret of the teacher.", "What would you ask?", "A whispered hint.",
        "That is a step.", "Predict: How long does it take?", "The answer"})
    EXPECT_THAT(text, HasSubstr(told));
  EXPECT_THAT(text, HasSubstr(room.session.lesson.page->presented->notes.key.answer));
}

// Guards against a fixed bug: with a single screen, the window with the notes lay on the wall.
TEST(Presenter, WithOneScreenTheNotesLieOverTheLessonOnceTheyAreAskedForThere) {
  Class room({"class"});
  room.session.presenter.notes = true;  // --notes
  UnseenWindow window(room.session);
  window.settle();
  follow_screens(room.session, 1);
  EXPECT_FALSE(room.session.presenter.notes);
  EXPECT_THAT(room.session.answer, HasSubstr("N shows the notes over the lesson"));
  window.press("PageDown");
  EXPECT_EQ(room.value("present.notes"), "");

  window.press("N");
  follow_screens(room.session, 1);
  window.settle();
  EXPECT_THAT(room.value("present.notes"), HasSubstr("A secret of the teacher."));
  window.press("N");
  EXPECT_EQ(room.value("present.notes"), "");

  follow_screens(room.session, 2);
  window.press("N");
  EXPECT_TRUE(room.session.presenter.notes);
  EXPECT_EQ(room.value("present.notes"), "") << "with two screens the notes have their own window";
  follow_screens(room.session, 1);
  EXPECT_FALSE(room.session.presenter.notes) << "the second screen is gone";
}

// Guards against a fixed bug: a stop said which link is slow before the question about it.
TEST(Presenter, NothingOnTheWallTellsWhichLinkIsSlow) {
  Class room({"12"}, ClassLength::five_minutes);
  UnseenWindow window(room.session);
  window.settle();
  const auto asks_for_the_link = [&] {
    return room.value("present.text").find("Which link holds everyone up?") != std::string::npos;
  };
  for (int stop = 0; stop < 40 && !asks_for_the_link(); ++stop) {
    window.press("PageDown");
    for (const char* id : {"present.run", "present.text", "caption"})
      EXPECT_THAT(room.value(id), Not(HasSubstr("gpu1-gpu2"))) << id << ", stop " << stop;
  }
  ASSERT_TRUE(asks_for_the_link());
  EXPECT_EQ(room.value("present.run"), "Run: ring, 1 link slow, 400 MB");
  window.press("PageDown");
  EXPECT_THAT(room.value("present.text"), HasSubstr("Only the slow link never is."));
}

TEST(Presenter, SaysWhatCannotBePresented) {
  Class room({"class"});
  EXPECT_EQ(start_presentation(room.session, {"99"}, ClassLength::five_minutes).error().message,
            "there is no lesson '99'");
  EXPECT_FALSE(start_presentation(room.session, {}, ClassLength::five_minutes));
  EXPECT_TRUE(presenting(room.session)) << "the class that is presented stays";
}

// Guards against a fixed bug: "How much does each of the three matter?" stood above only one of the three.
TEST(Presenter, WhatCanBeTriedIsAllThere) {
  Class room({"18-"});
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  const auto tries = [&] { return room.value("present.text").find("Try it") != std::string::npos; };
  for (int stop = 0; stop < 60 && !tries(); ++stop) window.press("PageDown");
  for (const char* control : {"warm: off · on", "before: off · on", "after: off · on"})
    EXPECT_THAT(room.value("present.text"), HasSubstr(control));
}

// Guards against a fixed bug: "Draw the ring: click the GPUs" was also shown below the solution.
TEST(Presenter, ARingIsDrawnWhileItIsAskedFor) {
  Class room({"16-"}, ClassLength::five_minutes);
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  const auto shows = [&](std::string_view words) {
    return room.value("present.text").find(words) != std::string::npos;
  };
  const auto caption_at_rest = [&] {
    room.session.view.playing = false;
    window.settle();
    return room.value("caption");
  };
  for (int stop = 0; stop < 40 && !shows("Draw a ring that avoids"); ++stop) window.press("PageDown");
  EXPECT_THAT(caption_at_rest(), HasSubstr("Draw the ring"));
  window.press("PageDown");
  ASSERT_TRUE(shows("ring = "));
  EXPECT_THAT(caption_at_rest(), Not(HasSubstr("Draw the ring")));
}

// Guards against fixed bugs: the last of three terminals with messages of a hang was cut off, and so was the
// name of the axis below two plots.
TEST(Presenter, LongMessagesAndHighPlotsAreSeenWhole) {
  Class room({"19-", "24-"}, ClassLength::five_minutes);
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  for (std::size_t lesson = 0; lesson < 2; ++lesson)
    for (std::size_t stop = 0; stop < room.session.presenter.lessons[lesson].stops.size(); ++stop) {
      EXPECT_EQ(room.value("present.cut-off"), "") << lesson << ", stop " << stop + 1;
      window.press("PageDown");
    }
}

// A class of fifty minutes, at two sizes of a projector.
TEST(Presenter, ShowsEveryStopOfTheFourLessonsWhole) {
  const std::vector<std::string> lessons = {"02-", "03-", "07-", "12-"};
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1920, 1080)}) {
    Class room(lessons);
    UnseenWindow window(room.session, width, height);
    window.settle();
    for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson)
      for (std::size_t stop = 0; stop < room.session.presenter.lessons[lesson].stops.size(); ++stop) {
        ASSERT_EQ(*room.session.presenter.shown, (StopPlace{lesson, stop}));
        const std::string where = fmt::format("lesson {}, stop {} at {}", lessons[lesson], stop + 1, width);
        EXPECT_EQ(room.value("present.cut-off"), "") << where;
        EXPECT_EQ(room.value("notice"), "") << where;
        EXPECT_EQ(room.session.lesson.page->trouble, "") << where;
        EXPECT_NE(room.value("present.text") + room.value("present.plot"), "") << where;
        EXPECT_EQ(room.session.presenter.begun.has_value(), lesson + stop > 0) << where;
        window.press("PageDown");
      }
    EXPECT_THAT(room.value("present.text"), HasSubstr("The end."));
    EXPECT_EQ(room.session.presenter.shown->lesson + 1, lessons.size());
    EXPECT_EQ(room.kept, 0);
  }
}

}  // namespace
}  // namespace commlab
