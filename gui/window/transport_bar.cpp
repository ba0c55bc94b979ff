// Play, step, and where in time we are.

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numbers.h"
#include "gui/window/bars.h"
#include "gui/window/commands.h"

namespace commlab {
namespace {

constexpr std::array<std::string_view, 5> unit_names = {"event", "step", "chunk", "rank", "phase"};
constexpr std::array<std::string_view, 3> axis_names = {"linear", "logical", "stretched"};

// Places things from left to right.
struct Row {
  Area rest;
  double gap;
  Area take(double width) {
    const Area area{rest.x, rest.y, width, rest.height};
    rest.x += width + gap;
    rest.width -= width + gap;
    return area;
  }
  Area take_last(double width) {
    rest.width -= width + gap;
    return {rest.right() + gap, rest.y, width, rest.height};
  }
};

// What there is room for beside play, the steps, the clock, the slider and the menu; the rest is in the
// menu alone.
struct Fitting {
  Fitting(double width, const Theme& theme) {
    double left = width - 3 * theme.button - 17.5 * theme.font - 5 * theme.gap;
    const auto fit = [&](double more) {
      if (left < more) return false;
      left -= more;
      return true;
    };
    ends = fit(2 * (theme.button + theme.gap));
    unit = ends && fit(6 * theme.font + theme.gap);
    finish = unit && fit(5 * theme.font + theme.gap);
  }
  bool ends = false;    // to the beginning, to the end
  bool unit = false;    // of a step
  bool finish = false;  // when the run does
};

// A button that is a command: its tooltip says what it does, and its key; or why it does nothing now.
void command_button(Ui& ui, Session& session, std::string_view name, std::string_view label, Icon icon,
                    const Area& area, bool primary = false) {
  const WindowCommand& command = **find_command(name);
  const std::string_view why_not = command.group == "Time" ? why_nothing_plays(session) : "";
  const std::string tooltip = why_not.empty() ? tooltip_of(command, session.settings) : std::string(why_not);
  const ButtonLook look{.icon = icon, .primary = primary, .enabled = why_not.empty(), .tooltip = tooltip};
  if (ui.button(name, label, area, look)) command.act(session);
}

std::string speed_text(const Session& session) {
  const double times = slowdown(session);
  if (times >= 10) return "slowed x" + with_commas(std::llround(times));
  return times >= 1 ? fmt::format("slowed x{:.2g}", times) : fmt::format("sped up x{:.2g}", 1 / times);
}

// The whole run as one line: phases as bands, where we are as a knob.
void draw_slider(const Ui& ui, const Session& session, const Area& area, bool enabled) {
  const Theme& theme = ui.theme;
  const TimeScale& map = session.scene->time_scale(session.view.axis);
  const Area track{area.x, area.center().y - 5, area.width, 10};
  ui.canvas.fill(track, theme.raised, 5);
  if (!enabled) return ui.canvas.frame(track, {.color = theme.edge.faded(0.6), .width = theme.line}, 5);
  const double at = track.x + track.width * map.position(session.view.now);
  ui.canvas.fill({track.x, track.y, at - track.x, track.height}, theme.accent.faded(0.7), 5);
  const Playback& playback = session.scene->playback;
  for (int phase = 0; phase + 1 < playback.phases(); ++phase) {
    const double x = track.x + track.width * map.position(playback.phase_end(phase));
    ui.canvas.line({x, track.y - 4}, {x, track.bottom() + 4}, {.color = theme.words, .width = theme.line});
  }
  for (const Time bookmark : session.bookmarks) {
    const double x = track.x + track.width * map.position(bookmark);
    const PicturePoint flag[] = {{x - 5, track.y - 9}, {x + 5, track.y - 9}, {x, track.y - 1}};
    ui.canvas.polygon(flag, theme.accent);
  }
  ui.canvas.frame(track, {.color = theme.edge, .width = theme.line}, 5);
  ui.canvas.disc({at, track.center().y}, 9, theme.accent);
  ui.canvas.circle({at, track.center().y}, 9, {.color = theme.words, .width = 1.5 * theme.line});
}

}  // namespace

void transport_bar(Ui& ui, Session& session, const Area& area) {
  const Theme& theme = ui.theme;
  View& view = session.view;
  Row row{area, theme.gap};
  const double square = area.height;
  const bool wide = area.width > 70 * theme.font;
  const Fitting fits(area.width, theme);
  const bool plays = why_nothing_plays(session).empty();
  if (fits.ends) command_button(ui, session, "start", "", Icon::start, row.take(square));
  command_button(ui, session, "step-back", "", Icon::back, row.take(square));
  command_button(ui, session, "play", view.playing ? "Pause" : "Play",
                 view.playing ? Icon::pause : Icon::play, row.take(theme.font * 6), true);
  command_button(ui, session, "step-forward", "", Icon::forward, row.take(square));
  if (fits.ends) command_button(ui, session, "end", "", Icon::end, row.take(square));
  command_button(ui, session, "menu", wide ? "Menu" : "", Icon::menu,
                 row.take_last(wide ? theme.font * 5.5 : square));
  if (!plays && !is_locked(session)) return;  // what is shown has no time

  const auto names = [](const auto& all) { return std::vector<std::string>(all.begin(), all.end()); };
  const std::vector<std::string> units = names(unit_names), axes = names(axis_names);
  const auto tooltip = [&](std::string_view name) {
    return tooltip_of(**find_command(name), session.settings);
  };
  const auto unit = static_cast<std::size_t>(view.unit);
  if (fits.unit)
    if (const auto chosen = ui.choice("unit", row.take(theme.font * 6), units[unit], units, tooltip("unit")))
      view.unit = static_cast<StepUnit>(*chosen);

  if (wide) {
    const auto axis = static_cast<std::size_t>(view.axis);
    if (const auto chosen =
            ui.choice("axis", row.take_last(theme.font * 7), axes[axis], axes, tooltip("axis")))
      view.axis = static_cast<TimeAxis>(*chosen);
  }
  if (wide) {
    command_button(ui, session, "faster", "+", Icon::none, row.take_last(square * 0.8));
    const Area speed = row.take_last(theme.font * 8);
    ui.label("speed", speed.center(), plays ? speed_text(session) : "",
             {.color = theme.quiet, .size = theme.small(), .anchor = Anchor::middle});
    command_button(ui, session, "slower", "-", Icon::none, row.take_last(square * 0.8));
  }

  const std::string now = view.now == Time{} ? "0" : to_human(view.now);
  const Area clock = row.take(theme.font * 5.5);
  if (plays)  // else it would be the time of a run that was shown before
    ui.label("now", {clock.right(), clock.center().y}, now,
             {.color = theme.words, .size = theme.font, .anchor = Anchor::end, .bold = true});
  if (fits.finish) {
    const Time finish = session.scene->trace().finish;
    const std::string total = finish > Time{} ? to_human(finish) : "";
    const Area end = row.take_last(theme.font * 5);
    if (plays) ui.label("finish", {end.x, end.center().y}, total, {.color = theme.quiet, .size = theme.font});
  }
  const Area track = {row.rest.x + 8, row.rest.y, row.rest.width - 16, row.rest.height};
  if (track.width < 20) return;
  draw_slider(ui, session, track, plays);
  if (const auto position =
          ui.slider("time", track, now, {.enabled = plays, .tooltip = why_nothing_plays(session)}))
    go_to(session, session.scene->time_scale(view.axis).time(*position));
}

}  // namespace commlab
