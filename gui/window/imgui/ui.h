#pragma once
// The widgets of the bars, at given areas: Dear ImGui's behaviour with our looks. Each widget is noted in the
// registry, and its tooltip names its key.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gui/picture/canvas.h"
#include "gui/window/draw/registry.h"
#include "gui/window/draw/theme.h"

namespace commlab {

enum class Icon : std::uint8_t { none, play, pause, forward, back, start, end, menu, cross };

struct ButtonLook {
  Icon icon = Icon::none;
  bool primary = false;  // the most likely choice
  bool pressed = false;  // a toggle that is on
  bool quiet = false;    // no background until the pointer is on it
  bool enabled = true;
  std::string_view tooltip{};
  std::string_view value{};  // the shown value, if the caller draws it
};

struct SliderLook {
  bool enabled = true;
  std::string_view tooltip{};
};

// Where this frame's widgets are drawn and noted.
struct Ui {
  Canvas& canvas;
  Registry& registry;
  const Theme& theme;
  double tooltips_from = 0;  // tooltips begin at this x, beside their widgets; 0: above their widgets

  // A function that returns bool returns true in the frame in which the user used the widget.
  bool button(std::string_view id, std::string_view label, const Area&, const ButtonLook& = {});
  // `hint`: shown while the field is empty; says what an empty field means.
  bool field(std::string_view id, const Area&, std::string& text, std::string_view tooltip,
             std::string_view hint = {});
  // Several lines of text.
  void lines(std::string_view id, const Area&, std::string& text);
  // Shows `current`. Returns the option in the frame in which it was chosen.
  std::optional<std::size_t> choice(std::string_view id, const Area&, std::string_view current,
                                    std::span<const std::string> options, std::string_view tooltip);
  // While the slider is dragged or clicked: the pointer's place, from 0 at the left end to 1. The caller
  // draws the slider.
  std::optional<double> slider(std::string_view id, const Area&, std::string_view value,
                               const SliderLook& = {});
  // A line that can be dragged. Returns by how many pixels it was dragged in this frame.
  double splitter(std::string_view id, const Area&, bool vertical);
  void label(std::string_view id, PicturePoint, std::string_view text, const Words&);

  void icon(Icon, const Area&, Color);
};

// Dear ImGui's own style, for fields, lists and tooltips.
void apply_style(const Theme&);

}  // namespace commlab
