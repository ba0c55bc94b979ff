#pragma once
// Draws frames of a session: holds Dear ImGui's context, its fonts and textures. Used by a real window and
// without a screen.

#include <memory>

#include "gui/window/imgui/imgui_canvas.h"
#include "gui/window/imgui/input.h"
#include "gui/window/screen/image.h"
#include "gui/window/screen/movie.h"
#include "gui/window/session/session.h"

namespace commlab {

// An OpenGL context must be current as long as the Stage lives.
class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // Draws into the current framebuffer, then takes the pictures that were asked for: a screenshot, a film's
  // frame.
  void frame(Session&, const Input&);

 private:
  void follow_theme(const Session&, double density);
  void take_pictures(Session&, const Input&);

  Textures textures_{true};
  Fonts fonts_{};
  std::optional<Theme> theme_{};  // the theme for which fonts were baked
  double density_ = 1;            // and the density
  std::unique_ptr<Movie> movie_;
  double held_ = 0;  // seconds of the film since the run was over
};

// Passes input to Dear ImGui if no window system does.
void tell_imgui(const Input&);

}  // namespace commlab
