#pragma once
// Dear ImGui, from 1.86 (Debian 12) on: what its versions do differently is told here and nowhere else.

#include <imgui.h>
#include <imgui_internal.h>

#include "gui/picture/canvas.h"

namespace commlab {

inline ImVec2 vec(PicturePoint p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
inline ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
// A field that is typed into keeps what it holds, whatever its text is set to: it is left first.
inline void leave_field() { ImGui::ClearActiveID(); }
inline ImVec4 float_color(Color c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }

}  // namespace commlab
