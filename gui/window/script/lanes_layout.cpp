#include "gui/window/script/lanes_layout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr std::array all_lanes = {ScriptLane::host, ScriptLane::compute, ScriptLane::communication};
constexpr double worded = 1.0;              // the least height of a lane with words, in heights of a letter
constexpr double highest_lane = 2.1;        // in heights of a letter
constexpr double smallest_names = 10;       // pixels: smaller letters cannot be read
constexpr double lowest_lane = 3;           // pixels
constexpr double most_for_ever = 0.4;       // of the width
constexpr double ever_without_columns = 3;  // in heights of a letter: for bars that fade

bool is_used(const ScriptRun& run, ScriptLane lane) {
  return lane == ScriptLane::host ||
         std::ranges::any_of(run.spans, [&](const ScriptSpan& span) { return span.lane == lane; });
}

std::vector<ScriptLane> wanted_lanes(const ScriptShown& shown) {
  if (shown.lanes.empty()) return {all_lanes.begin(), all_lanes.end()};
  std::vector<ScriptLane> lanes(shown.lanes.begin(), shown.lanes.end());
  std::ranges::sort(lanes);
  return lanes;
}

// The wanted lanes in which something happens; all of them, if nothing happens in any.
std::vector<ScriptLane> used_lanes(const ScriptShown& shown) {
  const std::vector<ScriptLane> wanted = wanted_lanes(shown);
  std::vector<ScriptLane> lanes = wanted;
  std::erase_if(lanes, [&](ScriptLane lane) { return !is_used(shown.run, lane); });
  return lanes.empty() ? wanted : lanes;
}

bool is_same(const ScriptSpan& a, const ScriptSpan& b) {
  return a.lane == b.lane && a.kind == b.kind && a.line == b.line && a.what == b.what && a.start == b.start &&
         a.end == b.end && a.stream == b.stream;
}

// The row of each rank. Ranks that do exactly the same share one, if they are so many that nobody would
// compare them one by one. Where ranks wait for ever, each has its own, because arrows lead from one to
// another.
std::vector<int> rows_of(const ScriptShown& shown) {
  constexpr std::size_t most_alone = 4;
  const ScriptRun& run = shown.run;
  std::vector<int> rows(static_cast<std::size_t>(std::max(0, run.ranks)));
  std::iota(rows.begin(), rows.end(), 0);
  if (shown.every_rank || hangs(run)) return rows;
  std::vector<std::vector<const ScriptSpan*>> spans(rows.size());
  for (const ScriptSpan& span : run.spans) spans[span.rank].push_back(&span);
  std::vector<std::vector<Rank>> groups;
  for (Rank rank = 0; rank < run.ranks; ++rank) {
    const auto group = std::ranges::find_if(groups, [&](const std::vector<Rank>& ranks) {
      return std::ranges::equal(spans[ranks.front()], spans[rank],
                                [](const ScriptSpan* a, const ScriptSpan* b) { return is_same(*a, *b); });
    });
    if (group == groups.end())
      groups.push_back({rank});
    else
      group->push_back(rank);
  }
  int row = 0;
  std::ranges::fill(rows, -1);
  for (Rank rank = 0; rank < run.ranks; ++rank) {
    if (rows[rank] >= 0) continue;
    const auto group = std::ranges::find_if(
        groups, [&](const auto& ranks) { return std::ranges::find(ranks, rank) != ranks.end(); });
    if (group->size() > most_alone)
      for (const Rank other : *group) rows[other] = row;
    rows[rank] = row++;
  }
  return rows;
}

// The gap between two ranks.
double rank_gap(const Theme& theme) { return 0.75 * theme.gap; }

int count_rows(const std::vector<int>& rows_of_ranks) {
  return rows_of_ranks.empty() ? 0 : std::ranges::max(rows_of_ranks) + 1;
}

double lane_height_for(std::size_t lanes, const Area& rows, int ranks, const Theme& theme) {
  const double room = rows.height / std::max(1, ranks) - rank_gap(theme);
  return std::clamp(room / static_cast<double>(lanes), lowest_lane, highest_lane * theme.small());
}

std::vector<WaitColumn> columns_of(const ScriptRun& run) {
  std::vector<WaitColumn> columns;
  for (const std::int32_t wait : run.cycle)
    columns.push_back(
        {.waits = {wait}, .number = static_cast<int>(columns.size()) + 1, .on = run.waits[wait].on});
  const std::size_t circle = columns.size();
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(run.waits.size()); ++i) {
    if (std::ranges::count(run.cycle, i) > 0) continue;
    const Rank on = run.waits[i].on;
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

// The end of a span, as spans after it see it.
Time end_of(const ScriptSpan& span) { return span.unfinished ? never : span.end; }

// Gives spans of a lane that overlap a track each. A track is free again when its span has ended. Spans that
// overlap, directly or by others between them, share the lane's height evenly.
class TrackGiver {
 public:
  explicit TrackGiver(const ScriptRun& run) : run_(run), tracks_(run.spans.size()) {}

  std::vector<LaneTrack> give() && {
    std::vector<std::size_t> order(run_.spans.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      const ScriptSpan& span = run_.spans[i];
      return std::tuple(span.rank, span.lane, span.start);
    });
    const ScriptSpan* before = nullptr;
    for (const std::size_t i : order) {
      const ScriptSpan& span = run_.spans[i];
      const bool same_lane = before && before->rank == span.rank && before->lane == span.lane;
      if (!same_lane || span.start >= latest_) finish_bunch();
      add(i);
      before = &span;
    }
    finish_bunch();
    return std::move(tracks_);
  }

 private:
  void add(std::size_t i) {
    const ScriptSpan& span = run_.spans[i];
    auto free = std::ranges::find_if(ends_, [&](Time end) { return end <= span.start; });
    if (free == ends_.end()) free = ends_.insert(ends_.end(), Time{});
    *free = end_of(span);
    latest_ = bunch_.empty() ? end_of(span) : std::max(latest_, end_of(span));
    tracks_[i].track = static_cast<int>(free - ends_.begin());
    bunch_.push_back(i);
  }

  void finish_bunch() {
    for (const std::size_t i : bunch_) tracks_[i].tracks = static_cast<int>(ends_.size());
    bunch_.clear();
    ends_.clear();
  }

  const ScriptRun& run_;
  std::vector<LaneTrack> tracks_;
  std::vector<std::size_t> bunch_;  // spans that overlap
  std::vector<Time> ends_;          // of the last span on each of their tracks
  Time latest_{};                   // end in the bunch
};

}  // namespace

