#include "gui/experiments/find_script.h"

#include <algorithm>
#include <vector>

#include "core/base/nearest.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view script_ending = ".script";

std::vector<std::string> script_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (entry.path().extension() == script_ending) names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace

Result<fs::path> find_script(const std::string& what, const fs::path& folder) {
  std::error_code unreadable;
  return fs::exists(what, unreadable) ? fs::path(what) : shipped_script(what, folder);
}

Result<fs::path> shipped_script(const std::string& what, const fs::path& folder) {
  const std::string name =
      what.ends_with(script_ending) ? what.substr(0, what.size() - script_ending.size()) : what;
  const std::vector<std::string> names = script_names(folder);
  if (std::ranges::find(names, name) != names.end()) return folder / (name + std::string(script_ending));
  return fail("there is no script '{}'{}; commlab has {}", what, suggestion(name, names),
              names.empty() ? "no scripts" : fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace commlab
