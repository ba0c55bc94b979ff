#pragma once
// Where frames are made: Dear ImGui's context, its fonts, and what they are drawn on. One for a real
// window, one without a screen; a session is played on it.

#include <memory>

#include "gui/window/imgui/imgui_canvas.h"
#include "gui/window/imgui/input.h"
#include "gui/window/screen/image.h"
#include "gui/window/screen/movie.h"
#include "gui/window/session/session.h"

namespace commlab {

// Needs a current OpenGL context as long as it lives.
class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // Draws into the current framebuffer; then does what waits for its pixels: a picture, a film's frame.
  void frame(Session&, const Input&);

 private:
  void follow_theme(const Session&);
  void take_pictures(Session&, const Input&);

  Textures textures_{true};
  Fonts fonts_{};
  std::optional<Theme> theme_{};  // for which fonts were baked
  std::unique_ptr<Movie> movie_;
  double held_ = 0;  // seconds of the film since the run was over
};

// Input to Dear ImGui, where no window system tells it.
void tell_imgui(const Input&);

}  // namespace commlab
