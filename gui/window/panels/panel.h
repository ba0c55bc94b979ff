#pragma once
// A panel is a part of the window with one picture that reacts to the pointer. Each panel has a file of its
// own. The picture is a pure function (draw_…) of scene, view and theme on any canvas, so that tests and SVG
// files can draw it, too. The panel's file says what a click does.

#include <optional>

#include "gui/picture/canvas.h"
#include "gui/window/draw/registry.h"

namespace commlab {

// The effect of one notch of the wheel: lines scrolled, factor of the zoom.
constexpr double lines_of_a_notch = 3;
constexpr double zoom_of_a_notch = 1.25;

// The mouse over a panel, in this frame.
struct Pointer {
  std::optional<PicturePoint> at{};  // nothing: the mouse is not over the panel
  bool pressed = false;              // the left button went down in this frame
  bool down = false;                 // the left button is down, and went down in this panel
  bool released = false;
  bool double_clicked = false;
  bool right_clicked = false;
  PicturePoint pressed_at{};  // where the left button went down
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
  bool still = false;  // part of a figure: nothing on it can be pressed
};

}  // namespace commlab
