#include "gui/window/commands/keys_of_commands.h"

#include <algorithm>

#include <fmt/ranges.h>

namespace commlab {

std::string_view key_of(const WindowCommand& command, const Settings& settings) {
  const auto chosen = settings.keys.find(std::string(command.name));
  return chosen == settings.keys.end() ? command.key : std::string_view(chosen->second);
}

namespace {

std::vector<std::string_view> further_keys(const WindowCommand& command) {
  std::vector<std::string_view> keys;
  for (std::string_view rest = command.also; !rest.empty();) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    keys.push_back(rest.substr(0, blank));
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return keys;
}

}  // namespace

std::string tooltip_of(const WindowCommand& command, const Settings& settings) {
  return fmt::format("{} ({})", command.title, key_of(command, settings));
}

namespace {

bool has_key(const WindowCommand& command, const KeyStroke& stroke, const Settings& settings) {
  if (const Result<KeyStroke> key = parse_key(key_of(command, settings)); key && *key == stroke) return true;
  return std::ranges::any_of(further_keys(command), [&](std::string_view key) {
    const Result<KeyStroke> further = parse_key(key);
    return further && *further == stroke;
  });
}

}  // namespace

std::string keys_text(const WindowCommand& command, const Settings& settings, KeyPlace place) {
  std::vector<std::string_view> keys = {key_of(command, settings)};
  for (const std::string_view key : further_keys(command)) keys.push_back(key);
  std::erase_if(keys, [&](std::string_view key) {
    const Result<KeyStroke> stroke = parse_key(key);
    return !stroke || command_of(*stroke, settings, place) != &command;
  });
  return fmt::format("{}", fmt::join(keys, ", "));
}

namespace {

// The commands that a class needs beside its own.
constexpr std::string_view needed_by_a_class[] = {
    "what-if", "faster",      "slower",         "axis",        "critical", "theme",  "larger",
    "smaller", "normal-size", "reduced-motion", "full-screen", "help",     "escape", "quit"};

bool is_needed_by_a_class(const WindowCommand& command) {
  return command.place == KeyPlace::presented ||
         std::ranges::find(needed_by_a_class, command.name) != std::end(needed_by_a_class);
}

}  // namespace

std::vector<const WindowCommand*> commands_with_keys(const Settings& settings, KeyPlace place) {
  std::vector<const WindowCommand*> commands;
  for (const WindowCommand& command : window_commands())
    if (!keys_text(command, settings, place).empty() &&
        (place != KeyPlace::presented || is_needed_by_a_class(command)))
      commands.push_back(&command);
  return commands;
}

const WindowCommand* command_of(const KeyStroke& stroke, const Settings& settings, KeyPlace place) {
  for (;; place = static_cast<KeyPlace>(static_cast<int>(place) - 1)) {
    for (const WindowCommand& command : window_commands())
      if (command.place == place && has_key(command, stroke, settings)) return &command;
    if (place == KeyPlace::anywhere) return nullptr;
  }
}

Status check_keys(const Settings& settings) {
  for (const auto& [name, key] : settings.keys) {
    if (const auto found = find_command(name); !found) return fail("keys: {}", found.error().message);
    const Result<KeyStroke> stroke = parse_key(key);
    if (!stroke) return fail("keys: {}: {}", name, stroke.error().message);
    const KeyPlace place = (*find_command(name))->place;
    const WindowCommand* owner = command_of(*stroke, settings, place);
    if (owner && owner->place == place && owner->name != name)
      return fail("keys: {} cannot be the key of {}, because it is the key of {}", key, name, owner->name);
  }
  return {};
}

}  // namespace commlab
