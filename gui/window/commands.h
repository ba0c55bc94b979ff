#pragma once
// All that the window can be told to do, by name: buttons, keys, scripts and lessons share this one table.
// Every command has a key and a place where it can be clicked (the menu lists them all).

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gui/window/input.h"
#include "gui/window/session.h"

namespace commlab {

struct WindowCommand {
  std::string_view name;   // "step-forward"
  std::string_view group;  // in the menu and the overlay of keys
  std::string_view title;  // "One step forward"
  std::string_view key;    // "Right"; the user may choose another one
  void (*act)(Session&);
};

std::span<const WindowCommand> window_commands();
// An error offers the nearest name.
Result<const WindowCommand*> find_command(std::string_view name);
// The key that is set: the user's, or the table's.
std::string_view key_of(const WindowCommand&, const Settings&);
// "Play or pause (Space)": of a button that is the command.
std::string tooltip_of(const WindowCommand&, const Settings&);
// The command of this key; null where there is none.
const WindowCommand* command_of(const KeyStroke&, const Settings&);
// Where the user's choice names no command or no key, or two commands have one key.
Status check_keys(const Settings&);

}  // namespace commlab
