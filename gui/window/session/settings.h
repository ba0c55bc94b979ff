#pragma once
// What the window remembers from one day to the next, in window.toml of the user's config folder. Where that
// file cannot be read or written, the window says so and goes on.

#include <filesystem>
#include <map>
#include <string>

#include "core/base/error.h"

namespace commlab {

struct Settings {
  std::string theme = "dark";
  double scale = 1;    // of the font
  std::string font{};  // a TrueType file; "builtin": Dear ImGui's own; empty: the first of those known
  bool reduced_motion = false;
  bool labels = true;
  double columns = 0.44;                      // of the width: the topology's share
  double timeline = 0.34;                     // of the height: the timeline's share
  std::map<std::string, std::string> keys{};  // command -> key, where the user chose another one
  bool operator==(const Settings&) const = default;
};

// The defaults where there is no such file. An error names file, line, what was found and expected.
Result<Settings> read_settings(const std::filesystem::path& folder);
Status write_settings(const Settings&, const std::filesystem::path& folder);

}  // namespace commlab
