#include "gui/window/panels/lesson/lesson_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/hint.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/scroll_bar.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/lesson/list.h"
#include "gui/window/lesson/play.h"
#include "gui/window/page/layout.h"
#include "gui/window/page/plot.h"
#include "gui/window/page/step_page.h"
#include "gui/window/panels/lesson/explore.h"
#include "gui/window/panels/lesson/lesson_list.h"
#include "gui/window/panels/lesson/lesson_summary.h"
#include "gui/window/panels/lesson/presenter_panel.h"
#include "gui/window/panels/lesson/quiz_summary.h"
#include "gui/window/panels/lesson/widgets.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

constexpr double least_for_name = 30;  // letters: a lower panel names the step, but not the lesson

class LessonPanel {
 public:
  LessonPanel(Panel& panel, Ui& ui)
      : panel_(panel),
        ui_(ui),
        session_(panel.session),
        state_(panel.session.lesson),
        page_(*panel.session.lesson.page),
        theme_(panel.session.theme) {}

  void show() {
    Area rest = panel_.area.inset(1.25 * theme_.gap);
    compact_ = rest.height < least_for_name * theme_.font;
    head(from_top(rest));
    if (!compact_) title(rest);
    foot(from_bottom(rest));
    if (state_.finished && page_.quiz) return quiz_summary(ui_, session_, rest);
    if (state_.finished) return lesson_summary(ui_, session_, page_, rest);
    body(rest);
  }

 private:
  Area from_top(Area& rest) const {
    const Area cut{rest.x, rest.y, rest.width, theme_.button};
    rest.y += theme_.button + theme_.gap;
    rest.height -= theme_.button + theme_.gap;
    return cut;
  }
  Area from_bottom(Area& rest) const {
    rest.height -= theme_.button + theme_.gap;
    return {rest.x, rest.bottom() + theme_.gap, rest.width, theme_.button};
  }

  // The lesson's name, or in a low panel the step's title; and the button to the other lessons.
  void head(const Area& area) {
    const double width = compact_ ? area.height : button_letters * theme_.font;
    if (lesson_button(ui_, session_, "lesson.list", "lessons", compact_ ? "" : "Lessons",
                      {area.right() - width, area.y, width, area.height},
                      {.icon = compact_ ? Icon::menu : Icon::none}))
      return open_lessons(session_);
    if (compact_) {
      Area title{area.x, area.y, area.width - width - theme_.gap, area.height};
      return step_title(title, shortened(heading(), title.width / bold_width, theme_.font, ui_.canvas));
    }
    const std::string name =
        page_.quiz && state_.finished ? "Quiz" : numbered_title(page_.number, page_.title);
    ui_.label("lesson.title", {area.x, area.center().y},
              shortened(name, area.width - width - theme_.gap, theme_.small(), ui_.canvas),
              {.color = theme_.quiet, .size = theme_.small()});
  }

  const std::string& heading() const { return state_.finished ? finished_words_ : page_.content.title; }

  // The step's title, in as many lines as needed.
  void title(Area& rest) {
    const double size = theme_.small() >= 24 ? theme_.font : theme_.font * 1.2;
    const double height = height_of_paragraph(heading(), rest.width, size, ui_.canvas, true);
    draw_paragraph(ui_.canvas, {rest.x, rest.y}, rest.width, heading(),
                   {.color = theme_.words, .size = size, .bold = true});
    note_title({rest.x, rest.y, rest.width, height});
    rest.y += height + theme_.gap;
    rest.height -= height + theme_.gap;
  }

  void step_title(const Area& area, const std::string& words) {
    ui_.canvas.text({area.x, area.center().y}, words,
                    {.color = theme_.words, .size = theme_.font, .bold = true});
    note_title(area);
  }

  void note_title(const Area& area) {
    ui_.registry.note({.id = "lesson.step.title", .role = Role::label, .value = heading(), .area = area});
  }

  void foot(const Area& area) {
    const double width = std::min(button_letters * theme_.font, 0.36 * area.width);
    const bool busy = session_.tutor.busy();
    const bool first = page_.step == 0 && !state_.finished, last = page_.step + 1 == page_.steps;
    if (lesson_button(ui_, session_, "lesson.back", "lesson-back", "Back",
                      {area.x, area.y, width, area.height}, {.enabled = !first && !busy}))
      turn_page(session_, -1);
    if (state_.finished) return;
    const bool done = !current_question(state_) && !page_.content.locked;
    if (lesson_button(
            ui_, session_, "lesson.next", "lesson-next", last ? "Finish" : "Next",
            {area.right() - width, area.y, width, area.height},
            {.primary = done,
             .enabled = !page_.content.locked && !busy,
             .tooltip = page_.content.locked ? "Answer the open prediction first, or say that you don't know."
                                             : ""}))
      turn_page(session_, 1);
    dots({area.x + width, area.y, area.width - 2 * width, area.height});
  }

