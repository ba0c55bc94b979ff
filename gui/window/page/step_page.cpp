#include "gui/window/page/step_page.h"

#include <fmt/format.h>

#include "gui/window/page/answer_picture.h"
#include "gui/window/page/blocks.h"
#include "gui/window/page/plot.h"
#include "gui/window/page/questions.h"
#include "gui/window/page/setter.h"
#include "gui/window/page/vote_bars.h"
#include "lessons/play/givens.h"

namespace commlab {

using Kind = PagePart::Kind;
using Tone = PagePart::Tone;

PageLayout lay_out_page(const Canvas& canvas, double width, const Theme& theme, const LessonPage& page,
                        bool notes) {
  PageSetter setter(canvas, width, theme, page);
  if (!page.trouble.empty()) setter.text(page.trouble, Tone::bad);
  const std::size_t shown = items_shown(page.content);
  for (std::size_t i = 0; i < shown; ++i) {
    const StepContent::Item& item = page.content.items[i];
    if (const auto* prose = std::get_if<Prose>(&item)) setter.text(prose->markdown, Tone::plain);
    if (const auto* question = std::get_if<QuestionState>(&item)) {
      set_question(setter, *question);
      const bool far = i > 0 && !std::holds_alternative<Prose>(page.content.items[i - 1]);
      if (far && is_open(*question)) setter.text(givens_of(page.content, i), Tone::quiet, true);
    }
    if (const auto* plot = std::get_if<PlotState>(&item)) set_plot(setter, *plot);
    if (const auto* explore = std::get_if<ExploreState>(&item)) set_explore(setter, *explore);
    if (const auto* measured = std::get_if<MeasureState>(&item)) set_measure(setter, *measured);
    if (const auto* teacher = std::get_if<const TeacherBlock*>(&item); teacher && notes)
      set_note(setter, **teacher);
  }
  return std::move(setter).finish();
}

namespace {

// Draws pictures and numbers, and the box behind a question.
void draw_part(Canvas& canvas, const Area& at, const PagePart& part, const Theme& theme) {
  const Color ink = tone_of(part.tone, theme);
  if (part.kind == Kind::box) {
    canvas.fill(at, blend(theme.panel, theme.raised, 0.45), 6);
    canvas.frame(at, {.color = ink.faded(part.tone == Tone::quiet ? 0.5 : 1), .width = 1.5 * theme.line}, 6);
  }
  if (part.kind == Kind::votes) draw_vote_bar(canvas, at, part, theme);
  if (part.kind == Kind::answer) draw_compared(canvas, at, compared(*part.question, theme), theme);
  if (part.kind == Kind::measured) draw_compared(canvas, at, compared(*part.measure->here, theme), theme);
  if (part.kind == Kind::plot)
    draw_page_plot(canvas, at, theme, *part.plot, fmt::format("lesson.plot.{}", part.plot->plot->line));
  if (part.kind != Kind::number) return;
  const LabelledValue& value = part.explore->shows[part.index];
  canvas.text({at.x, at.center().y}, value.label, {.color = theme.words, .size = theme.font});
  canvas.text({at.right(), at.center().y}, value.text,
              {.color = theme.words, .size = theme.font, .anchor = Anchor::end, .bold = true});
}

}  // namespace

void draw_page(Canvas& canvas, const Area& area, const PageLayout& layout, const Theme& theme,
               double scrolled) {
  for (const PagePart& part : layout.parts) {
    const Area at{area.x + part.area.x, area.y + part.area.y - scrolled, part.area.width, part.area.height};
    if (!at.overlaps(area)) continue;
    const Color ink = tone_of(part.tone, theme);
    draw_part(canvas, at, part, theme);
    if (part.kind != Kind::text) continue;
    double left = at.x;
    if (part.bar) {
      canvas.fill({at.x, at.y, bar_width * theme.line, at.height}, theme.edge);
      left += theme.gap + bar_width * theme.line;
    }
    draw_set_text(canvas, {left, at.y}, part.text, theme, ink, area);
  }
}

}  // namespace commlab
