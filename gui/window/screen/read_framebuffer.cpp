#include "gui/window/screen/read_framebuffer.h"

#include <algorithm>
#include <vector>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>

#include "core/base/index.h"

namespace commlab {

Image read_framebuffer(int width, int height) {
  Image image{.width = width, .height = height, .rgb = {}};
  const auto row = index(width) * 3;
  image.rgb.resize(row * index(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  // WebGL can read four bytes of a pixel only. OpenGL's first row is the lowest, so rows change places.
  const auto row_read = index(width) * 4;
  std::vector<unsigned char> rgba(row_read * index(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto from =
          rgba.begin() + static_cast<std::ptrdiff_t>(row_read * index(height - 1 - y) + 4 * index(x));
      std::copy_n(from, 3, image.rgb.begin() + static_cast<std::ptrdiff_t>(row * index(y) + 3 * index(x)));
    }
  return image;
}

}  // namespace commlab
