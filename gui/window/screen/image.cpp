#include "gui/window/screen/image.h"

#include <stb/stb_image_write.h>

namespace commlab {

Status write_png(const Image& image, const std::filesystem::path& file) {
  const int row = 3 * image.width;
  if (stbi_write_png(file.c_str(), image.width, image.height, 3, image.rgb.data(), row) == 0)
    return fail(Fault::runtime, "{}: the picture cannot be written", file.string());
  return {};
}

}  // namespace commlab
