#include "gui/window/answer_picture.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/units.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

// Whose the lower one is: a fact was not run.
std::string_view name_of_row(int row, const QuestionState& state) {
  if (row == 0) return "you";
  return state.question->fact ? "fact" : "run";
}

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ') result += c;
  return result;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" []");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" []") - first + 1));
}

// Bars need two quantities of one kind, none of them below nothing. Numbers without a unit may be names.
struct Bars {
  double yours;
  double result;
};
std::optional<Bars> bars_of(const Feedback& feedback) {
  const std::optional<Quantity> yours = parse_quantity(feedback.yours),
                                result = parse_quantity(feedback.result);
  if (!yours || !result || yours->kind != result->kind) return std::nullopt;
  if (yours->kind == Quantity::Kind::number) return std::nullopt;
  if (yours->value < 0 || result->value < 0 || std::max(yours->value, result->value) <= 0)
    return std::nullopt;
  return Bars{yours->value, result->value};
}

bool are_lists(const Feedback& feedback) {
  return parse_list(feedback.yours).size() > 1 && parse_list(feedback.result).size() > 1;
}

double row_height(const Theme& theme) { return std::floor(line_height(theme.small()) + 6); }

class AnswerDrawing {
 public:
  AnswerDrawing(Canvas& canvas, const Area& area, const QuestionState& state, const Theme& theme)
      : canvas_(canvas),
        area_(area),
        state_(state),
        feedback_(*state.feedback),
        theme_(theme),
        left_(area.x + width_of_names(canvas, theme)) {}

  static double width_of_names(const Canvas& canvas, const Theme& theme) {
    return canvas.width_of("fact", theme.small()) * bold_width + theme.gap;
  }

  void draw() {
    for (int row = 0; row < 2; ++row)
      canvas_.text({area_.x, middle(row)}, name_of_row(row, state_),
                   {.color = ink(row), .size = theme_.small(), .bold = true});
    if (const std::optional<Bars> bars = bars_of(feedback_)) return draw_bars(*bars);
    if (are_lists(feedback_)) return draw_lists();
    for (int row = 0; row < 2; ++row)
      canvas_.text({left_, middle(row)}, shortened(text(row), area_.right() - left_, theme_.small(), canvas_),
                   {.color = theme_.words, .size = theme_.small()});
  }

 private:
  const std::string& text(int row) const { return row == 0 ? feedback_.yours : feedback_.result; }
  double middle(int row) const { return area_.y + (row + 0.5) * row_height(theme_); }
  Color ink(int row) const {
    if (row == 1) return theme_.accent;
    return feedback_.right ? theme_.good : theme_.bad;
  }

  // On one axis from nothing; the value stands in its bar, or behind it.
  void draw_bars(const Bars& bars) {
    const double room = area_.right() - left_;
    const double most = std::max(bars.yours, bars.result);
    for (int row = 0; row < 2; ++row) {
      const double height = row_height(theme_) - 4, y = middle(row) - height / 2;
      const double width = std::max(2.0, room * (row == 0 ? bars.yours : bars.result) / most);
      const Area bar{left_, y, width, height};
      canvas_.fill(bar, blend(theme_.panel, ink(row), 0.35), 3);
      canvas_.frame(bar, {.color = ink(row), .width = 1.5 * theme_.line}, 3);
      const double needed = canvas_.width_of(text(row), theme_.small()) + 2 * theme_.gap;
      const bool inside = width >= needed || width + needed > room;
      canvas_.text({inside ? left_ + theme_.gap : left_ + width + theme_.gap, middle(row)}, text(row),
                   {.color = theme_.words, .size = theme_.small()});
    }
    canvas_.line({left_, area_.y}, {left_, area_.y + 2 * row_height(theme_)},
                 {.color = theme_.edge, .width = theme_.line});
  }

  void draw_lists() {
    const std::vector<std::string> lists[] = {parse_list(text(0)), parse_list(text(1))};
    double cell = canvas_.width_of("00", theme_.small());
    for (const auto& list : lists)
      for (const std::string& element : list)
        cell = std::max(cell, canvas_.width_of(element, theme_.small()));
    cell += theme_.gap;
    const auto most = static_cast<std::size_t>(std::max(1.0, (area_.right() - left_) / cell));
    for (int row = 0; row < 2; ++row)
      for (std::size_t i = 0; i < std::min(most, lists[row].size()); ++i) {
        const double height = row_height(theme_) - 4;
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
  const QuestionState& state_;
  const Feedback& feedback_;
  const Theme& theme_;
  double left_;
};

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view written) {
  std::string text = without_blanks(written);
  if (text.empty()) return std::nullopt;
  if (text.ends_with('%')) text.pop_back();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size())
    return std::isfinite(number) ? std::optional(Quantity{Quantity::Kind::number, number}) : std::nullopt;
  if (const Result<Bandwidth> rate = parse_bandwidth(text))
    return Quantity{Quantity::Kind::bandwidth, static_cast<double>(rate->bytes_per_second)};
  if (const Result<Bytes> bytes = parse_bytes(text))
    return Quantity{Quantity::Kind::bytes, static_cast<double>(bytes->count)};
  if (const Result<Time> time = parse_time(text))
    return Quantity{Quantity::Kind::time, static_cast<double>(time->ps)};
  return std::nullopt;
}

std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> list;
  if (text.find(',') == std::string_view::npos) return list;
  while (true) {
    const std::size_t comma = text.find(',');
    list.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return list;
    text.remove_prefix(comma + 1);
  }
}

double height_of_answer(const Theme& theme) { return 2 * row_height(theme); }

void draw_answer(Canvas& canvas, const Area& area, const QuestionState& state, const Theme& theme) {
  AnswerDrawing(canvas, area, state, theme).draw();
}

}  // namespace commlab
