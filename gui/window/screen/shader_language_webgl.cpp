// The shaders of WebGL 2.

#include "gui/window/screen/shader_language.h"

namespace commlab {

const char* const shader_language = "#version 300 es";

}  // namespace commlab
