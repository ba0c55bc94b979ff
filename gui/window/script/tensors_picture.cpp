#include "gui/window/script/tensors_picture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/numbers.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/script/tensors_words.h"

namespace commlab {
namespace {

// The time of the last write up to now. Elements that were written then are outlined.
Time last_write(const ScriptShown& shown) {
  Time last{-1};
  for (const ScriptWrite& write : shown.run.writes)
    if (write.at <= shown.view.now) last = write.at;
  return last;
}

class TensorsDrawing {
 public:
  TensorsDrawing(Canvas& canvas, const Area& area, const TensorsLayout& layout, const ScriptShown& shown,
                 double scrolled)
      : canvas_(canvas),
        area_(area),
        at_(layout),
        shown_(shown),
        theme_(shown.theme),
        now_(contents_at(shown.run, shown.view.now)),
        last_write_(last_write(shown)),
        bottom_(layout.height - scrolled > area.height + 1 ? area.bottom() - layout.line : area.bottom()),
        top_(area.y - scrolled) {}

  void draw() {
    for (const double left : at_.columns) heads(left);
    for (const Group& group : at_.groups) {
      heading(group);
      for (const std::size_t tensor : group.tensors) row(group, tensor);
    }
    tell_what_is_below();
  }

 private:
  using Group = TensorsLayout::Group;

  bool visible(double height) const { return y_ >= area_.y - 1 && y_ + height <= bottom_ + 1; }
  Words quiet() const { return {.color = theme_.quiet, .size = at_.letters}; }
  double before_x() const { return x_ + at_.ranks; }
  double now_x() const { return before_x() + at_.before + at_.arrow; }

  void heads(double left) {
    x_ = area_.x + left;
    y_ = top_;
    if (!visible(at_.heads)) return;
    const double middle = y_ + at_.heads / 2;
    if (at_.with_before) canvas_.text({before_x(), middle}, "before", quiet());
    const bool alone_at_first = !at_.with_before && shown_.view.now == Time{};
    const bool at_the_end = shown_.over() && !hangs(shown_.run);
    canvas_.text({now_x(), middle}, alone_at_first ? "before" : at_the_end ? "after" : "now", quiet());
  }

  void heading(const Group& group) {
    x_ = area_.x + group.left;
    y_ = top_ + group.top;
    if (visible(at_.heading)) {
      const double middle = y_ + at_.heading / 2 + theme_.gap / 8;
      canvas_.text({x_, middle}, group.name, {.color = theme_.words, .size = at_.letters, .bold = true});
      const double name = canvas_.width_of(group.name, at_.letters) * bold_width;
      const ScriptTensor& first = shown_.run.tensors[group.tensors.front()];
      const std::string type = fmt::format("{}, {}", name_of(first.dtype),
                                           counted(static_cast<std::int64_t>(group.elements), "element"));
      canvas_.text({x_ + name + theme_.gap, middle},
                   shortened(type, at_.column - name - theme_.gap, at_.letters, canvas_), quiet());
    }
    y_ += at_.heading;
  }

  void row(const Group& group, std::size_t index) {
    const ScriptTensor& tensor = shown_.run.tensors[index];
    const double height = at_.line * static_cast<double>(group.lines);
    if (visible(height)) {
      const double middle = y_ + at_.line / 2;
      canvas_.text({x_, middle}, fmt::format("rank {}", tensor.rank), quiet());
      if (at_.with_before) {
        elements(group, before_x(), {tensor.before, tensor.before_known}, [](std::size_t) { return Cell{}; });
        canvas_.text({now_x() - at_.arrow / 2, middle}, "→",
                     {.color = theme_.quiet, .size = at_.letters, .anchor = Anchor::middle});
      }
      if (is_known_now(shown_))
        elements(group, now_x(), now_[index], [&](std::size_t i) { return cell_of(index, i); });
      else
        canvas_.text({now_x(), middle}, "…", quiet());
    } else if (y_ >= area_.y) {
      below_.push_back({&group, tensor.rank});
    }
    y_ += height;
  }

  struct Cell {
    bool differs = false;  // from its value at the beginning
    bool just = false;     // written by the last writes
  };
  Cell cell_of(std::size_t index, std::size_t i) const {
    const ScriptTensor& tensor = shown_.run.tensors[index];
    const bool differs = element_text(tensor.before, tensor.before_known, i) !=
                         element_text(now_[index].values, now_[index].known, i);
    const bool just = std::ranges::any_of(shown_.run.writes, [&](const ScriptWrite& write) {
      return write.at == last_write_ && std::cmp_equal(write.tensor, index) &&
             std::cmp_less_equal(write.first, i) && std::cmp_less(i, write.first + std::ssize(write.values));
    });
    return {differs, just};
  }

  // Draws elements in as many lines as the group has; then how many more there are.
  template <class CellOf>
  void elements(const Group& group, double left, const ScriptContents& held, CellOf cell_of) {
    const std::size_t shown = std::min(held.values.size(), group.per_line * group.lines);
    for (std::size_t i = 0; i < shown; ++i) {
      const double x = left + group.cell * static_cast<double>(i % group.per_line);
      const double y = y_ + at_.line * static_cast<double>(i / group.per_line);
      const Area box{x, y + 1, group.cell - 2, at_.line - 2};
      const bool is_known = i < held.known.size() && held.known[i];
      const Cell look = cell_of(i);
      canvas_.fill(box, look.differs ? blend(theme_.panel, theme_.accent, 0.3) : theme_.raised, 3);
      if (look.just) canvas_.frame(box, {.color = theme_.accent, .width = 1.5 * theme_.line}, 3);
      canvas_.text(
          box.center(), element_text(held.values, held.known, i),
          {.color = is_known ? theme_.words : theme_.quiet, .size = at_.letters, .anchor = Anchor::middle});
    }
    if (shown == held.values.size()) return;
    const double x = left + group.cell * static_cast<double>(shown);
    canvas_.text({x + 2, y_ + at_.line / 2}, text_of_more(held.values.size() - shown), quiet());
  }

  // "and rank 3": the rows that are not seen below; a tensor that is not seen at all, by its name.
  void tell_what_is_below() {
    if (below_.empty()) return;
    std::vector<std::string> parts;
    for (auto first = below_.begin(); first != below_.end();) {
      const Group& group = *first->group;
      std::vector<Rank> ranks;
      for (; first != below_.end() && first->group == &group; ++first) ranks.push_back(first->rank);
      parts.push_back(ranks.size() == group.tensors.size()
                          ? group.name
                          : fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", ranks_text(ranks)));
    }
    const std::string text = fmt::format("and {}", fmt::join(parts, ", "));
    canvas_.text({area_.x, area_.bottom() - at_.line / 2}, shortened(text, area_.width, at_.letters, canvas_),
                 quiet());
  }

  struct RowBelow {
    const Group* group;
    Rank rank;
  };

  Canvas& canvas_;
  const Area& area_;
  const TensorsLayout& at_;
  const ScriptShown& shown_;
  const Theme& theme_;
  std::vector<ScriptContents> now_;
  Time last_write_;
  double bottom_;         // of the room for lines: above the words about lines below
  double top_;            // of the whole content, which may be scrolled away
  double x_ = 0, y_ = 0;  // where the next part is drawn
  std::vector<RowBelow> below_{};
};

}  // namespace

void draw_tensors(Canvas& canvas, const Area& area, const TensorsLayout& layout, const ScriptShown& shown,
                  double scrolled) {
  TensorsDrawing(canvas, area, layout, shown, scrolled).draw();
}

}  // namespace commlab
