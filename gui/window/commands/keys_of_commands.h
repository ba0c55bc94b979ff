#pragma once
// Which keys lead to which command, and where.

#include <string>
#include <string_view>
#include <vector>

#include "gui/window/commands/commands.h"
#include "gui/window/imgui/input.h"
#include "gui/window/session/settings.h"

namespace commlab {

// The key that is set: the user's, or the table's.
std::string_view key_of(const WindowCommand&, const Settings&);
// "Play or pause (Space)": of a button that is the command.
std::string tooltip_of(const WindowCommand&, const Settings&);
// The command of this key there; null where there is none.
const WindowCommand* command_of(const KeyStroke&, const Settings&, KeyPlace = KeyPlace::anywhere);
// "PageDown, Right, Space": those of its keys that lead to it there; empty where none does.
std::string keys_text(const WindowCommand&, const Settings&, KeyPlace);
// Those whose keys are worth knowing there, by group: all that any key leads to; to a class, what a class
// needs.
std::vector<const WindowCommand*> commands_with_keys(const Settings&, KeyPlace);
// Where the user's choice names no command or no key, or two commands have one key.
Status check_keys(const Settings&);

}  // namespace commlab
