#pragma once
// Which keys lead to which command, and where.

#include <string>
#include <string_view>
#include <vector>

#include "gui/window/commands/commands.h"
#include "gui/window/imgui/input.h"
#include "gui/window/session/settings.h"

namespace commlab {

// The user's key for it, or else the table's.
std::string_view key_of(const WindowCommand&, const Settings&);
// "Play or pause (Space)": the tooltip of the command's button.
std::string tooltip_of(const WindowCommand&, const Settings&);
// The command of this key there; null where there is none.
const WindowCommand* command_of(const KeyStroke&, const Settings&, KeyPlace = KeyPlace::anywhere);
// "PageDown, Right, Space": the keys that call it there; empty where none does.
std::string keys_text(const WindowCommand&, const Settings&, KeyPlace);
// The commands to list in the overlay of keys, by topic: all that have a key there; in a class only those
// that a class needs.
std::vector<const WindowCommand*> commands_with_keys(const Settings&, KeyPlace);
// An error where the user's choice names no command or no key, or gives two commands one key.
Status check_keys(const Settings&);

}  // namespace commlab
