#include "gui/window/libraries/load_egl.h"

#include <EGL/egl.h>

#include "core/base/shared_library.h"

// clang-format off
#define EGL_FUNCTIONS(F) \
  F(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char* name), (name)) \
  F(EGLBoolean, eglInitialize, (EGLDisplay display, EGLint* major, EGLint* minor), (display, major, minor)) \
  F(EGLBoolean, eglTerminate, (EGLDisplay display), (display)) \
  F(EGLBoolean, eglBindAPI, (EGLenum api), (api)) \
  F(EGLBoolean, eglChooseConfig, (EGLDisplay display, const EGLint* attributes, EGLConfig* configs, EGLint size, EGLint* found), (display, attributes, configs, size, found)) \
  F(EGLContext, eglCreateContext, (EGLDisplay display, EGLConfig config, EGLContext shared, const EGLint* attributes), (display, config, shared, attributes)) \
  F(EGLBoolean, eglDestroyContext, (EGLDisplay display, EGLContext context), (display, context)) \
  F(EGLBoolean, eglMakeCurrent, (EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context), (display, draw, read, context))
// clang-format on
EGL_FUNCTIONS(COMMLAB_FORWARD)

namespace commlab {

Status load_egl() {
  Result<SharedLibrary> library = SharedLibrary::load("libEGL.so.1");
  if (!library) return tl::unexpected(library.error());
  EGL_FUNCTIONS(COMMLAB_FIND)
  return library->has_all();
}

}  // namespace commlab
