#pragma once
// Drawing without a screen: EGL's surfaceless platform with our own framebuffer (Mesa's software rasterizer
// if there is no GPU). Needs no window system.

#include <memory>
#include <string>

#include "core/base/error.h"
#include "gui/window/screen/image.h"

namespace commlab {

class HeadlessSurface {
 public:
  // An error of Fault::runtime names what is missing.
  static Result<std::unique_ptr<HeadlessSurface>> make(int width, int height);
  virtual ~HeadlessSurface() = default;

  virtual void begin() = 0;  // from now on, drawing goes to the framebuffer
  virtual void resize(int width, int height) = 0;
  virtual Image pixels() const = 0;
  virtual std::string renderer() const = 0;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
};

}  // namespace commlab
