#pragma once
// The short files of /sys, which have one line.

#include <filesystem>
#include <fstream>
#include <string>

namespace commlab {

// Without its line end; empty if there is no such file.
inline std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace commlab
