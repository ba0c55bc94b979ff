#include "gui/picture/png.h"

#include <cassert>

#define STB_IMAGE_WRITE_IMPLEMENTATION  // here, so that no library is needed
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace commlab {
namespace {

void append(void* png, void* bytes, int size) {
  static_cast<std::string*>(png)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace

std::string png_of(int width, int height, std::span<const std::uint8_t> texels) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  assert(pixels > 0 && texels.size() % pixels == 0);
  const int channels = static_cast<int>(texels.size() / pixels);
  std::string png;
  stbi_write_png_to_func(append, &png, width, height, channels, texels.data(), width * channels);
  return png;
}

}  // namespace commlab
