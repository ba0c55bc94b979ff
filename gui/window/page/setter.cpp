#include "gui/window/page/setter.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"

namespace commlab {

PageSetter::PageSetter(const Canvas& c, double width, const Theme& t, const LessonPage& p, double size)
    : canvas(c), theme(t), page(p), letters(size > 0 ? size : lesson_letters(t)), width_(width) {}

PagePart& PageSetter::add(PagePart::Kind kind, double height, double gap) {
  PagePart part{.kind = kind, .area = {left_, y_, width(), height}};
  layout_.parts.push_back(std::move(part));
  y_ += height + gap;
  return layout_.parts.back();
}

void PageSetter::text(std::string_view markdown, PagePart::Tone tone, bool bar, double larger) {
  const double indent = bar ? theme.gap + bar_width * theme.line : 0;
  SetText set = set_markdown(markdown, width() - indent, larger * letters, canvas);
  const double height = set.height;
  PagePart& part = add(PagePart::Kind::text, height, 0.6 * letters);
  part.text = std::move(set);
  part.tone = tone;
  part.bar = bar;
}

void PageSetter::label(std::string_view words, PagePart::Tone tone) {
  SetText set;
  const double line = line_height(theme.small());
  const auto lines = wrapped(words, width() / bold_width, theme.small(), canvas);
  for (const std::string_view part : lines) {
    set.pieces.push_back({.run = {.text = std::string(part)},
                          .area = {0, set.height, width(), line},
                          .size = theme.small(),
                          .bold = lines.size() == 1});
    set.height += line;
  }
  PagePart& part = add(PagePart::Kind::text, set.height, 0.2 * letters);
  part.text = std::move(set);
  part.tone = tone;
}

std::size_t PageSetter::open_box(PagePart::Tone tone, const QuestionState* question) {
  const std::size_t box = layout_.parts.size();
  PagePart& frame = add(PagePart::Kind::box, 0, theme.gap);
  frame.tone = tone;
  frame.question = question;
  left_ = 1.25 * theme.gap;
  return box;
}

void PageSetter::close_box(std::size_t box) {
  left_ = 0;
  Area& area = layout_.parts[box].area;
  area.height = y_ - area.y;
  y_ += 0.6 * letters;
}

PageLayout PageSetter::finish() && {
  for (const PagePart& part : layout_.parts) layout_.height = std::max(layout_.height, part.area.bottom());
  return std::move(layout_);
}

}  // namespace commlab
