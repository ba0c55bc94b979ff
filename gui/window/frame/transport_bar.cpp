#include "gui/window/frame/transport_bar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/numbers.h"
#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/playing.h"

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

// Play, the steps, the clock, the slider and the menu are always there. This tells which further parts fit;
// what does not fit is only in the menu.
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
  bool ends = false;    // buttons to the beginning and to the end
  bool unit = false;    // the list of a step's units
  bool finish = false;  // the time when the run ends
};

// A command's button. Its tooltip says what the command does, and its key; or why it does nothing now.
void command_button(Ui& ui, Session& session, std::string_view name, std::string_view label, Icon icon,
                    const Area& area, bool primary = false) {
  const WindowCommand& command = **find_command(name);
  const std::string_view why_not = command.topic == CommandTopic::time ? why_nothing_plays(session) : "";
  const std::string tooltip = why_not.empty() ? tooltip_of(command, session.settings) : std::string(why_not);
  const ButtonLook look{.icon = icon, .primary = primary, .enabled = why_not.empty(), .tooltip = tooltip};
  if (ui.button(name, label, area, look)) command.act(session);
}

std::string speed_text(const Session& session) {
  const double times = slowdown(session);
  if (times >= 10) return "slowed x" + with_commas(std::llround(times));
  return times >= 1 ? fmt::format("slowed x{:.2g}", times) : fmt::format("sped up x{:.2g}", 1 / times);
}

// The whole run as one line: phases are bands, the present moment is a knob.
void draw_slider(const Ui& ui, const Session& session, const Area& area, bool enabled) {
  const Theme& theme = ui.theme;
  const TimeScale& map = clock_scale(session);
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

class TransportBar {
 public:
  TransportBar(Ui& ui, Session& session, const Area& area)
      : ui_(ui),
        session_(session),
        theme_(ui.theme),
        row_{area, theme_.gap},
        calm_(session.view.arrange == Arrange::calm && !session.script_run),
        wide_(area.width > 70 * theme_.font),
        fits_(area.width, theme_),
        plays_(why_nothing_plays(session).empty()) {}

  void draw() {
    buttons();
    if (!plays_ && !is_locked(session_)) return;  // what is shown has no time
    View& view = session_.view;
    if (fits_.unit && !calm_) choice("unit", unit_names, view.unit, row_.take(theme_.font * 6));
    if (wide_ && !calm_) choice("axis", axis_names, view.axis, row_.take_last(theme_.font * 7));
    if (wide_ && (!calm_ || view.speed != 1)) speed();
    const std::string now = view.now == Time{} ? "0" : to_human(view.now);
    clock(now);
    slider(now);
  }

 private:
  void buttons() {
    const double square = row_.rest.height;
    if (fits_.ends && !calm_) command_button(ui_, session_, "start", "", Icon::start, row_.take(square));
    command_button(ui_, session_, "step-back", "", Icon::back, row_.take(square));
    command_button(ui_, session_, "play", session_.view.playing ? "Pause" : "Play",
                   session_.view.playing ? Icon::pause : Icon::play, row_.take(theme_.font * 6), true);
    command_button(ui_, session_, "step-forward", "", Icon::forward, row_.take(square));
    if (fits_.ends && !calm_) command_button(ui_, session_, "end", "", Icon::end, row_.take(square));
    command_button(ui_, session_, "menu", wide_ ? "Menu" : "", Icon::menu,
                   row_.take_last(wide_ ? theme_.font * 5.5 : square));
  }

  // A list to choose one of the command's values by name.
  template <class Value, std::size_t n>
  void choice(std::string_view command, const std::array<std::string_view, n>& names, Value& value,
              const Area& area) {
    const std::vector<std::string> items(names.begin(), names.end());
    const std::string tooltip = tooltip_of(**find_command(command), session_.settings);
    const auto chosen = ui_.choice(command, area, items[static_cast<int>(value)], items, tooltip);
    if (chosen) value = static_cast<Value>(*chosen);
  }

  void speed() {
    const double narrow = row_.rest.height * 0.8;
    command_button(ui_, session_, "faster", "+", Icon::none, row_.take_last(narrow));
    const Area speed = row_.take_last(theme_.font * 8);
    ui_.label("speed", speed.center(), plays_ ? speed_text(session_) : "",
              {.color = theme_.quiet, .size = theme_.small(), .anchor = Anchor::middle});
    command_button(ui_, session_, "slower", "-", Icon::none, row_.take_last(narrow));
  }

  // If nothing plays, its place stays empty: the time would be that of a run that was shown before.
  void clock(const std::string& now) {
    const Area clock = row_.take(theme_.font * 5.5);
    if (plays_)
      ui_.label("now", {clock.right(), clock.center().y}, now,
                {.color = theme_.words, .size = theme_.font, .anchor = Anchor::end, .bold = true});
    if (!fits_.finish) return;
    const Time finish = run_of_clock(session_).trace().finish;
    const Area end = row_.take_last(theme_.font * 5);
    if (plays_)
      ui_.label("finish", {end.x, end.center().y}, finish > Time{} ? to_human(finish) : "",
                {.color = theme_.quiet, .size = theme_.font});
  }

  void slider(const std::string& now) {
    const Area track = {row_.rest.x + 8, row_.rest.y, row_.rest.width - 16, row_.rest.height};
    if (track.width < 20) return;
    draw_slider(ui_, session_, track, plays_);
    if (const auto position =
            ui_.slider("time", track, now, {.enabled = plays_, .tooltip = why_nothing_plays(session_)}))
      go_to(session_, clock_scale(session_).time(*position));
  }

  Ui& ui_;
  Session& session_;
  const Theme& theme_;
  Row row_;
  const bool calm_;  // only what a first look needs
  const bool wide_;
  const Fitting fits_;
  const bool plays_;
};

}  // namespace

void transport_bar(Ui& ui, Session& session, const Area& area) { TransportBar(ui, session, area).draw(); }

}  // namespace commlab
