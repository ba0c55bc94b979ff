#pragma once
// All output of commlab that goes into files goes through here, or through NewFile: readers see the old file
// or the new one, never a part of it. Standard output has its own header.

#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

// Errors: as NewFile's.
Status write_file(const std::filesystem::path&, std::string_view bytes);

// Makes missing folders first.
Status write_file_and_folders(const std::filesystem::path&, std::string_view bytes);

// Whether these would find a place to write now: asked before long work whose result the file will hold.
// Nothing is made or changed.
Status can_write_file(const std::filesystem::path&);
Status can_write_file_and_folders(const std::filesystem::path&);

}  // namespace commlab
