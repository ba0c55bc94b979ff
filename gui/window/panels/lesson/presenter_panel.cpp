#include "gui/window/panels/lesson/presenter_panel.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/collective/size_text.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/page/notes_page.h"
#include "gui/window/page/plot.h"
#include "gui/window/page/presenter_page.h"
#include "gui/window/page/step_page.h"
#include "gui/window/page/vote_bars.h"
#include "gui/window/panels/lesson/join_box.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

constexpr double title_size = 1.25;     // of the theme's letters
constexpr double margin_alone = 0.06;   // of the width, if there is no picture beside it
constexpr double spotlight_radius = 3;  // in letters
constexpr double share_of_join_box = 0.4;  // of the width, beside a title
constexpr double share_of_notes = 0.5;  // of the width, if they lie over the lesson

std::string text_of(const PageLayout& layout) {
  std::string text;
  for (const PagePart& part : layout.parts)
    for (const SetText::Piece& piece : part.text.pieces) text += (text.empty() ? "" : " ") + piece.run.text;
  return text;
}

// ", 1 link slow". It does not name the link, because a question may ask which one it is.
std::string words_of_faults(const Experiment& experiment) {
  std::string faults;
  for (const auto& [what, links] : {std::pair("slow", &experiment.slow), std::pair("cut", &experiment.cut)})
    if (!links->empty())
      faults += fmt::format(", {} {}", counted(static_cast<std::int64_t>(links->size()), "link"), what);
  return faults;
}

// Names the run that plays beside the page: the scene's run, even if the question was about another run.
std::string words_of_run(const PlayedScene& scene) {
  if (scene.script_run) return fmt::format("the script, {}", scene.script_run->flavour);
  if (!scene.performed) return "the launch";
  const Experiment& experiment = scene.performed->experiment;
  const std::string faults = words_of_faults(experiment);
  const Collective& collective = scene.performed->run.trace->collective;
  return fmt::format("{}{}, {}",
                     experiment.collective == CollectiveKind::p2p ? "copies" : experiment.algorithm, faults,
                     size_text(collective));
}

class StopPanel {
 public:
  StopPanel(Panel& panel, Ui& ui)
      : panel_(panel),
        ui_(ui),
        session_(panel.session),
        page_(*panel.session.lesson.page),
        stop_(*panel.session.lesson.page->presented),
        vote_(panel.session.presenter.vote),
        theme_(panel.session.theme) {}

  void show() {
    Area rest = panel_.area.inset(1.25 * theme_.gap);
    if (stands_alone(stop_.stop)) {
      const double margin = margin_alone * rest.width;
      rest = {rest.x + margin, rest.y, rest.width - 2 * margin, rest.height};
    }
    foot(rest);
    if (has_heading()) heading(rest);
    vote(rest);
    body(rest);
  }

 private:
  bool has_heading() const {
    return stop_.stop.kind != TeachingStop::Kind::title && stop_.stop.kind != TeachingStop::Kind::end;
  }

  void heading(Area& rest) {
    const std::string& title = page_.content.title;
    const double size = title_size * theme_.font;
    const double height = height_of_paragraph(title, rest.width, size, ui_.canvas, true);
    draw_paragraph(ui_.canvas, {rest.x, rest.y}, rest.width, title,
                   {.color = theme_.words, .size = size, .bold = true});
    rest.y += height + theme_.gap;
    rest.height -= height + theme_.gap;
  }

  // The name of the run or of the lesson, and the stop's number.
  void foot(Area& rest) {
    const double height = line_height(theme_.small());
    const double y = rest.bottom() - height / 2;
    const std::string place = fmt::format("{} of {}", stop_.place.stop + 1, stop_.stops);
    const double room = rest.width - ui_.canvas.width_of(place, theme_.small()) - 2 * theme_.gap;
    const bool runs = !stands_alone(stop_.stop) && page_.scene;
    const std::string lesson = numbered_title(page_.number, page_.title);
    ui_.label(
        runs ? "present.run" : "present.lesson", {rest.x, y},
        shortened(runs ? "Run: " + words_of_run(*page_.scene) : lesson, room, theme_.small(), ui_.canvas),
        {.color = theme_.quiet, .size = theme_.small()});
    ui_.label("present.stop", {rest.right(), y}, place,
              {.color = theme_.quiet, .size = theme_.small(), .anchor = Anchor::end});
    rest.height -= height + theme_.gap;
  }

