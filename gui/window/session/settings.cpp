#include "gui/window/session/settings.h"

#include <sstream>

#include <toml++/toml.h>

#include "core/files/read_file.h"
#include "core/files/write_file.h"

namespace commlab {
namespace {

std::filesystem::path file_in(const std::filesystem::path& folder) { return folder / "window.toml"; }

// Sets `value` where the table has `key`; an error where it is of another type.
template <class T>
Status take(const toml::table& table, std::string_view key, T& value, std::string_view expected) {
  const toml::node* node = table.get(key);
  if (!node) return {};
  const auto found = node->value_exact<T>();
  if (!found) return fail("line {}: {} is expected to be {}", node->source().begin.line, key, expected);
  value = *found;
  return {};
}

Result<Settings> settings_from(const toml::table& table) {
  Settings s;
  if (const toml::node* node = table.get("font_scale"); node && node->is_integer())
    s.scale = static_cast<double>(*node->value<std::int64_t>());
  else if (const Status taken = take(table, "font_scale", s.scale, "a number"); !taken)
    return tl::unexpected(taken.error());
  for (const Status& taken :
       {take(table, "theme", s.theme, "a name"), take(table, "font", s.font, "the name of a file"),
        take(table, "reduced_motion", s.reduced_motion, "true or false"),
        take(table, "labels", s.labels, "true or false"),
        take(table, "columns", s.columns, "a share as 0.44"),
        take(table, "timeline", s.timeline, "a share as 0.34")})
    if (!taken) return tl::unexpected(taken.error());
  const toml::node* keys = table.get("keys");
  if (!keys) return s;
  if (!keys->is_table()) return fail("line {}: keys is expected to be a table", keys->source().begin.line);
  for (const auto& [command, key] : *keys->as_table()) {
    if (!key.is_string())
      return fail("line {}: the key of {} is expected in quotes", key.source().begin.line,
                  std::string_view(command));
    s.keys[std::string(command)] = *key.value<std::string>();
  }
  return s;
}

}  // namespace

Result<Settings> read_settings(const std::filesystem::path& folder) {
  std::error_code unreadable;
  if (folder.empty() || !std::filesystem::exists(file_in(folder), unreadable)) return Settings{};
  const std::string name = file_in(folder).string();
  const Result<std::string> text = read_file(file_in(folder));
  if (!text) return tl::unexpected(text.error());
  try {
    Result<Settings> settings = settings_from(toml::parse(*text));
    if (!settings) return fail("{}: {}", name, settings.error().message);
    return settings;
  } catch (const toml::parse_error& error) {
    return fail("{}: line {}: {}", name, error.source().begin.line, error.description());
  }
}

Status write_settings(const Settings& s, const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  toml::table keys;
  for (const auto& [command, key] : s.keys) keys.insert(command, key);
  toml::table table{{"theme", s.theme},   {"font_scale", s.scale}, {"reduced_motion", s.reduced_motion},
                    {"labels", s.labels}, {"columns", s.columns},  {"timeline", s.timeline}};
  if (!s.font.empty()) table.insert("font", s.font);
  if (!keys.empty()) table.insert("keys", keys);
  std::ostringstream text;
  text << table << '\n';
  return write_file_and_folders(file_in(folder), text.str()).map_error([](const Error& error) {
    return Error{"settings are not remembered: " + error.message, error.fault};
  });
}

}  // namespace commlab
