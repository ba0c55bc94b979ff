#pragma once
// Finds the keys of a command, and the command of a key.

#include <string>
#include <string_view>
#include <vector>

#include "gui/window/commands/commands.h"
#include "gui/window/imgui/input.h"
#include "gui/window/session/settings.h"

namespace commlab {

// The key that the user chose for the command, or else the table's.
std::string_view key_of(const WindowCommand&, const Settings&);
// "Play or pause (Space)": the tooltip of the command's button.
std::string tooltip_of(const WindowCommand&, const Settings&);
// The command of this key at this place; null: none.
const WindowCommand* command_of(const KeyStroke&, const Settings&, KeyPlace = KeyPlace::anywhere);
// "PageDown, Right, Space": the keys that call the command at this place; empty if none does.
std::string keys_text(const WindowCommand&, const Settings&, KeyPlace);
// The commands to list in the overlay of keys, by topic: all that have a key at this place; in a class only
// those that a class needs.
std::vector<const WindowCommand*> commands_with_keys(const Settings&, KeyPlace);
// An error: the user's choice names an unknown command or key, or gives two commands one key.
Status check_keys(const Settings&);

}  // namespace commlab
