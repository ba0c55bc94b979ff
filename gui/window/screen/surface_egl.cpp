#include "gui/window/screen/surface_egl.h"

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>

#include "gui/window/libraries/load_egl.h"
#include "gui/window/libraries/load_opengl.h"
#include "gui/window/screen/read_framebuffer.h"

namespace commlab {
namespace {

class EglSurface final : public HeadlessSurface {
 public:
  EglSurface(EGLDisplay display, EGLContext context, int width, int height)
      : display_(display), context_(context) {
    glGenFramebuffers(1, &framebuffer_);
    glGenTextures(1, &colors_);
    resize(width, height);
  }
  ~EglSurface() override {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &colors_);
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }
  EglSurface(const EglSurface&) = delete;
  EglSurface& operator=(const EglSurface&) = delete;

  void resize(int width, int height) override {
    width_ = width;
    height_ = height;
    glBindTexture(GL_TEXTURE_2D, colors_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colors_, 0);
  }

  void begin() override {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }

  Image pixels() const override { return read_framebuffer(width_, height_); }

  std::string renderer() const override { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

 private:
  EGLDisplay display_;
  EGLContext context_;
  int width_ = 0;
  int height_ = 0;
  GLuint framebuffer_ = 0;
  GLuint colors_ = 0;
};

}  // namespace

Result<std::unique_ptr<HeadlessSurface>> HeadlessSurface::make(int width, int height) {
  const auto missing = [](std::string_view what) {
    return fail(Fault::runtime,
                "pictures without a display need EGL: {} (Debian: apt install libegl1 libgl1-mesa-dri)",
                what);
  };
  if (const Status loaded = load_egl(); !loaded) return missing(loaded.error().message);
  if (const Status loaded = load_opengl(); !loaded) return tl::unexpected(loaded.error());
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (!get_display) return missing("it has no platforms");
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
    return missing("its surfaceless platform does not start");
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglBindAPI(EGL_OPENGL_API);
  if (!eglChooseConfig(display, wanted, &config, 1, &configs) || configs == 0)
    return missing("it has no configuration for OpenGL");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                            3,
                            EGL_CONTEXT_MINOR_VERSION,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                            EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    return missing("it gives no OpenGL 3.3");
  return std::make_unique<EglSurface>(display, context, width, height);
}

}  // namespace commlab