  // One dot for each step; if they do not fit, the step's number.
  void dots(const Area& area) {
    const double radius = 0.22 * theme_.font, apart = 3.2 * radius;
    const std::string value = fmt::format("{} of {}", page_.step + 1, page_.steps);
    ui_.registry.note({.id = "lesson.step", .role = Role::label, .value = value, .area = area});
    if (apart * page_.steps > area.width - theme_.gap)
      return ui_.canvas.text(area.center(), value,
                             {.color = theme_.quiet, .size = theme_.small(), .anchor = Anchor::middle});
    double x = area.center().x - apart * (page_.steps - 1) / 2;
    for (int step = 0; step < page_.steps; ++step, x += apart) {
      const PicturePoint at{x, area.center().y};
      const bool here = step == page_.step;
      if (step <= page_.step)
        ui_.canvas.disc(at, here ? 1.25 * radius : radius, here ? theme_.accent : theme_.quiet);
      else
        ui_.canvas.circle(at, radius, {.color = theme_.edge, .width = theme_.line});
    }
  }

  void body(const Area& all) {
    Area area = beside_scroll_bar(all, theme_);
    area.width -= 3;
    const PageLayout layout = lay_out_page(ui_.canvas, area.width, theme_, page_, state_.notes);
    const Area strip = strip_of_scroll_bar(theme_, area, all.right());
    if (panel_.pointer.down && strip.has(panel_.pointer.pressed_at))
      state_.scrolled = scrolled_by_bar(area, layout.height, panel_.pointer.at->y);
    scroll(area, layout);
    constexpr double frames = 2;  // room for them, beside what they frame
    ui_.canvas.unclip();
    ui_.canvas.clip({area.x - frames, area.y, area.width + 2 * frames, area.height});
    draw_page(ui_.canvas, area, layout, theme_, state_.scrolled);
    for (const PagePart& part : layout.parts) {
      const Area at{area.x + part.area.x, area.y + part.area.y - state_.scrolled, part.area.width,
                    part.area.height};
      if (at.y >= area.y - 1 && at.bottom() <= area.bottom() + 1)
        lesson_widget(ui_, session_, page_, part, at);
    }
    ui_.canvas.unclip();
    ui_.canvas.clip(panel_.area);
    fade(area, layout);
    hint_of_plot(area, layout);
    draw_scroll_bar(ui_.canvas, theme_, area, all.right(), layout.height, state_.scrolled);
    note_texts(layout, area);
  }

  // After an answer, the question and its feedback come into view, and the next question too if there is room
  // for both. If they are higher than the panel, they begin at its top.
  void scroll(const Area& area, const PageLayout& layout) {
    const double most = std::max(0.0, layout.height - area.height);
    if (panel_.pointer.pressed) state_.focus = false;
    if (panel_.pointer.wheel != 0)
      state_.scrolled -= panel_.pointer.wheel * lines_of_a_notch * line_height(theme_.font);
    if (state_.look_at && !session_.tutor.busy()) {
      const PagePart* const first = box_of(layout, state_.look_at->first);
      const PagePart* const last = box_of(layout, state_.look_at->last);
      if (first && last) {
        const double top = first->area.y;
        double bottom = last->area.bottom();
        const QuestionState* const open = current_question(state_);
        const PagePart* const next = open ? box_of(layout, open->number) : nullptr;
        if (next && next->area.bottom() - top < area.height) bottom = std::max(bottom, next->area.bottom());
        state_.scrolled = std::max(state_.scrolled, bottom + fading() - area.height);
        state_.scrolled = std::min(state_.scrolled, top);
      }
      state_.look_at.reset();
    }
    state_.scrolled = std::clamp(state_.scrolled, 0.0, most);
  }

