#include "gui/window/panels/topology_panel.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/base/units.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/panels/picture_of_run.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

Panel half_of(const Panel& panel, int half) {
  Panel part = panel;
  part.area.width /= 2;
  part.area.x += half * part.area.width;
  if (part.pointer.at && !part.area.has(*part.pointer.at)) part.pointer = {};
  return part;
}

// The buttons at the right end of the legend's line, which say what the picture shows: one for each picture
// that there is of the run.
struct PictureSwitch {
  std::array<Area, std::size(picture_names)> buttons{};  // empty: there is no such picture
  double width = 0;
};

PictureSwitch lay_out_switch(const Panel& panel) {
  Session& session = panel.session;
  const double size = session.theme.small(), high = 1.5 * size;
  PictureSwitch placed;
  int count = 0;
  for (int i = static_cast<int>(std::size(picture_names)) - 1; i >= 0; --i) {
    if (!session.pictures.offers(static_cast<MachinePicture>(i), session.scene)) continue;
    const double wide = panel.canvas.width_of(picture_names[i], size) + size;
    placed.width += wide + 2;
    placed.buttons[i] = {panel.area.right() - 2 - placed.width, panel.area.bottom() - high - 2, wide, high};
    ++count;
  }
  return count > 1 ? placed : PictureSwitch{};
}

void draw_switch(Panel& panel, const PictureSwitch& placed) {
  Session& session = panel.session;
  const Theme& theme = session.theme;
  for (std::size_t i = 0; i < placed.buttons.size(); ++i) {
    const Area& area = placed.buttons[i];
    if (area.width <= 0) continue;
    if (panel.pointer.pressed && panel.pointer.at && area.has(*panel.pointer.at))
      session.view.picture = static_cast<MachinePicture>(i);
    const bool chosen = static_cast<std::size_t>(session.view.picture) == i;
    panel.canvas.fill(area, chosen ? theme.accent : theme.raised, 4);
    panel.canvas.text(
        area.center(), picture_names[i],
        {.color = chosen ? theme.on_accent : theme.words, .size = theme.small(), .anchor = Anchor::middle});
    panel.registry.note({.id = fmt::format("picture.{}", picture_names[i]),
                         .role = Role::button,
                         .value = chosen ? "on" : "",
                         .area = area});
  }
}

// The picture that is asked for, if there is one of this run; else the machine.
MachinePicture shown_picture(const Session& session, const PictureOfRun& run) {
  const MachinePicture asked = session.view.picture;
  return run.pictures.offers(asked, run.scene) ? asked : MachinePicture::machine;
}

// Why the machine is shown in place of the stages that were asked for.
void say_why_no_stages(Panel& panel) {
  Session& session = panel.session;
  if (session.view.picture != MachinePicture::stages) return;
  const std::string& why = session.pictures.stages.why_none(session.scene);
  if (why.empty()) return;
  const Theme& theme = session.theme;
  const Area line = {panel.area.x, panel.area.y, panel.area.width, 1.8 * theme.small()};
  panel.canvas.text(line.center(), shortened(why, line.width - 16, theme.small(), panel.canvas),
                    {.color = theme.quiet, .size = theme.small(), .anchor = Anchor::middle});
  panel.registry.note({.id = "picture.why", .role = Role::label, .value = why, .area = line});
}

void draw_one(Panel& panel, double reserved) {
  PictureOfRun run = picture_of_run(panel.session);
  const MachinePicture picture = shown_picture(panel.session, run);
  if (picture != MachinePicture::both) return draw_picture(panel, run, picture, reserved, true);
  Panel left = half_of(panel, 0), right = half_of(panel, 1);
  draw_picture(left, run, MachinePicture::machine, 0, true);
  PictureOfRun again = picture_of_run(panel.session);
  draw_picture(right, again, MachinePicture::algorithm, reserved, false);
}

// The run's name at the left, and its time at the right: where it is, or when it was done. Returns what is
// left below.
Panel below_head(const Panel& panel, const PictureOfRun& run, const std::string& name) {
  const Theme& theme = panel.session.theme;
  constexpr double tint_of_done = 0.18;
  const double high = 1.9 * theme.font, gap = theme.gap;
  const Time end = run.scene->playback.end();
  const bool done = run.view.now >= end;
  const std::string time = done                   ? "done at " + to_human(end)
                           : run.view.now.ps == 0 ? "0"
                                                  : to_human(run.view.now);
  const Area line = {panel.area.x + 2, panel.area.y + 2, panel.area.width - 4, high - 2};
  if (done) panel.canvas.fill(line, theme.good.faded(tint_of_done), 4);
  const Area head = {panel.area.x + gap, line.y, panel.area.width - 2 * gap, line.height};
  const double time_width = panel.canvas.width_of(time, theme.font) * bold_width;
  panel.canvas.text({head.x, head.center().y},
                    shortened(name, head.width - time_width - gap, theme.font, panel.canvas),
                    {.color = theme.words, .size = theme.font, .bold = true});
  panel.canvas.text(
      {head.right(), head.center().y}, time,
      {.color = done ? theme.good : theme.words, .size = theme.font, .anchor = Anchor::end, .bold = true});
  panel.registry.note({.id = run.own ? "beside.own" : "beside.other",
                       .role = Role::label,
                       .value = fmt::format("{}: {}", name, time),
                       .area = head});
  Panel rest = panel;
  rest.area.y += high;
  rest.area.height -= high;
  return rest;
}

// Where the algorithm's shape and the machine do not both fit, the shape is shown.
MachinePicture picture_of_two(const Session& session, const PictureOfRun& run) {
  const MachinePicture picture = shown_picture(session, run);
  return picture == MachinePicture::both ? MachinePicture::algorithm : picture;
}

// Two runs on one clock.
void draw_two(Panel& panel, double reserved) {
  Session& session = panel.session;
  const auto [own_name, other_name] = beside_names(session);
  const auto draw = [&](int half, PictureOfRun run, const std::string& name, double reserved_of_half) {
    Panel part = below_head(half_of(panel, half), run, name);
    draw_picture(part, run, picture_of_two(session, run), reserved_of_half, run.own);
  };
  draw(0, picture_of_run(session), own_name, 0);
  draw(1, picture_of_run_beside(session), other_name, reserved);
  const double middle = panel.area.center().x;
  panel.canvas.line({middle, panel.area.y + 4}, {middle, panel.area.bottom() - 4},
                    {.color = session.theme.edge.faded(0.6), .width = session.theme.line});
}

}  // namespace

void topology_panel(Panel& panel) {
  Session& session = panel.session;
  panel.registry.note({.id = "topology", .role = Role::picture, .value = "", .area = panel.area});
  if (!session.scene) return;
  const bool with_switch = !panel.still && session.controls;
  const PictureSwitch picture_switch = with_switch ? lay_out_switch(panel) : PictureSwitch{};
  if (session.beside.scene)
    draw_two(panel, picture_switch.width);
  else
    draw_one(panel, picture_switch.width);
  say_why_no_stages(panel);
  if (with_switch) draw_switch(panel, picture_switch);
}

}  // namespace commlab
