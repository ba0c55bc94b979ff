#include "gui/window/frame/headline.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/goal.h"
#include "gui/window/session/beside.h"

namespace commlab {

namespace {

// What is run, and how: "all_reduce, ring beside tree".
std::string name_of_runs(const Session& session) {
  const Trace& trace = session.scene->trace();
  const std::string_view collective = name_of(trace.collective.kind);
  if (!session.beside.scene) return fmt::format("{}, {}", collective, trace.algorithm);
  const auto [own, other] = beside_names(session);
  const std::string both = fmt::format("{} beside {}", own, other);
  const bool says_collective = session.beside.scene->trace().collective.kind != trace.collective.kind;
  return says_collective ? both : fmt::format("{}, {}", collective, both);
}

}  // namespace

std::vector<std::string> headline_lines(const Canvas& canvas, const Theme& theme, const Session& session,
                                        double width) {
  if (!session.scene) return {};
  const Trace& trace = session.scene->trace();
  const std::string name = name_of_runs(session);
  const std::string goal = goal_text(trace.collective, session.scene->run.experiment.data);
  const double size = headline_size(theme), room = width / bold_width;
  if (session.view.arrange == Arrange::calm)  // the line above says what is run
    return {shortened(goal, room, size, canvas)};
  const std::string both = fmt::format("{}. {}", name, goal);
  if (canvas.width_of(both, size) <= room) return {both};
  constexpr std::size_t most_of_goal = 2;
  const std::vector<std::string_view> pieces = wrapped(goal, room, size, canvas);
  std::vector<std::string> lines{shortened(name, room, size, canvas)};
  for (std::size_t i = 0; i < std::min(pieces.size(), most_of_goal); ++i) lines.emplace_back(pieces[i]);
  if (pieces.size() > most_of_goal) {
    const auto from = static_cast<std::size_t>(pieces[most_of_goal - 1].data() - goal.data());
    lines.back() = shortened(goal.substr(from), room, size, canvas);
  }
  return lines;
}

void headline(Ui& ui, const Session& session, const Area& area) {
  if (area.width <= 0) return;
  const std::vector<std::string> lines = headline_lines(ui.canvas, ui.theme, session, area.width);
  const double size = headline_size(ui.theme), step = line_height(size);
  double y = area.center().y - step * (static_cast<double>(lines.size()) - 1) / 2;
  std::string text;
  for (const std::string& line : lines) {
    ui.canvas.text({area.center().x, y}, line,
                   {.color = ui.theme.words, .size = size, .anchor = Anchor::middle, .bold = true});
    text += (text.empty() ? "" : " ") + line;
    y += step;
  }
  ui.registry.note({.id = "headline", .role = Role::label, .value = text, .area = area});
}

}  // namespace commlab
