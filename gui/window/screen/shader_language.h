#pragma once
// The version of the shaders' language, which differs between OpenGL and WebGL.

namespace commlab {

extern const char* const shader_language;

}  // namespace commlab
