#pragma once
// "What if?": a question from the class. It changes the shown scene and shows the answer beside it. Escape
// shows the lesson's own scene again.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// Empty, or a sentence: why nothing can be asked now.
std::string_view why_no_what_if(const Session&);
// Opens the bar. If nothing can be asked now, the notice says why.
void open_what_if(Session&);
void close_what_if(Session&);
// Gives the control this value. An empty value, or the lesson's own value, removes the change.
void ask_what_if(Session&, const std::string& control, const std::string& value);
// Runs and shows what was asked. Call it in every frame.
void follow_what_if(Session&);

}  // namespace commlab
