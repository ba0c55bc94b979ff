#pragma once
// A column of results: large numbers, words, and buttons to go on.

#include <string>
#include <string_view>

#include "gui/window/imgui/ui.h"

namespace commlab {

class SummaryColumn {
 public:
  SummaryColumn(Ui& ui, const Area& area) : ui_(ui), theme_(ui.theme), rest_(area) {}

  // A large number, and beside it the words `what`.
  void figure(const std::string& id, const std::string& number, std::string_view what);
  void words(const std::string& text);
  // As wide as the column. A name that is too long is cut, and becomes the tooltip if there is no other.
  // Returns whether it was clicked.
  bool button(const std::string& id, const std::string& name, ButtonLook look = {});
  bool has_room_for_a_button() const { return button_height() <= rest_.height; }

  const Area& rest() const { return rest_; }
  void take(double height);  // takes this height from the top of the rest

 private:
  double button_height() const { return 1.3 * theme_.button; }

  Ui& ui_;
  const Theme& theme_;
  Area rest_;
};

}  // namespace commlab