  // Beside the title, the class finds the page to vote on; below a question, how many have answered.
  void vote(Area& rest) {
    if (!vote_.box) return;
    if (stop_.stop.kind == TeachingStop::Kind::title) {
      const double width = share_of_join_box * rest.width;
      draw_join_box(ui_, vote_, {rest.right() - width, rest.y, width, rest.height});
      rest.width -= width + 3 * theme_.gap;
    }
    if (stop_.stop.kind == TeachingStop::Kind::asked && stop_.vote && stop_.vote->question) {
      const double height = height_of_vote_strip(theme_, vote_);
      draw_vote_strip(ui_, vote_, {rest.x, rest.bottom() - height, rest.width, height});
      rest.height -= height + theme_.gap;
    }
  }

  void body(const Area& area) {
    const StopLayout layout = lay_out_stop(ui_.canvas, area, theme_, page_, vote_);
    double& scrolled = session_.lesson.scrolled;
    scrolled = std::clamp(scrolled, 0.0, std::max(0.0, layout.page.height - area.height));
    const bool centered = stands_alone(stop_.stop) && layout.fits;
    const double down = centered ? (area.height - layout.page.height) * 0.4 : -scrolled;
    draw_page(ui_.canvas, area, layout.page, layout.theme, -down);
    const std::string text = text_of(layout.page);
    ui_.registry.note({.id = "present.text", .role = Role::label, .value = text, .area = area});
    for (const PagePart& part : layout.page.parts)
      if (part.kind == PagePart::Kind::plot)
        ui_.registry.note({.id = "present.plot",
                           .role = Role::picture,
                           .value = words_of_page_plot(*part.plot),
                           .area = area});
    const bool shows_votes = std::ranges::find(layout.page.parts, PagePart::Kind::votes, &PagePart::kind) !=
                             layout.page.parts.end();
    if (shows_votes)
      ui_.registry.note(
          {.id = "vote.bars", .role = Role::picture, .value = words_of_votes(vote_.bars), .area = area});
    if (!layout.fits)
      ui_.registry.note({.id = "present.cut-off",
                         .role = Role::label,
                         .value = fmt::format("{:.0f} of {:.0f} pixels", area.height, layout.page.height),
                         .area = area});
  }

  Panel& panel_;
  Ui& ui_;
  Session& session_;
  const LessonPage& page_;
  const PresentedStop& stop_;
  const VoteState& vote_;
  const Theme& theme_;
};

}  // namespace

void presenter_panel(Panel& panel, Ui& ui) {
  assert(presented(panel.session) && "a class is at a stop");
  StopPanel(panel, ui).show();
}

void notes_overlay(Ui& ui, const Session& session, const Area& window) {
  const PresenterState& presenter = session.presenter;
  if (!presented(session) || !presenter.notes || !presenter.one_screen) return;
  const Theme& theme = session.theme;
  const double width = share_of_notes * window.width;
  const Area panel = Area{window.right() - width, window.y, width, window.height}.inset(theme.gap);
  ui.canvas.fill(panel, theme.panel, 6);
  ui.canvas.frame(panel, {.color = theme.accent, .width = 2 * theme.line}, 6);
  const Area area = panel.inset(1.5 * theme.gap);
  const PageLayout layout =
      lay_out_notes(ui.canvas, area, theme, *session.lesson.page, time_of(session.presenter));
  ui.canvas.clip(panel);
  draw_page(ui.canvas, area, layout, theme);
  ui.canvas.unclip();
  ui.registry.note({.id = "present.notes", .role = Role::label, .value = text_of(layout), .area = panel});
}

void draw_spotlight(Canvas& canvas, const Session& session, PicturePoint pointer) {
  if (!session.presenter.spotlight || pointer.x < 0) return;
  const Theme& theme = session.theme;
  const double radius = spotlight_radius * theme.font;
  canvas.circle(pointer, radius, {.color = theme.ground, .width = 6 * theme.line});
  canvas.circle(pointer, radius, {.color = theme.bad, .width = 3 * theme.line});
}

}  // namespace commlab
