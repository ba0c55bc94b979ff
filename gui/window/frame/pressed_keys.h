#pragma once
// What the keys of a frame do: they go to the field or the list that is open, to a lesson's open question, or
// to the command whose key they are.

#include "gui/window/imgui/input.h"
#include "gui/window/session/session.h"

namespace commlab {

// While you type into a text field, or a list is open, keys go there; Escape does not.
void do_keys(Session&, const Input&);

}  // namespace commlab
