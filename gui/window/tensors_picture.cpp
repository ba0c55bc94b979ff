#include "gui/window/tensors_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/numbers.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

// Tensors of one name, rank by rank, under one heading.
struct TensorGroup {
  std::string name;
  std::vector<const ScriptTensor*> tensors;
};

std::vector<TensorGroup> groups_of(const ScriptRun& run) {
  std::vector<TensorGroup> groups;
  for (const ScriptTensor& tensor : run.tensors) {
    auto group = std::ranges::find(groups, tensor.name, &TensorGroup::name);
    if (group == groups.end()) group = groups.insert(groups.end(), TensorGroup{tensor.name, {}});
    group->tensors.push_back(&tensor);
  }
  return groups;
}

double heading_height(const Theme& theme) { return line_height(theme.small()) + theme.gap / 2; }
double element_height(const Theme& theme) { return std::floor(line_height(theme.small()) + 3); }

// How wide a cell must be for any element of the group.
double cell_width(const TensorGroup& group, const Theme& theme, const Canvas& canvas) {
  double width = canvas.width_of("0", theme.small());
  for (const ScriptTensor* tensor : group.tensors)
    for (std::size_t i = 0; i < tensor->before.size(); ++i)
      for (const std::string& text : {element_text(tensor->before, tensor->before_known, i),
                                      element_text(tensor->after, tensor->after_known, i)})
        width = std::max(width, canvas.width_of(text, theme.small()));
  return width + theme.gap;
}

bool differs(const ScriptTensor& tensor, std::size_t i) {
  return element_text(tensor.before, tensor.before_known, i) !=
         element_text(tensor.after, tensor.after_known, i);
}

class TensorsDrawing {
 public:
  TensorsDrawing(Canvas& canvas, const Area& area, const ScriptShown& shown, double scrolled)
      : canvas_(canvas), area_(area), shown_(shown), theme_(shown.theme), y_(area.y - scrolled) {}

  void draw() {
    for (const TensorGroup& group : groups_of(shown_.run)) {
      heading(group);
      const double cell = cell_width(group, theme_, canvas_);
      for (const ScriptTensor* tensor : group.tensors) row(*tensor, cell);
    }
  }

 private:
  bool visible(double height) const { return y_ >= area_.y - 1 && y_ + height <= area_.bottom() + 1; }
  double small() const { return theme_.small(); }

  void heading(const TensorGroup& group) {
    const double height = heading_height(theme_);
    if (visible(height)) {
      const double middle = y_ + height / 2 + theme_.gap / 8;
      canvas_.text({area_.x, middle}, group.name, {.color = theme_.words, .size = small(), .bold = true});
      const double name = canvas_.width_of(group.name, small()) * bold_width;
      const ScriptTensor& first = *group.tensors.front();
      const std::string type = fmt::format(
          "{}, {}", name_of(first.dtype), counted(static_cast<std::int64_t>(first.before.size()), "element"));
      canvas_.text({area_.x + name + theme_.gap, middle},
                   shortened(type, area_.width - name - theme_.gap, small(), canvas_),
                   {.color = theme_.quiet, .size = small()});
    }
    y_ += height;
  }

  void row(const ScriptTensor& tensor, double cell) {
    const double height = element_height(theme_);
    if (visible(height)) {
      const std::string longest = fmt::format("rank {}", std::max(0, shown_.run.ranks - 1));
      const double left = area_.x + canvas_.width_of(longest, small()) + theme_.gap;
      const double arrow = canvas_.width_of("→", small()) + theme_.gap;
      canvas_.text({area_.x, y_ + height / 2}, fmt::format("rank {}", tensor.rank),
                   {.color = theme_.quiet, .size = small()});
      const double half = std::max(0.0, (area_.right() - left - arrow) / 2);
      const double used = elements({left, y_, half, height}, tensor, cell, false);
      canvas_.text({left + used + arrow / 2, y_ + height / 2}, "→",
                   {.color = theme_.quiet, .size = small(), .anchor = Anchor::middle});
      const Area end{left + used + arrow, y_, half, height};
      if (shown_.over())
        elements(end, tensor, cell, true);
      else
        canvas_.text({end.x, end.center().y}, "…", {.color = theme_.quiet, .size = small()});
    }
    y_ += height;
  }

  // As many as fit, and how many more there are. How wide they are.
  double elements(const Area& area, const ScriptTensor& tensor, double cell, bool at_end) {
    const auto& values = at_end ? tensor.after : tensor.before;
    const auto& known = at_end ? tensor.after_known : tensor.before_known;
    std::size_t shown = values.size();
    const auto more = [&] {
      return shown < values.size() ? fmt::format("+{}", values.size() - shown) : std::string{};
    };
    while (shown > 0 &&
           cell * static_cast<double>(shown) + canvas_.width_of(more(), small()) + theme_.gap / 2 >
               area.width)
      --shown;
    double x = area.x;
    for (std::size_t i = 0; i < shown; ++i, x += cell) {
      const Area box{x, area.y + 1, cell - 2, area.height - 2};
      const bool is_known = i < known.size() && known[i];
      const bool changed = at_end && differs(tensor, i);
      canvas_.fill(box, changed ? blend(theme_.panel, theme_.accent, 0.3) : theme_.raised, 3);
      canvas_.text(
          box.center(), element_text(values, known, i),
          {.color = is_known ? theme_.words : theme_.quiet, .size = small(), .anchor = Anchor::middle});
    }
    const std::string rest = more();
    if (!rest.empty()) canvas_.text({x + 2, area.center().y}, rest, {.color = theme_.quiet, .size = small()});
    return x - area.x + (rest.empty() ? 0 : canvas_.width_of(rest, small()) + theme_.gap / 2);
  }

  Canvas& canvas_;
  const Area& area_;
  const ScriptShown& shown_;
  const Theme& theme_;
  double y_;
};

std::string elements_text(const std::vector<double>& values, const std::vector<bool>& known) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) text += " " + element_text(values, known, i);
  return text;
}

}  // namespace

double height_of_tensors(const ScriptShown& shown, const Canvas&) {
  double height = 0;
  for (const TensorGroup& group : groups_of(shown.run))
    height +=
        heading_height(shown.theme) + element_height(shown.theme) * static_cast<double>(group.tensors.size());
  return height;
}

void draw_tensors(Canvas& canvas, const Area& area, const ScriptShown& shown, double scrolled) {
  TensorsDrawing(canvas, area, shown, scrolled).draw();
}

std::string element_text(const std::vector<double>& values, const std::vector<bool>& known, std::size_t i) {
  if (i >= values.size() || i >= known.size() || !known[i]) return "?";
  return fmt::format("{:g}", values[i]);
}

std::string text_of_tensors(const ScriptShown& shown) {
  std::string text;
  for (const ScriptTensor& tensor : shown.run.tensors) {
    text += fmt::format("{}rank {} {}:{}", text.empty() ? "" : "\n", tensor.rank, tensor.name,
                        elements_text(tensor.before, tensor.before_known));
    if (shown.over()) text += " ->" + elements_text(tensor.after, tensor.after_known);
  }
  return text;
}

}  // namespace commlab
