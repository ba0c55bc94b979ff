#pragma once
// Asks a lesson's Player in the background, and shows its answer as the new page.

#include <functional>
#include <string>

#include "gui/window/session/session.h"

namespace commlab {

using AskPlayer = std::function<Status(Player&)>;

// How a new page moves the scroll position and the keyboard focus.
enum class Attention : std::uint8_t {
  none,    // not at all: the learner goes on reading at the same place
  answer,  // scrolls to the answered question and its feedback; the next question gets the keyboard
  step,    // scrolls to the beginning of a new step
};

// Does nothing while the tutor is busy. An error becomes the notice.
void ask_player(Session&, std::string what, Attention, AskPlayer);

void show_page(Session&, std::shared_ptr<const LessonShown>, Attention);

}  // namespace commlab
