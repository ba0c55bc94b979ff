#include "gui/window/page/answer_picture.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/units.h"
#include "gui/window/draw/paragraph.h"
#include "lessons/answer/typed_answer.h"

namespace commlab {
namespace {

// Bars need two quantities of one kind, neither below 0. Numbers without a unit may be names, so no bars.
std::optional<std::array<double, 2>> bars_of(std::span<const ComparedValue> values) {
  if (values.size() != 2 || !values[0].amount || !values[1].amount) return std::nullopt;
  const Value::Number &a = *values[0].amount, &b = *values[1].amount;
  if (a.dimension != b.dimension || a.dimension == bare) return std::nullopt;
  const bool drawable = std::isfinite(a.amount) && std::isfinite(b.amount) &&
                        std::min(a.amount, b.amount) >= 0 && std::max(a.amount, b.amount) > 0;
  return drawable ? std::optional(std::array{a.amount, b.amount}) : std::nullopt;
}

bool are_lists(std::span<const ComparedValue> values) {
  return values.size() == 2 && values[0].elements.size() > 1 && values[1].elements.size() > 1;
}

double bar_height(const Theme& theme) { return std::floor(line_height(theme.small()) + 6); }

class ComparedDrawing {
 public:
  ComparedDrawing(Canvas& canvas, const Area& area, std::span<const ComparedValue> values, const Theme& theme)
      : canvas_(canvas), area_(area), values_(values), theme_(theme), left_(area.x) {
    for (const ComparedValue& value : values)
      left_ = std::max(left_, area.x + canvas.width_of(value.name, theme.small()) * bold_width + theme.gap);
  }

  void draw() {
    for (std::size_t row = 0; row < values_.size(); ++row)
      canvas_.text({area_.x, middle(row)}, values_[row].name,
                   {.color = values_[row].ink, .size = theme_.small(), .bold = true});
    if (const auto bars = bars_of(values_)) return draw_bars(*bars);
    if (are_lists(values_)) return draw_lists();
    for (std::size_t row = 0; row < values_.size(); ++row)
      canvas_.text({left_, middle(row)}, shortened(text(row), area_.right() - left_, theme_.small(), canvas_),
                   {.color = theme_.words, .size = theme_.small()});
  }

 private:
  const std::string& text(std::size_t row) const { return values_[row].text; }
  double middle(std::size_t row) const {
    return area_.y + (static_cast<double>(row) + 0.5) * bar_height(theme_);
  }
  Color ink(std::size_t row) const { return values_[row].ink; }

  // Both bars begin at 0; each value stands in its bar, or behind it.
  void draw_bars(const std::array<double, 2>& bars) {
    const double room = area_.right() - left_;
    const double most = std::max(bars[0], bars[1]);
    for (std::size_t row = 0; row < 2; ++row) {
      const double height = bar_height(theme_) - 4, y = middle(row) - height / 2;
      const double width = std::max(2.0, room * bars[row] / most);
      const Area bar{left_, y, width, height};
      canvas_.fill(bar, blend(theme_.panel, ink(row), 0.35), 3);
      canvas_.frame(bar, {.color = ink(row), .width = 1.5 * theme_.line}, 3);
      const double needed = canvas_.width_of(text(row), theme_.small()) + 2 * theme_.gap;
      const bool inside = width >= needed || width + needed > room;
      canvas_.text({inside ? left_ + theme_.gap : left_ + width + theme_.gap, middle(row)}, text(row),
                   {.color = theme_.words, .size = theme_.small()});
    }
    canvas_.line({left_, area_.y}, {left_, area_.y + 2 * bar_height(theme_)},
                 {.color = theme_.edge, .width = theme_.line});
  }

  void draw_lists() {
    const std::array lists{std::span(values_[0].elements), std::span(values_[1].elements)};
    double cell = canvas_.width_of("00", theme_.small());
    for (const auto& list : lists)
      for (const std::string& element : list)
        cell = std::max(cell, canvas_.width_of(element, theme_.small()));
    cell += theme_.gap;
    const auto most = static_cast<std::size_t>(std::max(1.0, (area_.right() - left_) / cell));
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t i = 0; i < std::min(most, lists[row].size()); ++i) {
        const double height = bar_height(theme_) - 4;
        const Area box{left_ + cell * static_cast<double>(i), middle(row) - height / 2, cell - 3, height};
        const bool differs = i >= lists[1 - row].size() || lists[0][i] != lists[1][i];
        canvas_.fill(box, theme_.raised, 3);
        canvas_.frame(
            box, {.color = differs ? ink(row) : theme_.edge, .width = (differs ? 2 : 1) * theme_.line}, 3);
        canvas_.text(box.center(), lists[row][i],
                     {.color = theme_.words, .size = theme_.small(), .anchor = Anchor::middle});
      }
  }

  Canvas& canvas_;
  const Area& area_;
  std::span<const ComparedValue> values_;
  const Theme& theme_;
  double left_;
};

// The values of a list and of the lists in it, in order.
void add_elements(const Question& question, const Value& value, std::vector<std::string>& elements) {
  if (const Value::List* list = value.list())
    for (const Value& one : *list) add_elements(question, one, elements);
  else
    elements.push_back(answer_text(question, value));
}

ComparedValue with_value(ComparedValue row, const Question& question, const std::optional<Value>& value) {
  if (value && value->number()) row.amount = *value->number();
  if (value && value->list()) add_elements(question, *value, row.elements);
  return row;
}

ComparedValue time_row(std::string name, Time time, Color ink) {
  return {.name = std::move(name), .text = to_human(time), .ink = ink, .amount = *value_of(time).number()};
}

}  // namespace

double height_of_compared(const Theme& theme, std::size_t values) {
  return static_cast<double>(values) * bar_height(theme);
}

void draw_compared(Canvas& canvas, const Area& area, std::span<const ComparedValue> values,
                   const Theme& theme) {
  ComparedDrawing(canvas, area, values, theme).draw();
}

std::vector<ComparedValue> compared(const QuestionState& state, const Theme& theme) {
  assert(state.feedback && "the result may be told");
  const Feedback& feedback = *state.feedback;
  const Question& question = *state.question;
  const ComparedValue result =
      with_value({.name = question.fact ? "fact" : "run", .text = feedback.result, .ink = theme.accent},
                 question, feedback.expected);
  if (feedback.unknown || feedback.yours.empty()) return {result};
  return {with_value({.name = "you", .text = feedback.yours, .ink = feedback.right ? theme.good : theme.bad},
                     question, feedback.given),
          result};
}

std::vector<ComparedValue> compared(const MeasureState::Here& here, const Theme& theme) {
  std::vector<ComparedValue> values = {time_row("measured", here.measured, theme.good)};
  if (here.predicted) values.push_back(time_row("predicted", *here.predicted, theme.accent));
  return values;
}

}  // namespace commlab
