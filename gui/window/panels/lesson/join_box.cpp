#include "gui/window/panels/lesson/join_box.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double least_module = 3;    // pixels, so that a phone in the first rows reads the small code
constexpr double largest_link = 2.5;  // in letters
constexpr std::string_view invitation = "Answer on your phone:";
constexpr std::string_view protocol = "http://";

// Phones find a code only if it is dark on light, whatever the theme.
constexpr Color light_module = {255, 255, 255}, dark_module = {0, 0, 0};

// The side of a module: as large as fits, in whole pixels.
double module_of(const QrCode& code, double room) {
  return std::max(1.0, std::floor(room / (code.size + 2 * quiet_modules)));
}
double side_of(const QrCode& code, double room) {
  return module_of(code, room) * (code.size + 2 * quiet_modules);
}

// In the middle of the area.
Area draw_code(Canvas& canvas, const QrCode& code, const Area& area) {
  const double room = std::min(area.width, area.height);
  const double module = module_of(code, room), side = side_of(code, room);
  const Area all{std::round(area.x + (area.width - side) / 2), std::round(area.y + (area.height - side) / 2),
                 side, side};
  canvas.fill(all, light_module);
  for (int row = 0; row < code.size; ++row)
    for (int column = 0; column < code.size; ++column)
      if (code.at(row, column))
        canvas.fill({all.x + module * (column + quiet_modules), all.y + module * (row + quiet_modules),
                     module, module},
                    dark_module);
  return all;
}

// People type it without the protocol.
std::string typed_link(const VoteState& vote) {
  return vote.link.starts_with(protocol) ? vote.link.substr(protocol.size()) : vote.link;
}

// In one line, in letters as large as fit.
double size_of_link(const Canvas& canvas, const std::string& link, double width, double largest) {
  const double at_largest = canvas.width_of(link, largest) * bold_width;
  return at_largest <= width ? largest : largest * width / at_largest;
}

void note_link(Ui& ui, const VoteState& vote, const Area& area) {
  ui.registry.note({.id = "vote.link", .role = Role::label, .value = vote.link, .area = area});
  if (vote.code)
    ui.registry.note({.id = "vote.code",
                      .role = Role::picture,
                      .value = fmt::format("{} modules", vote.code->size),
                      .area = area});
}

std::string words_of_counts(const VoteCounts& counts) {
  return fmt::format("{}, {}", counted(counts.votes, "answer"), counted(counts.phones, "phone"));
}

}  // namespace

void draw_join_box(Ui& ui, const VoteState& vote, const Area& area) {
  const Theme& theme = ui.theme;
  const std::string link = typed_link(vote);
  const double size = size_of_link(ui.canvas, link, area.width, largest_link * theme.font);
  const double words = line_height(theme.font), line = line_height(size);
  const double room = std::min(area.width, area.height - words - line - 2 * theme.gap);
  const double side = vote.code && room > 0 ? side_of(*vote.code, room) + theme.gap : 0;
  double y = area.y + std::max(0.0, area.height - words - theme.gap - side - line) / 2;
  ui.canvas.text({area.center().x, y + words / 2}, invitation,
                 {.color = theme.quiet, .size = theme.font, .anchor = Anchor::middle});
  y += words + theme.gap;
  if (side > 0) draw_code(ui.canvas, *vote.code, {area.x, y, area.width, side - theme.gap});
  y += side;
  ui.canvas.text({area.center().x, y + line / 2}, link,
                 {.color = theme.words, .size = size, .anchor = Anchor::middle, .bold = true});
  note_link(ui, vote, area);
}

double height_of_vote_strip(const Theme& theme, const VoteState& vote) {
  const double words = 3 * line_height(theme.font);
  if (vote.histogram) return line_height(theme.font);
  return vote.code ? std::max(words, least_module * (vote.code->size + 2 * quiet_modules)) : words;
}

void draw_vote_strip(Ui& ui, const VoteState& vote, const Area& area) {
  const Theme& theme = ui.theme;
  const Words words{.color = theme.words, .size = theme.font, .bold = true};
  if (vote.histogram)
    return ui.label("vote.count", {area.x, area.center().y}, words_of_counts(vote.counts), words);
  Area rest = area;
  if (vote.code) {
    const Area code = draw_code(ui.canvas, *vote.code, {area.x, area.y, area.height, area.height});
    rest.x = code.right() + 1.5 * theme.gap;
    rest.width = area.right() - rest.x;
  }
  const std::string link = typed_link(vote);
  const double size = size_of_link(ui.canvas, link, rest.width, theme.font);
  const double y = rest.center().y, apart = 0.7 * line_height(theme.font);
  ui.canvas.text({rest.x, y - apart}, link, {.color = theme.quiet, .size = size, .bold = true});
  ui.label("vote.count", {rest.x, y + apart}, words_of_counts(vote.counts), words);
  note_link(ui, vote, area);
}

void join_overlay(Ui& ui, const Session& session, const Area& window) {
  const VoteState& vote = session.presenter.vote;
  if (!vote.box || !vote.joining || session.black) return;
  ui.canvas.fill(window, ui.theme.panel);
  draw_join_box(ui, vote, window.inset(3 * ui.theme.gap));
  ui.registry.note({.id = "vote.join", .role = Role::picture, .value = vote.link, .area = window});
}

}  // namespace commlab
