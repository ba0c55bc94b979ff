#pragma once
// The folders of machine files and lessons. They do not depend on where the program is started.

#include <filesystem>

namespace commlab {

// COMMLAB_DATA if it is set; else ../share/commlab beside an installed program; else the source tree from
// which this program was built. The working directory is never used. Machine files are in its folder
// machines/.
std::filesystem::path data_folder();
// The folder lessons/ in the same place: in data_folder(), or in the source tree.
std::filesystem::path lesson_folder();

}  // namespace commlab
