#pragma once
// Where machine files and lessons are, wherever the program is started from.

#include <filesystem>

namespace commlab {

// COMMLAB_DATA where it is set; else ../share/commlab beside an installed program; else the
// source tree this program was built from. Never the working directory. Machines are in
// its folder machines/.
std::filesystem::path data_folder();
// Likewise its folder lessons/; in the source tree, the folder of that name.
std::filesystem::path lesson_folder();

}  // namespace commlab
