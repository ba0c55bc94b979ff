#include "gui/window/run/timeline_index.h"

#include <algorithm>
#include <functional>
#include <queue>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/numbers.h"
#include "core/trace/trace.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

const Transfer& of(const Trace& trace, std::int32_t index) { return trace.transfers[index]; }

// Gives each transfer the lowest lane that is free when it starts.
class Lanes {
 public:
  explicit Lanes(TimelineRow& row) : row_(row) {}

  void add(std::int32_t transfer, Time start, Time sent) {
    for (; !taken_.empty() && taken_.top().first <= start; taken_.pop()) free_.push(taken_.top().second);
    if (free_.empty()) {
      free_.push(row_.lanes.size());
      row_.lanes.emplace_back();
    }
    const std::size_t lane = free_.top();
    free_.pop();
    row_.lanes[lane].push_back(transfer);
    taken_.emplace(sent, lane);
    if (row_.busy.empty() || row_.busy.back().to < start)
      row_.busy.push_back({start, sent});
    else
      row_.busy.back().to = std::max(row_.busy.back().to, sent);
  }

 private:
  template <class T>
  using Lowest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  TimelineRow& row_;
  Lowest<std::pair<Time, std::size_t>> taken_;  // until when it is taken
  Lowest<std::size_t> free_;
};

void add_ranks(TimelineIndex& index, const Trace& trace) {
  const RankRange recorded = trace.recorded_ranks();
  index.alike = trace.collective.ranks - recorded.ranks;
  index.row_of.assign(trace.collective.ranks, -1);
  for (Rank r = recorded.first; r < recorded.first + recorded.ranks; ++r) {
    index.row_of[r] = static_cast<int>(index.rows.size());
    index.rows.push_back({.name = fmt::format("rank {}", r), .rank = r});
  }
}

// Rows for pairs of ranks: if there are only copies, most ranks send nothing, and one may send to many.
void add_copies(TimelineIndex& index, const Trace& trace) {
  for (const Transfer& t : trace.transfers) index.row_of_copy[{t.from, t.to}] = -1;
  index.row_of.assign(trace.collective.ranks, -1);
  for (auto& [copy, row] : index.row_of_copy) {
    row = static_cast<int>(index.rows.size());
    int& first = index.row_of[copy.first];
    if (first < 0) first = row;
    index.rows.push_back(
        {.name = fmt::format("{} → {}", name_of_end(trace, copy.first), name_of_end(trace, copy.second)),
         .rank = copy.first});
  }
}

void add_links(TimelineIndex& index, const Trace& trace) {
  std::vector<bool> used(trace.topology.links.size());
  for (const Transfer& t : trace.transfers)
    if (t.route >= 0)
      for (const LinkId link : trace.routes[t.route]) used[link] = true;
  index.row_of.assign(used.size(), -1);
  for (std::size_t link = 0; link < used.size(); ++link) {
    if (!used[link]) continue;
    index.row_of[link] = static_cast<int>(index.rows.size());
    const auto id = static_cast<LinkId>(link);
    index.rows.push_back({.name = trace.topology.link_name(id), .link = id});
  }
}

void add_rows(TimelineIndex& index, const Trace& trace) {
  if (index.rows_of == Rows::links) return add_links(index, trace);
  has_only_messages(trace) ? add_copies(index, trace) : add_ranks(index, trace);
}

// What arrives at a rank. It is drawn below what the rank sends.
void add_arrivals(TimelineIndex& index, const Trace& trace) {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(trace.transfers.size()); ++i) {
    const Transfer& t = of(trace, i);
    index.longest_arrival = std::max(index.longest_arrival, t.end - t.head);
    for (const Rank to : trace.receivers(t))
      if (const int row = index.row_of[to]; row >= 0) index.rows[row].received.push_back(i);
  }
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(trace.spans.size()); ++i) {
    const Span& span = trace.spans[i];
    index.longest_work = std::max(index.longest_work, span.end - span.start);
    index.rows[index.row_of[span.rank]].work.push_back(i);
  }
  for (TimelineRow& row : index.rows) {
    std::ranges::stable_sort(row.received, {}, [&](std::int32_t i) { return of(trace, i).end; });
    std::ranges::stable_sort(row.work, {}, [&](std::int32_t i) { return trace.spans[i].end; });
  }
}

