#include "gui/window/script/tensors_layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/index.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/script/tensors_words.h"

namespace commlab {
namespace {

using TensorGroup = TensorsLayout::Group;

constexpr double next_letters = 0.94;          // from one size of letters to the next
constexpr std::size_t most_lines_of_rank = 8;  // of one rank; a longer tensor is cut short

std::vector<TensorGroup> groups_of(const ScriptRun& run) {
  std::vector<TensorGroup> groups;
  for (std::size_t i = 0; i < run.tensors.size(); ++i) {
    const ScriptTensor& tensor = run.tensors[i];
    auto group = std::ranges::find(groups, tensor.name, &TensorGroup::name);
    if (group == groups.end())
      group = groups.insert(groups.end(), TensorGroup{.name = tensor.name, .tensors = {}});
    group->tensors.push_back(i);
    group->elements = std::max(group->elements, tensor.before.size());
  }
  return groups;
}

// The width of the widest element that the group has at any time, for letters of size 1.
double widest_element(const TensorGroup& group, const ScriptRun& run, const Canvas& canvas, double letters) {
  double width = canvas.width_of("0", letters);
  const auto fit = [&](const std::string& text) { width = std::max(width, canvas.width_of(text, letters)); };
  for (const std::size_t t : group.tensors) {
    const ScriptTensor& tensor = run.tensors[t];
    for (std::size_t i = 0; i < tensor.before.size(); ++i) {
      fit(element_text(tensor.before, tensor.before_known, i));
      fit(element_text(tensor.after, tensor.after_known, i));
    }
  }
  for (const ScriptWrite& write : run.writes)
    if (std::ranges::find(group.tensors, index(write.tensor)) != group.tensors.end())
      for (std::size_t i = 0; i < write.values.size(); ++i) fit(element_text(write.values, write.known, i));
  return width / letters;
}

enum class Contents : std::uint8_t { before_and_now, now, now_over_lines };
constexpr int most_columns = 3;  // side by side

class TensorsPlacer {
 public:
  TensorsPlacer(const Canvas& canvas, const Area& area, const ScriptShown& shown)
      : canvas_(canvas), area_(area), shown_(shown), groups_(groups_of(shown.run)) {
    for (const TensorGroup& group : groups_)
      widest_.push_back(widest_element(group, shown.run, canvas, shown.theme.small()));
  }

  // The first layout that shows everything; else one that must be scrolled, or is cut short.
  TensorsLayout place(double least_letters) const {
    for (const Contents contents : {Contents::before_and_now, Contents::now, Contents::now_over_lines})
      for (double letters = shown_.theme.small(); letters >= least_letters; letters *= next_letters)
        for (int columns = 1; columns <= most_columns; ++columns)
          if (const TensorsLayout layout = placed(contents, letters, columns); is_whole(layout))
            return layout;
    for (const Contents contents : {Contents::before_and_now, Contents::now})
      if (const TensorsLayout layout = placed(contents, least_letters, 1); fits_across(layout)) return layout;
    return placed(Contents::now_over_lines, least_letters, 1);
  }

 private:
  TensorsLayout placed(Contents contents, double letters, int columns) const {
    const double gap = shown_.theme.gap * letters / shown_.theme.small();
    const std::string longest = fmt::format("rank {}", std::max(0, shown_.run.ranks - 1));
    TensorsLayout layout{.letters = letters,
                         .with_before = contents == Contents::before_and_now,
                         .column = (area_.width - (columns - 1) * shown_.theme.gap) / columns,
                         .heads = line_height(letters),
                         .heading = line_height(letters) + gap / 2,
                         .line = std::floor(line_height(letters) + 3),
                         .ranks = canvas_.width_of(longest, letters) + gap,
                         .groups = groups_};
    for (std::size_t i = 0; i < groups_.size(); ++i) layout.groups[i].cell = widest_[i] * letters + gap;
    if (layout.with_before) {
      layout.before = canvas_.width_of("before", letters) + gap;
      for (const TensorGroup& group : layout.groups)
        layout.before = std::max(layout.before, group.cell * static_cast<double>(group.elements));
      layout.arrow = canvas_.width_of("→", letters) + gap;
    }
    for (TensorGroup& group : layout.groups) spread(group, contents, room_of_now(layout), letters);
    stack(layout, columns);
    return layout;
  }

  // Puts tensors below each other. What does not fit goes to the next column; the last one takes the rest.
  void stack(TensorsLayout& layout, int columns) const {
    double y = layout.heads;
    layout.columns = {0};
    for (TensorGroup& group : layout.groups) {
      const double height =
          layout.heading + layout.line * static_cast<double>(group.lines * group.tensors.size());
      if (y > layout.heads && y + height > area_.height && std::ssize(layout.columns) < columns) {
        layout.columns.push_back(layout.columns.back() + layout.column + shown_.theme.gap);
        y = layout.heads;
      }
      group.left = layout.columns.back();
      group.top = y;
      y += height;
      layout.height = std::max(layout.height, y);
    }
  }

  // The width for what tensors hold now.
  static double room_of_now(const TensorsLayout& layout) {
    return layout.column - layout.ranks - layout.before - layout.arrow;
  }

  void spread(TensorGroup& group, Contents contents, double room, double letters) const {
    const auto that_fit = [&](double width) {
      return static_cast<std::size_t>(std::max(0.0, std::floor(width / group.cell)));
    };
    group.per_line = std::min(group.elements, that_fit(room));
    group.lines = 1;
    if (group.per_line == group.elements) return;
    if (contents == Contents::now_over_lines && group.per_line > 0) {
      group.lines = (group.elements + group.per_line - 1) / group.per_line;
      if (group.lines <= most_lines_of_rank) return;
      group.lines = 1;
    }
    const double more = canvas_.width_of(text_of_more(group.elements), letters) + shown_.theme.gap;
    group.per_line = std::min(group.per_line, that_fit(room - more));
  }

  bool fits_across(const TensorsLayout& layout) const {
    return room_of_now(layout) >= canvas_.width_of("before", layout.letters) &&
           std::ranges::all_of(layout.groups, [](const TensorGroup& group) {
             return group.per_line * group.lines >= group.elements;
           });
  }
  bool is_whole(const TensorsLayout& layout) const {
    return fits_across(layout) && layout.height <= area_.height;
  }

  const Canvas& canvas_;
  const Area& area_;
  const ScriptShown& shown_;
  std::vector<TensorGroup> groups_;
  std::vector<double> widest_;  // of each group, in letters of size 1
};

}  // namespace

TensorsLayout lay_out_tensors(const Canvas& canvas, const Area& area, const ScriptShown& shown,
                              double least_letters) {
  return TensorsPlacer(canvas, area, shown).place(least_letters);
}

}  // namespace commlab
