#include "sim/engine/recurrence.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

#include "core/base/index.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/loads.h"
#include "sim/engine/recurrence_lines.h"
#include "sim/engine/recurrence_split.h"
#include "sim/engine/recurrence_step.h"
#include "sim/engine/time_rows.h"

namespace commlab {
namespace {

bool only_the_engine_can_tell(const RunSetting& run) {
  const Work& work = run.machine.work;
  return run.options.trace || run.calls > 1 || run.streaming || run.options.links == LinkModel::fifo ||
         work.processors > 0 || work.memory > Bandwidth{} || work.wakes_lanes() ||
         !run.programs.groups.empty() || !run.options.faults.absent.empty() ||
         !run.options.faults.late_gpus.empty();
}

// Whether several lanes of a rank post messages, one after another.
bool posts(const RunSetting& run, const LaneCostTable& costs) {
  if (!run.protocol.posts()) return false;
  for (std::size_t lane = 0; lane < run.placement.lanes.size(); ++lane)
    if (costs[lane].peer > Time{} || costs[lane].post > Time{}) return true;
  return false;
}

// Times of flows that are alone. Few sizes and rates are different, so results are remembered.
class TimesAlone {
 public:
  Time of(const Flows::Load& load, Rate narrowest) {
    const Rate rate = std::min(load.cap, narrowest);
    Known& known = known_[index((load.bytes ^ load.stretch ^ rate) & 63)];
    if (known.bytes != load.bytes || known.stretch != load.stretch || known.rate != rate)
      known = {load.bytes, load.stretch, rate, duration_of(work_of(load.bytes, load.stretch), rate)};
    return known.time;
  }

 private:
  struct Known {
    std::int64_t bytes = -1;
    std::int64_t stretch = 0;
    Rate rate = 0;
    Time time;
  };
  std::array<Known, 64> known_;
};

class Recurrence {
 public:
  // `explains`: finds how the time was spent, too. `width`: the ranks that run each line.
  Recurrence(const RunSetting& run, bool explains, std::size_t width)
      : run_(run),
        costs_(run),
        loads_(run),
        lines_(run, costs_, width),
        rows_(width),
        row_(lines_.values()),
        step_{.each = std::vector<std::int64_t>(width)},
        free_at_(run.machine.topology.links.size()),
        result_{.finish = run.costs.launch,
                .bytes = std::vector<Bytes>(run.machine.topology.links.size()),
                .busy = std::vector<Time>(run.machine.topology.links.size())} {
    if (explains) split_.emplace(run, lines_, costs_, loads_, rows_);
  }
  Recurrence(const Recurrence&) = delete;
  Recurrence& operator=(const Recurrence&) = delete;

  std::optional<Recurred> run() {
    if (!lines_.are_paired() || posts(run_, costs_)) return std::nullopt;
    std::vector<std::int32_t> ready(index(lines_.count()));
    std::iota(ready.begin(), ready.end(), 0);
    while (!ready.empty()) {
      for (const std::int32_t line : std::exchange(ready, {})) {
        const std::int32_t before = lines_[line].next;
        if (!advance(line)) return std::nullopt;
        if (lines_[line].next > before) wake_waiters(line, ready);
      }
    }
    if (!std::ranges::all_of(lines_.all(), &RecurrenceLine::has_ended)) return std::nullopt;
    add_links_of_alike_lines();
    if (split_) result_.split = split_->of_run(result_.finish);
    return std::move(result_);
  }

 private:
  using Cause = RecurrenceStep::Cause;

  // The line goes on as far as it can, and then waits. Returns false if only the engine can tell what
  // happens.
  bool advance(std::int32_t l) {
    RecurrenceLine& line = lines_[l];
    while (!line.has_ended()) {
      const Instruction& i = line.code[index(line.next)];
      if (const std::int32_t other = missing(line, i); other >= 0) {
        line.next_waiter = std::exchange(lines_[other].first_waiter, l);
        return true;
      }
      if (!perform(line, i)) return false;
      ++line.next;
    }
    if (line.last != no_row) {
      const std::int64_t* ends = rows_[line.last];
      result_.finish.ps = std::max(result_.finish.ps, *std::max_element(ends, ends + lines_.width()));
      rows_.use(std::exchange(line.last, no_row));
    }
    return true;
  }

  void wake_waiters(std::int32_t l, std::vector<std::int32_t>& ready) {
    for (std::int32_t w = std::exchange(lines_[l].first_waiter, -1); w >= 0;) {
      ready.push_back(w);
      w = std::exchange(lines_[w].next_waiter, -1);
    }
  }

  // A line that has to go on before this instruction can be done; -1 if there is none.
  std::int32_t missing(const RecurrenceLine& line, const Instruction& i) const {
    for (const Dependency& d : line.program->depends_on(i))
      if (const std::int32_t other = line.first_of_rank + d.lane; lines_[other].next <= d.index) return other;
    if (sends(i.op) && line.sent - lines_[line.target].received >= run_.programs.slots) return line.target;
    if (receives(i.op) && lines_[line.source].sent <= line.received) return line.source;
    return -1;
  }

