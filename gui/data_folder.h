#pragma once
// Where machine files and lessons are. It does not matter where the program is started.

#include <filesystem>

namespace commlab {

// COMMLAB_DATA where it is set; else ../share/commlab beside an installed program; else the source tree from
// which this program was built. The working directory is never used. Machines are in its folder machines/.
std::filesystem::path data_folder();
// The folder lessons/ of the same place; in the source tree, the folder of that name.
std::filesystem::path lesson_folder();

}  // namespace commlab
