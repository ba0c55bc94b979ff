#include "gui/window/tensors_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/numbers.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

// Tensors of one name, rank by rank, under one heading: indices into the run's.
struct TensorGroup {
  std::string name;
  std::vector<std::size_t> tensors;
};

std::vector<TensorGroup> groups_of(const ScriptRun& run) {
  std::vector<TensorGroup> groups;
  for (std::size_t i = 0; i < run.tensors.size(); ++i) {
    const std::string& name = run.tensors[i].name;
    auto group = std::ranges::find(groups, name, &TensorGroup::name);
    if (group == groups.end()) group = groups.insert(groups.end(), TensorGroup{name, {}});
    group->tensors.push_back(i);
  }
  return groups;
}

// It is known what tensors hold at this moment.
bool is_known_now(const ScriptShown& shown) { return shown.over() || shown.run.writes_known; }

// When an element was written last, up to now: what has just changed is outlined.
Time last_write(const ScriptShown& shown) {
  Time last{-1};
  for (const ScriptWrite& write : shown.run.writes)
    if (write.at <= shown.view.now) last = write.at;
  return last;
}

double heading_height(const Theme& theme) { return line_height(theme.small()) + theme.gap / 2; }
double element_height(const Theme& theme) { return std::floor(line_height(theme.small()) + 3); }

// How wide a cell must be for any element of the group.
double cell_width(const TensorGroup& group, const ScriptRun& run, const Theme& theme, const Canvas& canvas) {
  double width = canvas.width_of("0", theme.small());
  const auto fit = [&](const std::string& text) {
    width = std::max(width, canvas.width_of(text, theme.small()));
  };
  for (const std::size_t t : group.tensors) {
    const ScriptTensor& tensor = run.tensors[t];
    for (std::size_t i = 0; i < tensor.before.size(); ++i) {
      fit(element_text(tensor.before, tensor.before_known, i));
      fit(element_text(tensor.after, tensor.after_known, i));
    }
  }
  for (const ScriptWrite& write : run.writes)
    if (std::ranges::count(group.tensors, static_cast<std::size_t>(write.tensor)) > 0)
      for (std::size_t i = 0; i < write.values.size(); ++i) fit(element_text(write.values, write.known, i));
  return width + theme.gap;
}

class TensorsDrawing {
 public:
  TensorsDrawing(Canvas& canvas, const Area& area, const ScriptShown& shown, double scrolled)
      : canvas_(canvas),
        area_(area),
        shown_(shown),
        theme_(shown.theme),
        now_(contents_at(shown.run, shown.view.now)),
        last_write_(last_write(shown)),
        y_(area.y - scrolled) {}

  void draw() {
    for (const TensorGroup& group : groups_of(shown_.run)) {
      heading(group);
      const double cell = cell_width(group, shown_.run, theme_, canvas_);
      for (const std::size_t tensor : group.tensors) row(tensor, cell);
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
      const ScriptTensor& first = shown_.run.tensors[group.tensors.front()];
      const std::string type = fmt::format(
          "{}, {}", name_of(first.dtype), counted(static_cast<std::int64_t>(first.before.size()), "element"));
      canvas_.text({area_.x + name + theme_.gap, middle},
                   shortened(type, area_.width - name - theme_.gap, small(), canvas_),
                   {.color = theme_.quiet, .size = small()});
    }
    y_ += height;
  }

  // What it held in the beginning, and holds now.
  void row(std::size_t index, double cell) {
    const ScriptTensor& tensor = shown_.run.tensors[index];
    const double height = element_height(theme_);
    if (visible(height)) {
      const std::string longest = fmt::format("rank {}", std::max(0, shown_.run.ranks - 1));
      const double left = area_.x + canvas_.width_of(longest, small()) + theme_.gap;
      const double arrow = canvas_.width_of("→", small()) + theme_.gap;
      canvas_.text({area_.x, y_ + height / 2}, fmt::format("rank {}", tensor.rank),
                   {.color = theme_.quiet, .size = small()});
      const double half = std::max(0.0, (area_.right() - left - arrow) / 2);
      const ScriptContents before{tensor.before, tensor.before_known};
      const double used =
          elements({left, y_, half, height}, before, cell, [](std::size_t) { return Cell{}; });
      canvas_.text({left + used + arrow / 2, y_ + height / 2}, "→",
                   {.color = theme_.quiet, .size = small(), .anchor = Anchor::middle});
      const Area end{left + used + arrow, y_, half, height};
      if (is_known_now(shown_))
        elements(end, now_[index], cell, [&](std::size_t i) { return cell_of(index, i); });
      else
        canvas_.text({end.x, end.center().y}, "…", {.color = theme_.quiet, .size = small()});
    }
    y_ += height;
  }

  struct Cell {
    bool differs = false;  // from the beginning
    bool just = false;     // written at the last moment at which anything was
  };
  Cell cell_of(std::size_t index, std::size_t i) const {
    const ScriptTensor& tensor = shown_.run.tensors[index];
    const bool differs = element_text(tensor.before, tensor.before_known, i) !=
                         element_text(now_[index].values, now_[index].known, i);
    const bool just = std::ranges::any_of(shown_.run.writes, [&](const ScriptWrite& write) {
      return write.at == last_write_ && static_cast<std::size_t>(write.tensor) == index &&
             static_cast<std::size_t>(write.first) <= i &&
             i < static_cast<std::size_t>(write.first) + write.values.size();
    });
    return {differs, just};
  }

  // As many as fit, and how many more there are. How wide they are.
  template <class CellOf>
  double elements(const Area& area, const ScriptContents& held, double cell, CellOf cell_of) {
    std::size_t shown = held.values.size();
    const auto more = [&] {
      return shown < held.values.size() ? fmt::format("+{}", held.values.size() - shown) : std::string{};
    };
    while (shown > 0 &&
           cell * static_cast<double>(shown) + canvas_.width_of(more(), small()) + theme_.gap / 2 >
               area.width)
      --shown;
    double x = area.x;
    for (std::size_t i = 0; i < shown; ++i, x += cell) {
      const Area box{x, area.y + 1, cell - 2, area.height - 2};
      const bool is_known = i < held.known.size() && held.known[i];
      const Cell look = cell_of(i);
      canvas_.fill(box, look.differs ? blend(theme_.panel, theme_.accent, 0.3) : theme_.raised, 3);
      if (look.just) canvas_.frame(box, {.color = theme_.accent, .width = 1.5 * theme_.line}, 3);
      canvas_.text(
          box.center(), element_text(held.values, held.known, i),
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
  std::vector<ScriptContents> now_;
  Time last_write_;
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
  const std::vector<ScriptContents> now = contents_at(shown.run, shown.view.now);
  for (std::size_t i = 0; i < shown.run.tensors.size(); ++i) {
    const ScriptTensor& tensor = shown.run.tensors[i];
    text += fmt::format("{}rank {} {}:{}", text.empty() ? "" : "\n", tensor.rank, tensor.name,
                        elements_text(tensor.before, tensor.before_known));
    if (is_known_now(shown) && shown.view.now > Time{})
      text += " ->" + elements_text(now[i].values, now[i].known);
  }
  return text;
}

}  // namespace commlab