  // What is under the pointer: it is marked in the plot and described beside the pointer.
  void hint_of_plot(const Area& area, const PageLayout& layout) {
    if (!panel_.pointer.at || !area.has(*panel_.pointer.at)) return;
    for (const PagePart& part : layout.parts) {
      if (part.kind != PagePart::Kind::plot) continue;
      const Area at{area.x + part.area.x, area.y + part.area.y - state_.scrolled, part.area.width,
                    part.area.height};
      if (panel_.pointer.pressed) point_at_cell(at, *part.plot);
      const PlotPoint point = point_of_page_plot(ui_.canvas, at, theme_, *part.plot, *panel_.pointer.at);
      if (point.lines.empty()) continue;
      mark_page_plot(ui_.canvas, at, theme_, *part.plot, *panel_.pointer.at);
      draw_hint_about(ui_.canvas, theme_, panel_.area, point.about, point.lines);
    }
  }

  // The cell under the pointer becomes the answer, if the question asks for a place.
  void point_at_cell(const Area& at, const PlotState& plot) {
    for (const PlotPlace& place : places_on_page_plot(ui_.canvas, at, theme_, plot))
      if (place.area.has(*panel_.pointer.at) && point_at(session_, place.name)) leave_field();
  }

  double fading() const { return 1.2 * theme_.font; }  // the height of the veil over text that goes on

  void fade(const Area& area, const PageLayout& layout) {
    constexpr int strips = 8;
    const double height = fading() / strips;
    const bool above = state_.scrolled > fading();
    const bool below = state_.scrolled + area.height < layout.height - fading();
    for (int i = 0; i < strips; ++i) {
      const Color veil = theme_.panel.faded(0.9 * (strips - i) / strips);
      if (above) ui_.canvas.fill({area.x - 2, area.y + i * height, area.width + 4, height}, veil);
      if (below)
        ui_.canvas.fill({area.x - 2, area.bottom() - (i + 1) * height, area.width + 4, height}, veil);
    }
    const double x = area.center().x, half = 0.45 * theme_.font;
    const PicturePoint up[] = {{x, area.y + 2}, {x + half, area.y + half + 2}, {x - half, area.y + half + 2}};
    const PicturePoint down[] = {
        {x, area.bottom() - 2}, {x - half, area.bottom() - half - 2}, {x + half, area.bottom() - half - 2}};
    if (above) ui_.canvas.polygon(up, theme_.quiet);
    if (below) ui_.canvas.polygon(down, theme_.quiet);
  }

  static const PagePart* box_of(const PageLayout& layout, int question) {
    for (const PagePart& part : layout.parts)
      if (part.kind == PagePart::Kind::box && part.question && part.question->number == question)
        return &part;
    return nullptr;
  }

  // For scripts and tests: the page's text, and the feedback to each answer.
  void note_texts(const PageLayout& layout, const Area& area) {
    std::string text;
    for (const PagePart& part : layout.parts)
      if (part.kind == PagePart::Kind::text)
        for (const SetText::Piece& piece : part.text.pieces)
          text += (text.empty() ? "" : " ") + piece.run.text;
    ui_.registry.note({.id = "lesson.text", .role = Role::label, .value = text, .area = area});
    for (const StepContent::Item& item : page_.content.items) {
      const auto* state = std::get_if<QuestionState>(&item);
      if (!state || !state->feedback) continue;
      const Feedback& said = *state->feedback;
      ui_.registry.note(
          {.id = fmt::format("lesson.feedback.{}", state->number),
           .role = Role::label,
           .value = fmt::format("{}: {} / {}", said.right ? "right" : "wrong", said.yours, said.result),
           .area = area});
    }
  }

  Panel& panel_;
  Ui& ui_;
  Session& session_;
  LessonState& state_;
  const LessonPage& page_;
  const Theme& theme_;
  bool compact_ = false;
  const std::string finished_words_ = "How it went";
};

}  // namespace

void lesson_panel(Panel& panel) {
  Session& session = panel.session;
  Ui ui{.canvas = panel.canvas,
        .registry = panel.registry,
        .theme = session.theme,
        .tooltips_from = panel.area.right()};
  if (!session.lesson.player) return lesson_list(panel, ui);
  if (presented(session)) {
    const std::shared_ptr<const LessonPage> page = session.lesson.page;
    return presenter_panel(panel, ui);
  }
  follow_explorer(session);
  if (session.lesson.page) {
    const std::shared_ptr<const LessonPage> page = session.lesson.page;  // outlives what a click does
    LessonPanel(panel, ui).show();
    return;
  }
  panel.canvas.text(panel.area.center(), "preparing the lesson ...",
                    {.color = session.theme.quiet, .size = session.theme.font, .anchor = Anchor::middle});
}

}  // namespace commlab