  // Computes when the instruction ends, on all ranks. Returns false if messages meet, or the time is too
  // long.
  bool perform(RecurrenceLine& line, const Instruction& i) {
    find_takes(line, i);
    // Only hops of messages that stream hold lanes for different times.
    const Time overhead = sends(i.op) ? costs_[lines_.lane_of(line, 0)].overhead : Time{};
    collect_causes(line, i);
    Time latest = run_.costs.launch;
    for (const Cause& cause : step_.causes)
      latest = std::max(latest, rows_.latest(cause.row) + cause.latency);
    latest += overhead + step_.longest;
    if (latest == never) return false;

    const std::uint32_t row = rows_.add(uses_of_next(line, i), latest);
    set_row(rows_[row], overhead + (line.alike ? step_.longest : Time{}));
    for (std::size_t p = 0; !line.alike && p < lines_.width(); ++p) rows_[row][p] += step_.each[p];
    if (split_) explain(line, i, row);
    for (const Cause& cause : step_.causes) rows_.use(cause.row);
    row_[line.first_value + index(line.next)] = row;
    line.last = row;
    line.received += receives(i.op);
    line.sent += sends(i.op);
    return !sends(i.op) || links_are_free(line, rows_[row]);
  }

  void find_takes(const RecurrenceLine& line, const Instruction& i) {
    step_.longest = Time{};
    if (!sends(i.op) && !loads_.works(i.op)) {
      if (!line.alike) std::ranges::fill(step_.each, 0);
      return;
    }
    if (line.alike) return void(step_.longest = takes_on(line, i, 0));
    for (std::size_t p = 0; p < lines_.width(); ++p) {
      const Time takes = takes_on(line, i, p);
      step_.each[p] = takes.ps;
      step_.longest = std::max(step_.longest, takes);
    }
  }
  Time takes_on(const RecurrenceLine& line, const Instruction& i, std::size_t position) {
    const std::size_t lane = lines_.lane_of(line, position);
    const LaneCosts& costs = costs_[lane];
    const auto placed = static_cast<std::uint32_t>(lane);
    return sends(i.op) ? alone_.of(loads_.of_message(placed, i, costs, line.sent), costs.narrowest)
                       : alone_.of(loads_.of_work(placed, i, costs), unlimited);
  }

  std::uint32_t row_of(const RecurrenceLine& line, std::int32_t nth) const {
    return row_[line.first_value + index(nth)];
  }

  void collect_causes(RecurrenceLine& line, const Instruction& i) {
    std::vector<Cause>& causes = step_.causes;
    causes.clear();
    if (line.last != no_row) causes.push_back({.row = line.last});
    for (const Dependency& d : line.program->depends_on(i))
      causes.push_back({.row = row_of(lines_[line.first_of_rank + d.lane], d.index)});
    if (sends(i.op) && line.sent >= run_.programs.slots) {
      const RecurrenceLine& target = lines_[line.target];
      while (!receives(target.code[index(line.slot)].op)) ++line.slot;
      causes.push_back({.row = row_of(target, line.slot++), .by = line.to, .frees_slot = true});
    }
    if (receives(i.op)) {
      const RecurrenceLine& source = lines_[line.source];
      while (!sends(source.code[index(line.message)].op)) ++line.message;
      const Instruction& message = source.code[index(line.message)];
      causes.push_back({.row = row_of(source, line.message++),
                        .by = line.from,
                        .source = &source,
                        .message = &message,
                        .latency = latency_of(source, message)});
    }
  }
  Time latency_of(const RecurrenceLine& line, const Instruction& message) const {
    Time longest = latency_of(line, message, 0);
    for (std::size_t p = 1; !line.alike && p < lines_.width(); ++p)
      longest = std::max(longest, latency_of(line, message, p));
    return longest;
  }
  Time latency_of(const RecurrenceLine& line, const Instruction& message, std::size_t position) const {
    const std::size_t lane = lines_.lane_of(line, position);
    return Loads::latency(costs_[lane], loads_.bytes(static_cast<std::uint32_t>(lane), message));
  }

  // The next instruction of the line, the instructions that depend on this one, the receive of the message
  // that it sends, and the send that needs the slot that it frees.
  std::uint32_t uses_of_next(const RecurrenceLine& line, const Instruction& i) const {
    const int slots = run_.programs.slots;
    std::uint32_t uses = 1 + lines_.dependents_of_next(line);
    uses += sends(i.op) && line.sent < lines_[line.target].receives;
    uses += receives(i.op) && line.received + slots < lines_[line.source].sends;
    uses += split_ && sends(i.op) && line.sent + slots < line.sends;
    return uses;
  }

  void explain(RecurrenceLine& line, const Instruction& i, std::uint32_t row) {
    const std::uint32_t freed = row_of_freed(line, i);
    split_->add(line, step_, row, freed);
    if (freed != no_row) rows_.use(freed);
  }

