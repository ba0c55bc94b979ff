#pragma once
// Compares two values, such as your answer and the run's: two bars on one axis where both are quantities with
// a unit, cells above cells where both are lists, otherwise words.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/expression/value.h"
#include "lessons/play/player.h"

namespace commlab {

struct ComparedValue {
  std::string name;  // "you", "run"
  std::string text;  // "4.3 ms"
  Color ink;
  std::optional<Value::Number> amount{};  // of a number
  std::vector<std::string> elements{};    // of a list, as texts
};

double height_of_compared(const Theme&, std::size_t values);
// Each in a row of its own.
void draw_compared(Canvas&, const Area&, std::span<const ComparedValue>, const Theme&);

// Your answer, if you gave one, and the result. REQUIRES: feedback, whose result may be told.
std::vector<ComparedValue> compared(const QuestionState&, const Theme&);

// What was measured here, and its prediction where there is one.
std::vector<ComparedValue> compared(const MeasureState::Here&, const Theme&);

}  // namespace commlab
