#include "gui/window/screen/read_framebuffer.h"

#include <algorithm>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>

#include "core/base/index.h"

namespace commlab {

Image read_framebuffer(int width, int height) {
  Image image{.width = width, .height = height, .rgb = {}};
  const auto row = index(width) * 3;
  image.rgb.resize(row * index(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  // OpenGL's first row is the lowest, so rows change places.
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(image.rgb.begin() + static_cast<std::ptrdiff_t>(row * index(y)),
                     image.rgb.begin() + static_cast<std::ptrdiff_t>(row * index(y + 1)),
                     image.rgb.end() - static_cast<std::ptrdiff_t>(row * index(y + 1)));
  return image;
}

}  // namespace commlab
