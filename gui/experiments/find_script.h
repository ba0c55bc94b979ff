#pragma once
// The scripts that commlab has: files NAME.script of one folder; and any other that is named by its file.

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace commlab {

// A file that is there, or else the shipped script of this name, with or without its ending. An error offers
// the nearest.
Result<std::filesystem::path> find_script(const std::string& what, const std::filesystem::path& folder);
// The shipped one alone.
Result<std::filesystem::path> shipped_script(const std::string& name, const std::filesystem::path& folder);

}  // namespace commlab
