// A picture of an answer beside the result of the run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/page/answer_picture.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

Value list_of(std::initializer_list<double> numbers) {
  Value::List list;
  for (const double number : numbers) list.push_back(value_of(number));
  return Value{std::move(list)};
}

// Bars make sense for quantities, but not for numbers of GPUs.
TEST(AnswerPicture, HasBarsForQuantitiesAloneAndCellsForLists) {
  const Question question{.predicts = true};
  const Theme theme = theme_named("dark").value();
  const auto fills = [&](const Value& yours, const Value& result) {
    RecordedCanvas canvas;
    const QuestionState state{
        .question = &question,
        .choices = {},
        .feedback =
            Feedback{.yours = written(yours), .result = written(result), .given = yours, .expected = result}};
    draw_compared(canvas, {0, 0, 300, 60}, compared(state, theme), theme);
    return canvas.fills;
  };
  const auto bars = fills(value_of(milliseconds(5)), value_of(milliseconds(20)));
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[1].width, 4 * bars[0].width, 0.01);
  EXPECT_EQ(fills(value_of(milliseconds(5)), value_of(Bytes{20})).size(), 0u) << "of two kinds";
  EXPECT_EQ(fills(value_of(2), value_of(3)).size(), 0u) << "without a unit";
  EXPECT_EQ(fills(list_of({1, 2, 4}), list_of({1, 4, 2})).size(), 6u) << "cells";
  EXPECT_EQ(fills(list_of({1}), list_of({2})).size(), 0u) << "one value is no list";
}

}  // namespace
}  // namespace commlab
