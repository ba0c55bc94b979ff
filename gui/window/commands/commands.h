#pragma once
// All that the window can be told to do, by name: buttons, keys, scripts and lessons share this one table.
// Every command has a key and a place where it can be clicked (the menu lists them all).

#include <cstdint>
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

// What a command is about: how the menu and the overlay of keys group them.
enum class CommandTopic : std::uint8_t { time, view, experiment, lesson, presenting, looks, exports };
constexpr std::string_view title_of(CommandTopic topic) {
  switch (topic) {
    case CommandTopic::time: return "Time";
    case CommandTopic::view: return "View";
    case CommandTopic::experiment: return "Experiment";
    case CommandTopic::lesson: return "Lesson";
    case CommandTopic::presenting: return "Class";
    case CommandTopic::looks: return "Looks";
    case CommandTopic::exports: break;
  }
  return "Export";
}

struct WindowCommand {
  std::string_view name;  // "step-forward"
  CommandTopic topic;
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
