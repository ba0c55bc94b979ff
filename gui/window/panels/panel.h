#pragma once
// A panel is a part of the window with a picture in it: drawn from what is shown, answering to the pointer.
// One file each. What is drawn is a pure function (draw_…) of the scene, the view and the theme, on any
// canvas, so that a test can look at it and a file of SVG can hold it; what a click does is told beside it.

#include <optional>

#include "gui/picture/canvas.h"
#include "gui/window/draw/registry.h"

namespace commlab {

// What one notch of the wheel does.
constexpr double lines_of_a_notch = 3;
constexpr double zoom_of_a_notch = 1.25;

// The mouse over a panel, in this frame.
struct Pointer {
  std::optional<PicturePoint> at{};  // none: elsewhere
  bool pressed = false;              // the left button went down in this frame
  bool down = false;                 // is down, and went down in this panel
  bool released = false;
  bool double_clicked = false;
  bool right_clicked = false;
  PicturePoint pressed_at{};  // where it went down
  double wheel = 0;           // notches, away from the user > 0
  bool shift = false;
  bool ctrl = false;
};

struct Session;

struct Panel {
  Session& session;
  Canvas& canvas;
  Area area;
  Pointer pointer;
  Registry& registry;
  bool still = false;  // a figure, without what is there to be pressed
};

}  // namespace commlab
