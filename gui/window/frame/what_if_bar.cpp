#include "gui/window/frame/what_if_bar.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/lesson/what_if.h"

namespace commlab {
namespace {

// The width of a control, in heights of a letter: a link's name is long.
constexpr double cell_letters = 8, link_letters = 12.5;

class WhatIfBar {
 public:
  WhatIfBar(Ui& ui, Session& session, double width)
      : ui_(ui),
        session_(session),
        state_(session.what_if),
        theme_(ui.theme),
        inner_(width - 2 * ui.theme.gap) {
    for (const WhatIfControl& control : state_.controls)
      (control.why_not.empty() ? offered_ : refused_).push_back(control);
  }

  double height() const {
    return 2 * theme_.gap + theme_.button + height_of_controls() + height_of_reasons();
  }

  void show(const Area& box) {
    const std::vector<Area> cells = lay_out_cells();
    const std::string reasons = this->reasons();
    ui_.canvas.fill(box, theme_.panel, 6);
    ui_.canvas.frame(box, {.color = theme_.accent, .width = 2 * theme_.line}, 6);
    double y = box.y + theme_.gap;
    answer({box.x + theme_.gap, y, inner_, theme_.button});
    y += theme_.button + theme_.gap / 2;
    for (std::size_t i = 0; i < offered_.size(); ++i)
      control(offered_[i],
              {box.x + theme_.gap + cells[i].x, y + cells[i].y, cells[i].width, cells[i].height});
    y += height_of_controls();
    if (!reasons.empty())
      draw_paragraph(
          ui_.canvas, {box.x + theme_.gap, y}, inner_, reasons,
          {.color = state_.refused.empty() ? theme_.quiet : theme_.bad, .size = size_of_reasons()});
    ui_.registry.note({.id = "what-if.reasons", .role = Role::label, .value = reasons, .area = box});
  }

 private:
  double height_of_row() const { return line_height(theme_.small()) + theme_.button + theme_.gap; }
  double height_of_controls() const {
    const std::vector<Area> cells = lay_out_cells();
    return cells.empty() ? 0 : cells.back().y + height_of_row();
  }
  // Why a question was refused is written larger, because a class reads it.
  double size_of_reasons() const { return state_.refused.empty() ? theme_.small() : theme_.font; }
  double height_of_reasons() const {
    const std::string text = reasons();
    return text.empty() ? 0 : height_of_paragraph(text, inner_, size_of_reasons(), ui_.canvas) + theme_.gap;
  }

  // The controls beside each other, in as many rows as needed; relative to the first one's corner.
  std::vector<Area> lay_out_cells() const {
    const double width = inner_, row = height_of_row();
    std::vector<Area> cells;
    double x = 0, y = 0;
    for (const WhatIfControl& control : offered_) {
      const double cell =
          std::min((control.name == what_if_link ? link_letters : cell_letters) * theme_.font, width);
      if (x > 0 && x + cell > width) {
        x = 0;
        y += row;
      }
      cells.push_back({x, y, cell, row - theme_.gap});
      x += cell + theme_.gap;
    }
    return cells;
  }

  // The answer to the question, and the button back to the lesson.
  void answer(const Area& area) {
    constexpr std::string_view back = "Back (Esc)";
    const double width = ui_.canvas.width_of(back, theme_.font) * bold_width + 3 * theme_.gap;
    const bool refused = !state_.refused.empty();
    const std::string text = session_.tutor.busy()     ? "running ..."
                             : refused                 ? "That cannot be run."
                             : state_.sentence.empty() ? "What if? Change something."
                                                       : state_.sentence;
    const double room = (area.width - width - theme_.gap) / bold_width;
    ui_.label("what-if.answer", {area.x, area.center().y}, shortened(text, room, theme_.font, ui_.canvas),
              {.color = refused ? theme_.bad : theme_.words, .size = theme_.font, .bold = true});
    if (ui_.button("what-if.back", back, {area.right() - width, area.y, width, area.height}))
      close_what_if(session_);
  }

  std::string value_of(const WhatIfControl& control) const {
    const auto change = std::ranges::find(state_.changes, control.name, &WhatIfChanges::value_type::first);
    return change == state_.changes.end() ? control.now : change->second;
  }

  void control(const WhatIfControl& control, const Area& area) {
    const double head = line_height(theme_.small());
    ui_.canvas.text({area.x, area.y + head / 2}, control.name,
                    {.color = theme_.quiet, .size = theme_.small()});
    const Area box{area.x, area.y + head, area.width, area.height - head};
    const std::string id = "what-if." + control.name;
    if (control.typed) {
      std::string& text = state_.typed.try_emplace(control.name, control.now).first->second;
      if (ui_.field(id, box, text, "Enter runs it")) ask_what_if(session_, control.name, text);
      return;
    }
    const std::string now = value_of(control);
    if (const auto chosen =
            ui_.choice(id, box, now.empty() ? link_as_it_is : std::string_view(now), control.stops, ""))
      ask_what_if(session_, control.name, control.stops[*chosen]);
  }

  // Why the last question was refused, or else why some controls are missing.
  std::string reasons() const {
    if (!state_.refused.empty()) return state_.refused;
    std::string text;
    for (const WhatIfControl& control : refused_)
      text += fmt::format("{}{}: {}", text.empty() ? "" : " ", control.name, control.why_not);
    return text;
  }

  Ui& ui_;
  Session& session_;
  WhatIfState& state_;
  const Theme& theme_;
  double inner_;  // its width, within margins
  std::vector<WhatIfControl> offered_, refused_;
};

}  // namespace

Area what_if_button(Ui& ui, Session& session, const Area& caption) {
  if (session.what_if.open || session.worker.busy() || !why_no_what_if(session).empty()) return caption;
  const Theme& theme = ui.theme;
  constexpr std::string_view words = "What if?";
  const double width = ui.canvas.width_of(words, theme.font) + 2 * theme.gap;
  const Area button{caption.right() - width, caption.y, width, caption.height};
  const std::string tooltip = tooltip_of(**find_command("what-if"), session.settings);
  if (ui.button("what-if", words, button, {.quiet = true, .tooltip = tooltip})) open_what_if(session);
  return {caption.x, caption.y, caption.width - width - theme.gap, caption.height};
}

double height_of_what_if_bar(Ui& ui, Session& session, double width) {
  return session.what_if.open ? WhatIfBar(ui, session, width).height() : 0;
}

void what_if_bar(Ui& ui, Session& session, const Area& area) {
  if (session.what_if.open && area.height > 0) WhatIfBar(ui, session, area.width).show(area);
}

}  // namespace commlab
