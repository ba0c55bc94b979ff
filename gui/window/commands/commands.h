#pragma once
// All that the window can be told to do, by name: buttons, keys, scripts and lessons share this one table.
// Every command has a key and a place where it can be clicked (the menu lists them all).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/imgui/input.h"
#include "gui/window/session/session.h"

namespace commlab {

// Where a command's key is its own. In a lesson its keys go before those of anywhere, and to a class the
// class's before both: a clicker has few keys.
enum class KeyPlace : std::uint8_t { anywhere, lesson, presented };

struct WindowCommand {
  std::string_view name;   // "step-forward"
  std::string_view group;  // in the menu and the overlay of keys
  std::string_view title;  // "One step forward"
  std::string_view key;    // "Right"; the user may choose another one
  void (*act)(Session&);
  KeyPlace place = KeyPlace::anywhere;
  std::string_view also{};  // further keys, with blanks between them: those that other clickers send
};

// Where the window stands now.
KeyPlace key_place(const Session&);

std::span<const WindowCommand> window_commands();
// An error offers the nearest name.
Result<const WindowCommand*> find_command(std::string_view name);
}  // namespace commlab
