#pragma once
// Draws the teacher's notes in a separate Dear ImGui context, so that no part of them can appear in the
// audience's window.

#include "gui/window/imgui/imgui_canvas.h"
#include "gui/window/session/session.h"

struct ImGuiContext;

namespace commlab {

class NotesStage {
 public:
  // Its OpenGL context must be current in the constructor and in every call. Each call restores Dear ImGui's
  // context.
  NotesStage();
  ~NotesStage();
  NotesStage(const NotesStage&) = delete;
  NotesStage& operator=(const NotesStage&) = delete;

  // Draws the notes on the present stop into the current framebuffer.
  void frame(const Session&, int width, int height);

 private:
  ImGuiContext* context_;
  Textures textures_{true};
  Fonts fonts_{};
  Theme theme_;
  bool baked_ = false;
};

}  // namespace commlab
