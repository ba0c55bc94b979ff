#pragma once
// Where this code lies, to find what is installed beside it.

#include <filesystem>

namespace commlab {

// The file that holds this code: the program, or a library such as the Python module, without links on the
// way. Empty: the system does not tell.
std::filesystem::path own_file();

}  // namespace commlab
