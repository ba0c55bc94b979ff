#pragma once
// "What if?": a question from the floor, asked of the scene that is seen, and answered beside it. Escape
// brings back the lesson's scene, as it was, where it was.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// Empty, or why nothing can be asked now: a sentence.
std::string_view why_no_what_if(const Session&);
// Opens the bar; what cannot be asked becomes the notice.
void open_what_if(Session&);
void close_what_if(Session&);
// The control is to have this value; empty, or what the scene has: as the lesson has it.
void ask_what_if(Session&, const std::string& control, const std::string& value);
// What is asked is run and shown. In every frame.
void follow_what_if(Session&);

}  // namespace commlab