  // The row of the send whose slot this send uses again.
  std::uint32_t row_of_freed(RecurrenceLine& line, const Instruction& i) const {
    if (!sends(i.op) || line.sent < run_.programs.slots) return no_row;
    while (!sends(line.code[index(line.freed)].op)) ++line.freed;
    return row_of(line, line.freed++);
  }

  // Sets each time to the latest of the causes, plus `more`.
  void set_row(std::int64_t* row, Time more) {
    const std::vector<Cause>& causes = step_.causes;
    const std::size_t width = lines_.width();
    const std::int64_t* base = row;
    std::size_t cause = 0;
    if (causes.empty() || causes[0].by != 0 || causes[0].source != nullptr)
      std::fill_n(row, width, run_.costs.launch.ps);
    else
      base = rows_[causes[cause++].row];
    if (cause == causes.size())
      for (std::size_t p = 0; p < width; ++p) row[p] = base[p] + more.ps;
    for (; cause < causes.size(); ++cause) {
      merge(row, base, causes[cause], cause + 1 == causes.size() ? more : Time{});
      base = row;
    }
  }
  void merge(std::int64_t* row, const std::int64_t* base, const Cause& cause, Time more) {
    const std::int64_t* other = rows_[cause.row];
    if (cause.source == nullptr || cause.source->alike) {
      const std::int64_t latency = cause.latency.ps;
      lines_.for_runs(cause.by, [=](std::size_t p, std::size_t q, std::size_t length) {
        for (std::size_t k = 0; k < length; ++k)
          row[p + k] = std::max(base[p + k], other[q + k] + latency) + more.ps;
      });
      return;
    }
    lines_.for_runs(cause.by, [&](std::size_t p, std::size_t q, std::size_t length) {
      for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t latency = latency_of(*cause.source, *cause.message, q + k).ps;
        row[p + k] = std::max(base[p + k], other[q + k] + latency) + more.ps;
      }
    });
  }

  // Counts the messages on their links. Returns false if one of them starts before the last one has ended.
  bool links_are_free(RecurrenceLine& line, const std::int64_t* ends) {
    if (run_.options.links != LinkModel::fair) return true;
    const Instruction& i = line.code[index(line.next)];
    if (!line.alike) {
      for (std::size_t p = 0; p < lines_.width(); ++p) {
        const Bytes bytes{loads_.bytes(static_cast<std::uint32_t>(lines_.lane_of(line, p)), i)};
        lines_.for_each_link(line, p, [&](LinkId link) {
          result_.bytes[link] += bytes;
          result_.busy[link] += step_.takes(line, p);
        });
      }
    } else {
      line.bytes += Bytes{loads_.bytes(static_cast<std::uint32_t>(lines_.lane_of(line, 0)), i)};
      line.busy += step_.longest;
    }
    if (!line.meets) return true;
    bool free = true;
    for (std::size_t p = 0; p < lines_.width(); ++p) {
      const std::int64_t start = ends[p] - step_.takes(line, p).ps;
      lines_.for_each_link(line, p, [&](LinkId link) {
        free &= start >= free_at_[link];
        free_at_[link] = ends[p];
      });
    }
    return free;
  }

  void add_links_of_alike_lines() {
    if (run_.options.links != LinkModel::fair) return;
    for (const RecurrenceLine& line : lines_.all())
      for (std::size_t p = 0; line.alike && line.sent > 0 && p < lines_.width(); ++p)
        lines_.for_each_link(line, p, [&](LinkId link) {
          result_.bytes[link] += line.bytes;
          result_.busy[link] += line.busy;
        });
  }

  const RunSetting& run_;
  const LaneCostTable costs_;
  const Loads loads_;
  RecurrenceLines lines_;
  TimeRows rows_;
  std::vector<std::uint32_t> row_;  // per instruction that has ended: its row
  TimesAlone alone_;
  RecurrenceStep step_;                   // the instruction that is performed
  std::vector<std::int64_t> free_at_;     // per link: when its last message ended
  std::optional<RecurrenceSplit> split_;  // if the time is explained
  Recurred result_;
};

}  // namespace

std::optional<Recurred> recurrence(const RunSetting& run) {
  if (only_the_engine_can_tell(run)) return std::nullopt;
  const bool explains = run.options.split;
  const std::size_t placed = run.programs.symmetric() ? run.placement.first_lane.size() - 1 : 1;
  if (!run.placement.one_for_all || !run.options.exact) return Recurrence(run, explains, placed).run();

  // All ranks are alike, so the split of one is the split of all.
  std::optional<Recurred> all = Recurrence(run, false, index(run.programs.collective.ranks)).run();
  if (!all || !explains) return all;
  const std::optional<Recurred> one = Recurrence(run, true, placed).run();
  assert(one && one->finish == all->finish && "all ranks are alike");
  if (one) all->split = one->split;
  return all;
}

}  // namespace commlab
