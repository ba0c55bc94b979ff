#pragma once
// The folders of machine files and lessons. They do not depend on where the program is started.

#include <filesystem>

namespace commlab {

// COMMLAB_DATA if it is set; else the installed folder, if it has machines; else the source tree from which
// this program was built. The working directory is never used. Machine files are in its folder machines/.
std::filesystem::path data_folder(const std::filesystem::path& installed);
// ../share/commlab beside the running program.
std::filesystem::path data_beside_the_program();
// The folder lessons/ in the same place: in the data folder, or in the source tree.
std::filesystem::path lesson_folder(const std::filesystem::path& data);

}  // namespace commlab
