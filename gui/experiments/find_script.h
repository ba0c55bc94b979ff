#pragma once
// Finds scripts for ranks: the files NAME.script of one folder, or any file by its path.

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace commlab {

// The file at this path; if there is none, the shipped script of this name, with or without ".script". An
// error suggests the nearest name.
Result<std::filesystem::path> find_script(const std::string& what, const std::filesystem::path& folder);
// The shipped script of this name; paths are not tried.
Result<std::filesystem::path> shipped_script(const std::string& name, const std::filesystem::path& folder);

}  // namespace commlab
