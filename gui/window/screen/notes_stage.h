#pragma once
// Where the teacher's notes are drawn: a Dear ImGui context of their own, beside that of the audience's
// window, so that neither knows what is in the other.

#include "gui/window/imgui/imgui_canvas.h"
#include "gui/window/session/session.h"

struct ImGuiContext;

namespace commlab {

class NotesStage {
 public:
  // Needs its OpenGL context to be current, here and in every call; after each, Dear ImGui's context is what
  // it was before.
  NotesStage();
  ~NotesStage();
  NotesStage(const NotesStage&) = delete;
  NotesStage& operator=(const NotesStage&) = delete;

  // Of what is presented now, into the current framebuffer.
  void frame(const Session&, int width, int height);

 private:
  ImGuiContext* context_;
  Textures textures_{true};
  Fonts fonts_{};
  Theme theme_;
  bool baked_ = false;
};

}  // namespace commlab