Area LanesLayout::row_of(Rank rank) const {
  return {rows.x, rows.y + rows_of_ranks[rank] * rank_height, rows.width,
          lane_height * static_cast<double>(lanes.size())};
}

std::vector<Rank> LanesLayout::ranks_beside(Rank rank) const {
  std::vector<Rank> ranks;
  for (Rank other = 0; other < std::ssize(rows_of_ranks); ++other)
    if (rows_of_ranks[other] == rows_of_ranks[rank]) ranks.push_back(other);
  return ranks;
}

bool LanesLayout::stands_for_row(Rank rank) const {
  const auto here = rows_of_ranks.begin() + rank;
  return std::find(rows_of_ranks.begin(), here, *here) == here;
}

bool LanesLayout::shares_rows() const {
  return count_rows(rows_of_ranks) < static_cast<int>(rows_of_ranks.size());
}

std::optional<Area> LanesLayout::lane_of(Rank rank, ScriptLane lane) const {
  const auto found = std::ranges::find(lanes, lane);
  if (found == lanes.end()) return std::nullopt;
  const Area row = row_of(rank);
  return Area{row.x, row.y + lane_height * static_cast<double>(found - lanes.begin()), row.width,
              lane_height};
}

std::optional<Area> LanesLayout::track_of(const ScriptRun& run, const ScriptSpan& span) const {
  assert(!run.spans.empty() && &span >= run.spans.data() && &span <= &run.spans.back() &&
         "a span of the run");
  std::optional<Area> lane = lane_of(span.rank, span.lane);
  if (!lane) return std::nullopt;
  const LaneTrack& at = tracks[&span - run.spans.data()];
  lane->height /= at.tracks;
  lane->y += lane->height * at.track;
  return lane;
}

double LanesLayout::middle_of(Rank rank) const { return row_of(rank).center().y; }

double highest_lanes(const ScriptShown& shown) {
  const Theme& theme = shown.theme;
  const double row = static_cast<double>(wanted_lanes(shown).size()) * highest_lane * theme.small();
  return 2 * theme.gap + line_height(theme.small()) + count_rows(rows_of(shown)) * (row + rank_gap(theme));
}

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
                     .lanes = wanted_lanes(shown),
                     .columns = columns_of(shown.run),
                     .tracks = TrackGiver(shown.run).give(),
                     .rows_of_ranks = rows_of(shown)};
  const int rows = count_rows(layout.rows_of_ranks);
  const double ruler = line_height(small);
  layout.rows = {rest.x, rest.y + ruler, rest.width, std::max(0.0, rest.height - ruler)};
  layout.lane_height = lane_height_for(layout.lanes.size(), layout.rows, rows, theme);
  if (layout.lane_height < worded * small) {
    layout.lanes = used_lanes(shown);
    layout.lane_height = lane_height_for(layout.lanes.size(), layout.rows, rows, theme);
  }
  layout.labelled = layout.lane_height >= worded * small;
  layout.rank_height = layout.lane_height * static_cast<double>(layout.lanes.size()) + rank_gap(theme);

  const std::string longest =
      fmt::format("{}{}", layout.shares_rows() ? "ranks 0-" : "rank ", std::max(0, shown.run.ranks - 1));
  layout.rank_names = canvas.width_of(longest, small) * bold_width + theme.gap;
  layout.lane_names = std::min(small, std::floor(layout.lane_height));
  if (layout.lane_names < smallest_names) layout.lane_names = 0;
  const double lane_names =
      layout.lane_names > 0 ? canvas.width_of("compute", layout.lane_names) + theme.gap : 0;
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
    const std::optional<Area> lane = layout.track_of(run, span);
    if (!layout.stands_for_row(span.rank)) continue;
    if (!lane || p.y < lane->y || p.y >= lane->bottom()) continue;
    constexpr double near = 2;  // pixels around a span, which may be too short to be hit
    const double right = span.unfinished ? layout.all.right() : layout.scale.x_of(span.end) + near;
    if (p.x >= layout.scale.x_of(span.start) - near && p.x < right) found = &span;
  }
  return found;
}

}  // namespace commlab
