#pragma once
// A learner's answer beside what the run gave: two bars on one axis where both are quantities with a unit,
// cells under cells where both are lists, else the two in words.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/theme.h"
#include "lessons/player.h"

namespace commlab {

// "4.3 ms", "24 GB/s", "12", "15 %": how much, in the smallest unit of its kind, and of which kind.
struct Quantity {
  enum class Kind : std::uint8_t { number, time, bytes, bandwidth } kind = Kind::number;
  double value = 0;
};
std::optional<Quantity> parse_quantity(std::string_view);
// "4, 3, 2, 1", with or without brackets; empty where it is no list.
std::vector<std::string> parse_list(std::string_view);

double height_of_answer(const Theme&);
// REQUIRES: feedback.
void draw_answer(Canvas&, const Area&, const QuestionState&, const Theme&);

}  // namespace commlab
