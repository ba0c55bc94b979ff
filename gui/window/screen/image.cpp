#include "gui/window/screen/image.h"

#include "core/files/write_file.h"
#include "gui/picture/png.h"

namespace commlab {

Status write_png(const Image& image, const std::filesystem::path& file) {
  return write_file(file, png_of(image.width, image.height, image.rgb));
}

}  // namespace commlab
