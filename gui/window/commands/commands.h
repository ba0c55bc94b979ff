#pragma once
// All commands of the window, by name. Buttons, keys, scripts and lessons share this one table. Every command
// has a key, and the menu lists them all.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/imgui/input.h"
#include "gui/window/session/session.h"

namespace commlab {

// Where a command's key applies. During a lesson, keys of `lesson` win over keys of `anywhere`. During a
// class, keys of `presented` win over both, because a clicker has few keys.
enum class KeyPlace : std::uint8_t { anywhere, lesson, presented };

// The topic of a command. The menu and the overlay of keys group commands by topic.
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
  std::string_view also{};  // further keys that other clickers send, separated by blanks
};

// The place that decides what keys do now.
KeyPlace key_place(const Session&);

std::span<const WindowCommand> window_commands();
// An error suggests the nearest name.
Result<const WindowCommand*> find_command(std::string_view name);
}  // namespace commlab