void sum_up(TimelineRow& row, const Trace& trace) {
  for (const TimelineRow::Stretch& s : row.busy) row.busy_time += s.to - s.from;
  for (const auto& lane : row.lanes) row.done = std::max(row.done, of(trace, lane.back()).end);
  if (!row.received.empty()) row.done = std::max(row.done, of(trace, row.received.back()).end);
  if (!row.work.empty()) row.done = std::max(row.done, trace.spans[row.work.back()].end);
}

// Each phase that has messages, from the first start to the last arrival.
std::vector<PhaseBand> whole_phases(const Trace& trace) {
  std::vector<PhaseBand> all(trace.phases.size());
  for (const Transfer& t : trace.transfers) {
    if (t.phase >= all.size()) continue;
    PhaseBand& band = all[t.phase];
    const bool first = band.phases.empty();
    if (first) band.phases = {t.phase};
    band.from = first ? t.start : std::min(band.from, t.start);
    band.to = std::max(band.to, t.end);
  }
  std::erase_if(all, [](const PhaseBand& band) { return band.phases.empty(); });
  return all;
}

std::string names_of(const std::vector<std::size_t>& phases, const Trace& trace) {
  std::vector<std::string_view> names;
  for (const std::size_t phase : phases) names.push_back(trace.phases[phase]);
  return fmt::format("{}", fmt::join(names, " and "));
}

}  // namespace

std::vector<PhaseBand> phase_bands(const Trace& trace) {
  const std::vector<PhaseBand> whole = whole_phases(trace);
  std::vector<Time> cuts;
  for (const PhaseBand& phase : whole) cuts.insert(cuts.end(), {phase.from, phase.to});
  std::ranges::sort(cuts);
  std::vector<PhaseBand> bands;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i] == cuts[i + 1]) continue;
    PhaseBand band{.from = cuts[i], .to = cuts[i + 1], .phases = {}, .name = {}};
    for (const PhaseBand& phase : whole)
      if (phase.from <= band.from && band.to <= phase.to) band.phases.push_back(phase.phases.front());
    if (!bands.empty() && (band.phases.empty() || band.phases == bands.back().phases)) {
      bands.back().to = band.to;
      continue;
    }
    band.name = names_of(band.phases, trace);
    bands.push_back(std::move(band));
  }
  return bands;
}

TimelineIndex index_timeline(const Trace& trace, Rows rows) {
  TimelineIndex index{.rows_of = rows};
  add_rows(index, trace);
  std::vector<Lanes> lanes;
  lanes.reserve(index.rows.size());
  for (TimelineRow& row : index.rows) lanes.emplace_back(row);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(trace.transfers.size()); ++i) {
    const Transfer& t = of(trace, i);
    (t.reduces ? index.adds : index.copies) = true;
    if (rows == Rows::ranks) {
      if (const int row = index.row(t, trace); row >= 0) lanes[row].add(i, t.start, t.sent);
    } else if (t.route >= 0) {
      for (const LinkId link : trace.routes[t.route]) lanes[index.row_of[link]].add(i, t.start, t.sent);
    }
  }
  if (rows == Rows::ranks && index.row_of_copy.empty()) add_arrivals(index, trace);
  for (TimelineRow& row : index.rows) sum_up(row, trace);
  index.phases = phase_bands(trace);
  return index;
}

int TimelineIndex::row(const Transfer& t, const Trace& trace) const {
  if (const auto copy = row_of_copy.find({t.from, t.to}); copy != row_of_copy.end()) return copy->second;
  if (rows_of == Rows::ranks) return row_of[t.from];
  if (t.route < 0 || trace.routes[t.route].empty()) return -1;
  return row_of[trace.routes[t.route].front()];
}

