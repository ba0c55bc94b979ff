#include "gui/window/libraries/load_glfw.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "core/base/shared_library.h"

// What commlab calls, and what Dear ImGui 1.86 to 1.92 calls in its backend for GLFW.
// clang-format off
#define GLFW_FUNCTIONS(F) \
  F(int, glfwInit, (), ()) \
  F(void, glfwTerminate, (), ()) \
  F(int, glfwGetError, (const char** description), (description)) \
  F(GLFWerrorfun, glfwSetErrorCallback, (GLFWerrorfun callback), (callback)) \
  F(GLFWmonitor**, glfwGetMonitors, (int* count), (count)) \
  F(GLFWmonitor*, glfwGetPrimaryMonitor, (), ()) \
  F(void, glfwGetMonitorContentScale, (GLFWmonitor* monitor, float* x, float* y), (monitor, x, y)) \
  F(GLFWmonitorfun, glfwSetMonitorCallback, (GLFWmonitorfun callback), (callback)) \
  F(const GLFWvidmode*, glfwGetVideoMode, (GLFWmonitor* monitor), (monitor)) \
  F(void, glfwWindowHint, (int hint, int value), (hint, value)) \
  F(GLFWwindow*, glfwCreateWindow, (int width, int height, const char* title, GLFWmonitor* monitor, GLFWwindow* share), (width, height, title, monitor, share)) \
  F(void, glfwDestroyWindow, (GLFWwindow* window), (window)) \
  F(int, glfwWindowShouldClose, (GLFWwindow* window), (window)) \
  F(void, glfwGetWindowPos, (GLFWwindow* window, int* x, int* y), (window, x, y)) \
  F(void, glfwGetWindowSize, (GLFWwindow* window, int* width, int* height), (window, width, height)) \
  F(void, glfwSetWindowSizeLimits, (GLFWwindow* window, int min_width, int min_height, int max_width, int max_height), (window, min_width, min_height, max_width, max_height)) \
  F(void, glfwGetFramebufferSize, (GLFWwindow* window, int* width, int* height), (window, width, height)) \
  F(void, glfwGetWindowContentScale, (GLFWwindow* window, float* x, float* y), (window, x, y)) \
  F(void, glfwSetWindowMonitor, (GLFWwindow* window, GLFWmonitor* monitor, int x, int y, int width, int height, int rate), (window, monitor, x, y, width, height, rate)) \
  F(int, glfwGetWindowAttrib, (GLFWwindow* window, int attrib), (window, attrib)) \
  F(void, glfwSetWindowUserPointer, (GLFWwindow* window, void* pointer), (window, pointer)) \
  F(void*, glfwGetWindowUserPointer, (GLFWwindow* window), (window)) \
  F(GLFWwindowfocusfun, glfwSetWindowFocusCallback, (GLFWwindow* window, GLFWwindowfocusfun callback), (window, callback)) \
  F(void, glfwPollEvents, (), ()) \
  F(void, glfwWaitEventsTimeout, (double timeout), (timeout)) \
  F(int, glfwGetInputMode, (GLFWwindow* window, int mode), (window, mode)) \
  F(void, glfwSetInputMode, (GLFWwindow* window, int mode, int value), (window, mode, value)) \
  F(const char*, glfwGetKeyName, (int key, int scancode), (key, scancode)) \
  F(int, glfwGetKey, (GLFWwindow* window, int key), (window, key)) \
  F(int, glfwGetMouseButton, (GLFWwindow* window, int button), (window, button)) \
  F(void, glfwGetCursorPos, (GLFWwindow* window, double* x, double* y), (window, x, y)) \
  F(void, glfwSetCursorPos, (GLFWwindow* window, double x, double y), (window, x, y)) \
  F(GLFWcursor*, glfwCreateStandardCursor, (int shape), (shape)) \
  F(void, glfwDestroyCursor, (GLFWcursor* cursor), (cursor)) \
  F(void, glfwSetCursor, (GLFWwindow* window, GLFWcursor* cursor), (window, cursor)) \
  F(GLFWkeyfun, glfwSetKeyCallback, (GLFWwindow* window, GLFWkeyfun callback), (window, callback)) \
  F(GLFWcharfun, glfwSetCharCallback, (GLFWwindow* window, GLFWcharfun callback), (window, callback)) \
  F(GLFWmousebuttonfun, glfwSetMouseButtonCallback, (GLFWwindow* window, GLFWmousebuttonfun callback), (window, callback)) \
  F(GLFWcursorposfun, glfwSetCursorPosCallback, (GLFWwindow* window, GLFWcursorposfun callback), (window, callback)) \
  F(GLFWcursorenterfun, glfwSetCursorEnterCallback, (GLFWwindow* window, GLFWcursorenterfun callback), (window, callback)) \
  F(GLFWscrollfun, glfwSetScrollCallback, (GLFWwindow* window, GLFWscrollfun callback), (window, callback)) \
  F(const float*, glfwGetJoystickAxes, (int joystick, int* count), (joystick, count)) \
  F(const unsigned char*, glfwGetJoystickButtons, (int joystick, int* count), (joystick, count)) \
  F(int, glfwGetGamepadState, (int joystick, GLFWgamepadstate* state), (joystick, state)) \
  F(void, glfwSetClipboardString, (GLFWwindow* window, const char* string), (window, string)) \
  F(const char*, glfwGetClipboardString, (GLFWwindow* window), (window)) \
  F(double, glfwGetTime, (), ()) \
  F(void, glfwMakeContextCurrent, (GLFWwindow* window), (window)) \
  F(GLFWwindow*, glfwGetCurrentContext, (), ()) \
  F(void, glfwSwapBuffers, (GLFWwindow* window), (window)) \
  F(void, glfwSwapInterval, (int interval), (interval))
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
#define GLFW_NEW_FUNCTIONS(F) F(int, glfwGetPlatform, (), ())
#else
#define GLFW_NEW_FUNCTIONS(F)
#endif
// clang-format on
GLFW_FUNCTIONS(COMMLAB_FORWARD)
GLFW_NEW_FUNCTIONS(COMMLAB_FORWARD)

namespace commlab {

Status load_glfw() {
  Result<SharedLibrary> library = SharedLibrary::load("libglfw.so.3");
  if (!library)
    return fail(Fault::runtime, "a window needs GLFW: {} (Debian: apt install libglfw3)",
                library.error().message);
  GLFW_FUNCTIONS(COMMLAB_FIND)
  GLFW_NEW_FUNCTIONS(COMMLAB_FIND)
  return library->has_all();
}

}  // namespace commlab
