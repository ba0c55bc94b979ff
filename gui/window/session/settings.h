#pragma once
// What the window remembers from one day to the next, in window.toml of the user's config folder. If that
// file cannot be read or written, the window says so and goes on.

#include <filesystem>
#include <map>
#include <string>

#include "core/base/error.h"

namespace commlab {

struct Settings {
  std::string theme = "dark";
  double scale = 1;  // factor of the font's size
  std::string
      font{};  // a TrueType file; "builtin": Dear ImGui's own; empty: the first known font that is found
  bool reduced_motion = false;
  bool labels = true;
  double columns = 0.44;                      // the topology's share of the width
  double timeline = 0.34;                     // the timeline's share of the height
  std::map<std::string, std::string> keys{};  // command -> the key that the user chose for it
  bool operator==(const Settings&) const = default;
};

// The defaults if there is no such file. An error names file, line, what was found and what was expected.
Result<Settings> read_settings(const std::filesystem::path& folder);
Status write_settings(const Settings&, const std::filesystem::path& folder);

}  // namespace commlab