int TimelineIndex::row_of_rank(Rank rank) const { return rows_of == Rows::ranks ? row_of[rank] : -1; }

std::span<const std::int32_t> sent_within(const Trace& trace, std::span<const std::int32_t> lane, Time from,
                                          Time to) {
  const auto first =
      std::ranges::lower_bound(lane, from, {}, [&](std::int32_t i) { return of(trace, i).sent; });
  const auto last =
      std::ranges::upper_bound(first, lane.end(), to, {}, [&](std::int32_t i) { return of(trace, i).start; });
  return {first, last};
}

double bytes_within(const Trace& trace, const TimelineIndex& index, int row, Time from, Time to) {
  double bytes = 0;
  for (int r = 0; r < static_cast<int>(index.rows.size()); ++r) {
    if (row >= 0 && row != r) continue;
    for (const auto& lane : index.rows[r].lanes)
      for (const std::int32_t i : sent_within(trace, lane, from, to)) {
        const Transfer& t = of(trace, i);
        const Time whole = t.sent - t.start, inside = std::min(t.sent, to) - std::max(t.start, from);
        bytes += static_cast<double>(t.bytes) *
                 (whole.ps > 0 ? static_cast<double>(inside.ps) / static_cast<double>(whole.ps) : 1);
      }
  }
  return bytes;
}

std::string slowest_sentence(const TimelineIndex& index, std::size_t at_most) {
  const bool ranks = index.rows_of == Rows::ranks;
  std::string sentence =
      fmt::format("showing {} {}", with_commas(static_cast<std::int64_t>(index.rows.size())),
                  !ranks                      ? "links"
                  : index.row_of_copy.empty() ? "ranks"
                                              : "copies");
  if (index.alike > 0)
    sentence += fmt::format("; {} others do the same", with_commas(std::int64_t{index.alike}));
  std::vector<const TimelineRow*> rows;
  for (const TimelineRow& row : index.rows) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>{}, &TimelineRow::busy_time);
  if (rows.empty()) return sentence;
  const double least = static_cast<double>(rows.back()->busy_time.ps);
  const auto stands_out = [&](const TimelineRow* row) {
    return static_cast<double>(row->busy_time.ps) > 1.01 * least;
  };
  if (!stands_out(rows.front())) return sentence + "; all equally busy";
  sentence += "; busy longest: ";
  for (std::size_t i = 0; i < std::min(at_most, rows.size()) && stands_out(rows[i]); ++i)
    sentence += (i > 0 ? ", " : "") + rows[i]->name;
  return sentence;
}

bool carries(const Trace& trace, const Transfer& t, int block, int part) {
  for (int k = 0; k < t.blocks && t.part == part; ++k)
    if ((t.block + t.spacing.offset(k)) % trace.partition.blocks == block) return true;
  return false;
}

int chunk_number(const Trace& trace, const Transfer& t) {
  return chunk_number(trace.partition, t.block, t.part);
}

std::string cargo_text(const Trace& trace, const Transfer& t) {
  if (t.blocks > 1 && t.spacing.run < t.blocks) return fmt::format("{} blocks", t.blocks);
  if (t.blocks > 1) return fmt::format("{}..{}", t.block, (t.block + t.blocks - 1) % trace.partition.blocks);
  if (trace.partition.parts == 1) return std::to_string(t.block);
  if (trace.partition.blocks == 1) return std::to_string(t.part);
  return fmt::format("{}.{}", t.block, t.part);
}

std::string transfer_sentence(const Trace& trace, const Transfer& t) {
  std::string sentence = fmt::format(
      "{}: {} {}, {}, {}; {}", trace.ends_text(t), t.blocks > 1 ? "blocks" : "chunk", cargo_text(trace, t),
      to_human(Bytes{t.bytes}), t.reduces ? "adds" : "copies", to_human(t.end - t.start));
  if (t.start > t.ready) sentence += fmt::format("; waited {}", to_human(t.start - t.ready));
  return sentence;
}

}  // namespace commlab
