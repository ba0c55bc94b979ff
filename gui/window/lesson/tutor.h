#pragma once
// Between the window and a lesson's Player: it is asked beside the window, and what it says then becomes the
// page that is shown.

#include <functional>
#include <string>

#include "gui/window/session/session.h"

namespace commlab {

using AskPlayer = std::function<Status(Player&)>;

// What a new page does with the viewer's place and the keyboard.
enum class Attention : std::uint8_t {
  none,    // nothing: he reads on where he is
  answer,  // the answered question, and what is said to it, come into view; the next one is to be typed into
  step,    // a step was opened
};

// Nothing while something else is asked. What cannot be done becomes the notice.
void ask_player(Session&, std::string what, Attention, AskPlayer);

void show_page(Session&, std::shared_ptr<const LessonShown>, Attention);

}  // namespace commlab
