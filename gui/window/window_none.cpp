// A program without a window: built where Dear ImGui, GLFW or OpenGL were not found.

#include "gui/window/window.h"

namespace commlab {

std::string_view no_window() {
  return "this program was built without a window: it needs Dear ImGui, GLFW, OpenGL and EGL when it is "
         "built (Debian: apt install libimgui-dev libglfw3-dev libgl-dev libegl-dev libstb-dev, and build "
         "again)";
}

Result<int> open_window(const WindowRequest&, const WindowTools&) {
  return fail(Fault::runtime, "{}", no_window());
}

}  // namespace commlab
