#include "gui/window/frame/figure.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/collective/size_text.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/frame/window_panels.h"

namespace commlab {
namespace {

constexpr double most_command_lines = 2;  // on a slide there is no room for more

std::string script_title(const ScriptRun& run) {
  return fmt::format("script, {} on {}: {} ranks", run.flavour, run.machine, run.ranks);
}

class Figure {
 public:
  Figure(Canvas& canvas, Session& session, double width, double height)
      : canvas_(canvas),
        session_(session),
        theme_(session.theme),
        rest_(Area{0, 0, width, height}.inset(1.5 * session.theme.gap)) {}

  void draw() {
    head();
    foot();
    const Arrange arrange = session_.view.arrange;
    if (session_.script_run) return script();
    if (arrange == Arrange::compare) return panel(rest_, PanelKind::timeline);
    if (arrange == Arrange::present) return panel(rest_, PanelKind::topology);
    const double gap = theme_.gap;
    if (arrange == Arrange::explore) {
      const double height = rest_.height * 0.42;
      panel({rest_.x, rest_.bottom() - height, rest_.width, height}, PanelKind::timeline);
      rest_.height -= height + gap;
    }
    const double left = (rest_.width - gap) * 0.58;
    panel({rest_.x, rest_.y, left, rest_.height}, PanelKind::topology);
    panel({rest_.x + left + gap, rest_.y, rest_.width - left - gap, rest_.height}, PanelKind::matrix);
  }

 private:
  // The machine above the lanes; in the layout "present", the lanes alone.
  void script() {
    if (session_.view.arrange != Arrange::present) {
      const double height = rest_.height * 0.45;
      panel({rest_.x, rest_.y, rest_.width, height}, PanelKind::topology);
      take_from_top(height + theme_.gap);
    }
    panel(rest_, PanelKind::lanes);
  }

  void take_from_top(double height) {
    rest_.y += height;
    rest_.height -= height;
  }

  // Title and badge on one line if both fit, else on two; below, the experiment's line, if all of it fits.
  void head() {
    const std::string title =
        session_.script_run ? script_title(*session_.script_run) : figure_title(session_.scene->run);
    const std::string badge = figure_badge(session_);
    const double line = line_height(theme_.font), size = theme_.small();
    const double title_width = canvas_.width_of(title, theme_.font) * bold_width;
    const bool one_line = title_width + theme_.font + canvas_.width_of(badge, size) <= rest_.width;
    canvas_.text({rest_.x, rest_.y + line / 2}, title,
                 {.color = theme_.words, .size = theme_.font, .bold = true});
    if (!one_line) take_from_top(line);
    canvas_.text({one_line ? rest_.right() : rest_.x, rest_.y + line / 2}, badge,
                 {theme_.words, size, one_line ? Anchor::end : Anchor::start});
    take_from_top(line);
    if (session_.script_run) return take_from_top(theme_.gap / 2);
    const std::string command = "commlab run " + session_.scene->trace().experiment;
    if (height_of_paragraph(command, rest_.width, size, canvas_) <= most_command_lines * line_height(size))
      take_from_top(draw_paragraph(canvas_, {rest_.x, rest_.y}, rest_.width, command, {theme_.quiet, size}));
    take_from_top(theme_.gap / 2);
  }

  void foot() {
    const std::string caption = session_.script_run ? script_sentence(session_.script_shown())
                                                    : session_.scene->sentence(session_.view.now);
    if (caption.empty()) return;
    const double height = height_of_paragraph(caption, rest_.width, theme_.font, canvas_);
    draw_paragraph(canvas_, {rest_.x, rest_.bottom() - height}, rest_.width, caption,
                   {theme_.words, theme_.font});
    rest_.height -= height + theme_.gap / 2;
  }

  void panel(const Area& area, PanelKind kind) {
    canvas_.fill(area, theme_.panel, 6);
    Registry unread;
    Panel panel{.session = session_,
                .canvas = canvas_,
                .area = area,
                .pointer = {},
                .registry = unread,
                .still = true};
    panel_of(kind).draw(panel);
    canvas_.frame(area, {.color = theme_.edge.faded(0.5), .width = theme_.line}, 6);
  }

  Canvas& canvas_;
  Session& session_;
  const Theme& theme_;
  Area rest_;
};

}  // namespace

std::string figure_title(const Outcome& run) {
  const Collective& collective = run.trace().collective;
  const std::string& machine = run.experiment.machine;
  return fmt::format("{}, {}: {} on {} ranks{}", name_of(collective.kind), run.trace().algorithm,
                     size_text(collective), collective.ranks, machine.empty() ? "" : " of " + machine);
}

std::string figure_badge(const Session& session) {
  const Outcome& run = session.scene->run;
  const std::string whose = run.badge.empty() ? (run.models ? "predicted" : "measured") : run.badge;
  if (session.measured && session.view.arrange == Arrange::compare)
    return fmt::format("predicted: {}; measured: {}", to_human(run.trace().finish),
                       to_human(session.measured->trace().finish));
  return fmt::format("t = {} of {}; {}", session.view.now.ps == 0 ? "0" : to_human(session.view.now),
                     to_human(run.trace().finish), whose);
}

void draw_figure(Canvas& canvas, Session& session, double width, double height) {
  assert(session.scene && "there is something to show");
  Figure(canvas, session, width, height).draw();
}

}  // namespace commlab
