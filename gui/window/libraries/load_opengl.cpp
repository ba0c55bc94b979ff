#include "gui/window/libraries/load_opengl.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>

#include "core/base/shared_library.h"

// clang-format off
#define OPENGL_FUNCTIONS(F) \
  F(const GLubyte*, glGetString, (GLenum name), (name)) \
  F(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height)) \
  F(void, glClearColor, (GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha), (red, green, blue, alpha)) \
  F(void, glClear, (GLbitfield mask), (mask)) \
  F(void, glPixelStorei, (GLenum parameter, GLint value), (parameter, value)) \
  F(void, glReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void* pixels), (x, y, width, height, format, type, pixels)) \
  F(void, glGenTextures, (GLsizei n, GLuint* names), (n, names)) \
  F(void, glDeleteTextures, (GLsizei n, const GLuint* names), (n, names)) \
  F(void, glBindTexture, (GLenum target, GLuint texture), (target, texture)) \
  F(void, glTexParameteri, (GLenum target, GLenum parameter, GLint value), (target, parameter, value)) \
  F(void, glTexImage2D, (GLenum target, GLint level, GLint inside, GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels), (target, level, inside, width, height, border, format, type, pixels)) \
  F(void, glGenFramebuffers, (GLsizei n, GLuint* names), (n, names)) \
  F(void, glDeleteFramebuffers, (GLsizei n, const GLuint* names), (n, names)) \
  F(void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer)) \
  F(void, glFramebufferTexture2D, (GLenum target, GLenum attachment, GLenum kind, GLuint texture, GLint level), (target, attachment, kind, texture, level))
// clang-format on
OPENGL_FUNCTIONS(COMMLAB_FORWARD)

namespace commlab {

Status load_opengl() {
  Result<SharedLibrary> library = SharedLibrary::load("libGL.so.1");
  if (!library)
    return fail(Fault::runtime, "pictures and windows need OpenGL: {} (Debian: apt install libgl1)",
                library.error().message);
  OPENGL_FUNCTIONS(COMMLAB_FIND)
  return library->has_all();
}

}  // namespace commlab
