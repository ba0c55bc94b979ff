#include "gui/window/lanes_layout.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gui/window/paragraph.h"

namespace commlab {
namespace {

constexpr std::array all_lanes = {ScriptLane::host, ScriptLane::compute, ScriptLane::communication};
constexpr double worded = 1.0;              // a lane's height for words, in heights of a letter
constexpr double highest_lane = 2.1;        // likewise
constexpr double lowest_lane = 3;           // pixels
constexpr double most_for_ever = 0.4;       // of the width
constexpr double ever_without_columns = 3;  // in heights of a letter: bars that fade

bool is_used(const ScriptRun& run, ScriptLane lane) {
  return lane == ScriptLane::host ||
         std::ranges::any_of(run.spans, [&](const ScriptSpan& span) { return span.lane == lane; });
}

std::vector<ScriptLane> used_lanes(const ScriptRun& run) {
  std::vector<ScriptLane> lanes;
  for (const ScriptLane lane : all_lanes)
    if (is_used(run, lane)) lanes.push_back(lane);
  return lanes;
}

// Between two ranks.
double rank_gap(const Theme& theme) { return 0.75 * theme.gap; }

double lane_height_for(std::size_t lanes, const Area& rows, int ranks, const Theme& theme) {
  const double room = rows.height / std::max(1, ranks) - rank_gap(theme);
  return std::clamp(room / static_cast<double>(lanes), lowest_lane, highest_lane * theme.small());
}

std::vector<WaitColumn> columns_of(const ScriptRun& run) {
  std::vector<WaitColumn> columns;
  for (const std::int32_t wait : run.cycle)
    columns.push_back({.waits = {wait},
                       .number = static_cast<int>(columns.size()) + 1,
                       .on = run.waits[static_cast<std::size_t>(wait)].on});
  const std::size_t circle = columns.size();
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(run.waits.size()); ++i) {
    if (std::ranges::count(run.cycle, i) > 0) continue;
    const Rank on = run.waits[static_cast<std::size_t>(i)].on;
    const auto same = std::find_if(columns.begin() + static_cast<std::ptrdiff_t>(circle), columns.end(),
                                   [&](const WaitColumn& column) { return column.on == on; });
    if (same == columns.end())
      columns.push_back({.waits = {i}, .on = on});
    else
      same->waits.push_back(i);
  }
  return columns;
}

double width_for_ever(const LanesLayout& layout, const ScriptShown& shown, double room) {
  if (!hangs(shown.run) || shown.view.to < 1) return 0;
  const double letter = shown.theme.small();
  const double each = 2.2 * letter;
  const double wanted = (ever_without_columns * letter) + each * static_cast<double>(layout.columns.size());
  if (shown.run.finish.ps == 0) return room;  // there is nothing before it
  return std::min(wanted, most_for_ever * room);
}

}  // namespace

Area LanesLayout::row_of(Rank rank) const {
  return {rows.x, rows.y + rank * rank_height, rows.width, lane_height * static_cast<double>(lanes.size())};
}

std::optional<Area> LanesLayout::lane_of(Rank rank, ScriptLane lane) const {
  const auto found = std::ranges::find(lanes, lane);
  if (found == lanes.end()) return std::nullopt;
  const Area row = row_of(rank);
  return Area{row.x, row.y + lane_height * static_cast<double>(found - lanes.begin()), row.width,
              lane_height};
}

double LanesLayout::middle_of(Rank rank) const { return row_of(rank).center().y; }

LanesLayout lay_out_lanes(const Canvas& canvas, const Area& area, const ScriptShown& shown) {
  const Theme& theme = shown.theme;
  const double small = theme.small();
  Area rest = area.inset(theme.gap);
  LanesLayout layout{.all = area,
                     .names = {},
                     .ruler = {},
                     .rows = {},
                     .for_ever = {},
                     .scale = {nullptr, {}, 0, 1, 0, 1},
                     .lanes = {all_lanes.begin(), all_lanes.end()},
                     .columns = columns_of(shown.run)};
  const double ruler = line_height(small);
  layout.rows = {rest.x, rest.y + ruler, rest.width, std::max(0.0, rest.height - ruler)};
  layout.lane_height = lane_height_for(layout.lanes.size(), layout.rows, shown.run.ranks, theme);
  if (layout.lane_height < worded * small) {
    layout.lanes = used_lanes(shown.run);
    layout.lane_height = lane_height_for(layout.lanes.size(), layout.rows, shown.run.ranks, theme);
  }
  layout.labelled = layout.lane_height >= worded * small;
  layout.rank_height = layout.lane_height * static_cast<double>(layout.lanes.size()) + rank_gap(theme);

  const std::string longest = fmt::format("rank {}", std::max(0, shown.run.ranks - 1));
  layout.rank_names = canvas.width_of(longest, small) * bold_width + theme.gap;
  const double lane_names = layout.labelled ? canvas.width_of("compute", small) + theme.gap : 0;
  const double margin = theme.gap / 2;  // for the culprit's frame
  const double names = margin + layout.rank_names + lane_names;
  layout.names = {rest.x + margin, layout.rows.y, names - margin, layout.rows.height};
  layout.rows.x += names;
  layout.rows.width = std::max(0.0, layout.rows.width - names - theme.gap / 2);

  const double ever = width_for_ever(layout, shown, layout.rows.width);
  layout.rows.width -= ever;
  if (ever > 0) layout.for_ever = {layout.rows.right(), layout.rows.y, ever, layout.rows.height};
  layout.ruler = {layout.rows.x, rest.y, layout.rows.width, ruler};
  layout.scale = {shown.axis,    shown.run.finish, shown.view.from,
                  shown.view.to, layout.rows.x,    layout.rows.width};
  const double fade = std::min(ever_without_columns * small, ever / 2);
  const double each = layout.columns.empty() ? 0 : (ever - fade) / static_cast<double>(layout.columns.size());
  for (std::size_t i = 0; i < layout.columns.size(); ++i)
    layout.columns[i].x = layout.for_ever.x + fade + each * (static_cast<double>(i) + 0.5);
  return layout;
}

const ScriptSpan* lanes_at(const LanesLayout& layout, const ScriptRun& run, PicturePoint p) {
  if (!layout.rows.has(p) && !layout.for_ever.has(p)) return nullptr;
  const ScriptSpan* found = nullptr;
  for (const ScriptSpan& span : run.spans) {
    const std::optional<Area> lane = layout.lane_of(span.rank, span.lane);
    if (!lane || p.y < lane->y || p.y >= lane->bottom()) continue;
    constexpr double near = 2;  // pixels: of what is too short to be hit
    const double right = span.unfinished ? layout.all.right() : layout.scale.x_of(span.end) + near;
    if (p.x >= layout.scale.x_of(span.start) - near && p.x < right) found = &span;
  }
  return found;
}

}  // namespace commlab
