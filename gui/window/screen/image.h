#pragma once
// The pixels of a finished picture, and writing them to a file.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // rows from the top, three bytes a pixel
};

// An error of Fault::runtime: the file cannot be written.
Status write_png(const Image&, const std::filesystem::path&);

}  // namespace commlab
