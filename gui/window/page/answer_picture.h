#pragma once
// Compares two values, such as your answer and the run's: two bars on one axis if both are quantities with a
// unit, cells above cells if both are lists, otherwise words.

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
  std::optional<Value::Number> amount{};  // the value, if it is a number
  std::vector<std::string> elements{};    // the elements as texts, if it is a list
};

double height_of_compared(const Theme&, std::size_t values);
// Draws each value in a row of its own.
void draw_compared(Canvas&, const Area&, std::span<const ComparedValue>, const Theme&);

// Your answer, if you gave one, and the result. REQUIRES: the question has feedback, and its result may be
// told.
std::vector<ComparedValue> compared(const QuestionState&, const Theme&);

// The time that was measured on this computer, and its prediction if there is one.
std::vector<ComparedValue> compared(const MeasureState::Here&, const Theme&);

}  // namespace commlab
