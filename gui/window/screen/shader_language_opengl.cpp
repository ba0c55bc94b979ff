// The shaders of OpenGL 3.3.

#include "gui/window/screen/shader_language.h"

namespace commlab {

const char* const shader_language = "#version 330";

}  // namespace commlab
