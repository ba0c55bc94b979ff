#include "sim/engine/recurrence.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>

#include "core/base/index.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/loads.h"
#include "sim/engine/spent.h"
#include "sim/engine/time_rows.h"

namespace commlab {
namespace {

bool only_the_engine_can_tell(const RunSetting& run) {
  const Work& work = run.machine.work;
  return run.options.trace || run.calls > 1 || run.streaming || run.options.links == LinkModel::fifo ||
         work.processors > 0 || work.memory > Bandwidth{} || work.wake > Time{} ||
         !run.programs.groups.empty() || !run.options.faults.absent.empty();
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

// The link from each GPU to the switch that joins all GPUs, and the link back.
struct Ports {
  std::vector<LinkId> up, down;
};
Ports ports_of(const Topology& topology) {
  Ports ports{.up = std::vector<LinkId>(topology.gpus), .down = std::vector<LinkId>(topology.gpus)};
  for (std::size_t l = 0; l < topology.links.size(); ++l) {
    const Link& link = topology.links[l];
    if (link.type != LinkType::nvlink) continue;
    if (link.from < topology.gpus)
      ports.up[link.from] = static_cast<LinkId>(l);
    else
      ports.down[link.to] = static_cast<LinkId>(l);
  }
  return ports;
}

constexpr std::uint32_t no_row = UINT32_MAX;

// A lane as the programs store it, which one rank runs, or each rank at its own position.
struct Line {
  const Program* program;
  const Instruction* code;
  std::int32_t length;
  std::int32_t first_of_rank;  // a line, as are target and source
  std::int32_t target;
  std::int32_t source;
  std::int32_t to;              // the position of the receiver, as seen from the sender's
  std::int32_t from;            // the position of the sender, as seen from the receiver's
  std::size_t first_value = 0;  // of its instructions' places in rows and uses

  bool alike = true;   // on all ranks its messages have the same size and the same costs
  bool meets = false;  // it uses a link that another line or rank uses, too
  Bytes bytes;         // sent over each rank's route, if all are alike
  Time busy;

  std::int32_t sends = 0;  // how many of its instructions send
  std::int32_t receives = 0;
  std::int32_t next = 0;
  std::int32_t sent = 0;
  std::int32_t received = 0;
  std::int32_t message = 0;     // no later than the source's instruction that sends the next message
  std::int32_t slot = 0;        // no later than the target's instruction that frees the next slot
  std::int32_t freed = 0;       // no later than its own instruction that sent the message in this slot
  std::uint32_t last = no_row;  // when its last instruction ended
  std::int32_t first_waiter = -1;
  std::int32_t next_waiter = -1;
};

class Recurrence {
 public:
  // `explains`: finds how the time was spent, too. `width`: the ranks that run each line.
  Recurrence(const RunSetting& run, bool explains, std::size_t width)
      : run_(run),
        programs_(run.programs),
        costs_(run),
        loads_(run),
        width_(width),
        explains_(explains),
        rows_(width_),
        takes_(width_),
        free_at_(run.topology.links.size()),
        result_{.finish = run.costs.launch,
                .bytes = std::vector<Bytes>(run.topology.links.size()),
                .busy = std::vector<Time>(run.topology.links.size())} {
    if (run.placement.one_for_all && width_ > 1) ports_ = ports_of(run.topology);
    add_lines();
    count_uses();
    for (Line& line : lines_) line.alike = is_alike(line);
    if (run_.options.links == LinkModel::fair) find_meetings();
  }

  std::optional<Recurred> run() {
    if (!are_paired()) return std::nullopt;
    std::vector<std::int32_t> ready(lines_.size());
    for (std::size_t l = 0; l < lines_.size(); ++l) ready[l] = static_cast<std::int32_t>(l);
    while (!ready.empty()) {
      for (const std::int32_t line : std::exchange(ready, {})) {
        const std::int32_t before = lines_[line].next;
        if (!advance(line)) return std::nullopt;
        if (lines_[line].next > before) wake_waiters(line, ready);
      }
    }
    const auto has_ended = [](const Line& line) { return line.next == line.length; };
    if (!std::ranges::all_of(lines_, has_ended)) return std::nullopt;
    add_links_of_alike_lines();
    if (explains_) result_.split = split();
    return std::move(result_);
  }

 private:
  // Set up.

  void add_lines() {
    const Placement& placement = run_.placement;
    const bool symmetric = programs_.symmetric();
    const auto placed_ranks = static_cast<int>(placement.first_lane.size() - 1);
    const auto first_lane = [&](Rank rank) {
      return symmetric && !placement.one_for_all ? placement.first_lane[rank % placed_ranks] : 0;
    };
    const auto seen_at = [&](int peer) {
      return symmetric && peer != no_peer ? peer % static_cast<int>(width_) : 0;
    };
    const std::int32_t first = symmetric ? first_lane(programs_.rank_at(0)) : 0;
    const std::size_t count = symmetric ? programs_.programs[0].lanes.size() : placement.lanes.size();
    lines_.reserve(count);
    for (std::size_t l = 0; l < count; ++l) {
      const PlacedLane& placed = placement.lanes[index(first) + l];
      const Lane& stored = *placed.stored;
      const auto first_lane_of_peer = [&](int peer) { return first_lane(programs_.peer(placed.rank, peer)); };
      lines_.push_back(
          {.program = &programs_.of(placed.rank),
           .code = placed.code().data(),
           .length = static_cast<std::int32_t>(placed.code().size()),
           .first_of_rank = symmetric ? 0 : placement.first_lane[placed.rank],
           .target = placed.target < 0 ? -1 : placed.target - first_lane_of_peer(stored.send_peer),
           .source = placed.source < 0 ? -1 : placed.source - first_lane_of_peer(stored.recv_peer),
           .to = seen_at(stored.send_peer),
           .from = seen_at(stored.recv_peer)});
    }
  }

  // How often the end of each instruction is asked for by instructions that depend on it.
  void count_uses() {
    std::size_t values = 0;
    for (Line& line : lines_) {
      line.first_value = values;
      values += index(line.length);
    }
    row_.resize(values);
    dependents_.resize(values);
    for (Line& line : lines_)
      for (const Instruction& i : std::span(line.code, index(line.length))) {
        line.sends += sends(i.op);
        line.receives += receives(i.op);
        for (const Dependency& d : line.program->depends_on(i))
          ++dependents_[lines_[line.first_of_rank + d.lane].first_value + index(d.index)];
      }
  }

  std::size_t number(const Line& line) const { return static_cast<std::size_t>(&line - lines_.data()); }
  std::size_t lane_of(const Line& line, std::size_t position) const {
    if (width_ == 1 || run_.placement.one_for_all) return number(line);
    return index(run_.placement.first_lane[programs_.rank_at(static_cast<int>(position))]) + number(line);
  }
  bool is_alike(const Line& line) const {
    if (width_ == 1 || run_.placement.one_for_all) return true;
    if (!programs_.partition.uniform() || run_.options.faults.jitter > 0) return false;
    for (std::size_t p = 1; p < width_; ++p)
      if (costs_[lane_of(line, p)] != costs_[lane_of(line, 0)]) return false;
    return true;
  }

  // Calls visit(link) for each link that the line's messages cross, seen from a position.
  template <class Visit>
  void for_each_link(const Line& line, std::size_t position, Visit visit) const {
    if (!ports_.up.empty()) {
      visit(ports_.up[programs_.rank_at(static_cast<int>(position))]);
      visit(ports_.down[programs_.rank_at(static_cast<int>(seen_from(position, line.to)))]);
      return;
    }
    const PlacedLane& placed = run_.placement.lanes[lane_of(line, position)];
    for (const LinkId link : std::span(run_.placement.links).subspan(placed.first_link, placed.links))
      visit(link);
  }

  void find_meetings() {
    if (!ports_.up.empty()) {
      const bool many = std::ranges::count_if(lines_, [](const Line& line) { return line.sends > 0; }) > 1;
      for (Line& line : lines_) line.meets = many;
      return;
    }
    std::vector<std::int32_t> users(run_.topology.links.size());
    for (const Line& line : lines_)
      for (std::size_t p = 0; line.sends > 0 && p < width_; ++p)
        for_each_link(line, p, [&](LinkId link) { ++users[link]; });
    for (Line& line : lines_)
      for (std::size_t p = 0; line.sends > 0 && p < width_; ++p)
        for_each_link(line, p, [&](LinkId link) { line.meets |= users[link] > 1; });
  }

  // Run.

  // Whether each line's messages go to one line, which takes its messages from no other one.
  bool are_paired() const {
    return std::ranges::all_of(lines_, [this](const Line& line) {
      const auto self = static_cast<std::int32_t>(number(line));
      return (line.sends == 0 || (line.target >= 0 && lines_[line.target].source == self)) &&
             (line.receives == 0 || (line.source >= 0 && lines_[line.source].target == self));
    });
  }

  // The line goes on as far as it can, and then waits. Returns false if only the engine can tell what
  // happens.
  bool advance(std::int32_t l) {
    Line& line = lines_[l];
    while (line.next < line.length) {
      const Instruction& i = line.code[line.next];
      if (const std::int32_t other = missing(line, i); other >= 0) {
        line.next_waiter = std::exchange(lines_[other].first_waiter, l);
        return true;
      }
      if (!perform(line, i)) return false;
      ++line.next;
    }
    if (line.last != no_row) {
      result_.finish.ps =
          std::max(result_.finish.ps, *std::max_element(rows_[line.last], rows_[line.last] + width_));
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
  std::int32_t missing(const Line& line, const Instruction& i) const {
    for (const Dependency& d : line.program->depends_on(i))
      if (const std::int32_t other = line.first_of_rank + d.lane; lines_[other].next <= d.index) return other;
    if (sends(i.op) && line.sent - lines_[line.target].received >= programs_.slots) return line.target;
    if (receives(i.op) && lines_[line.source].sent <= line.received) return line.source;
    return -1;
  }

  // Computes when the instruction ends, on all ranks. Returns false if messages meet, or the time is too
  // long.
  bool perform(Line& line, const Instruction& i) {
    const Time takes = find_takes(line, i);
    // Only hops of messages that stream hold lanes for different times.
    const Time overhead = sends(i.op) ? costs_[lane_of(line, 0)].overhead : Time{};
    collect_causes(line, i);
    Time latest = run_.costs.launch;
    for (const Cause& cause : causes_) latest = std::max(latest, rows_.latest(cause.row) + cause.latency);
    latest += overhead + takes;
    if (latest == never) return false;

    const std::uint32_t row = rows_.add(uses_of_next(line, i), latest);
    set_row(rows_[row], overhead + (line.alike ? takes : Time{}));
    for (std::size_t p = 0; !line.alike && p < width_; ++p) rows_[row][p] += takes_[p];
    if (explains_) explain(line, i, row, takes);
    for (const Cause& cause : causes_) rows_.use(cause.row);
    row_[line.first_value + index(line.next)] = row;
    line.last = row;
    line.received += receives(i.op);
    line.sent += sends(i.op);
    return !sends(i.op) || links_are_free(line, rows_[row], takes);
  }

  // How long the instruction takes, if all ranks are alike. If not, the longest of takes_.
  Time find_takes(const Line& line, const Instruction& i) {
    if (!sends(i.op) && !loads_.works(i.op)) {
      if (!line.alike) std::ranges::fill(takes_, 0);
      return {};
    }
    if (line.alike) return takes_on(line, i, 0);
    Time longest;
    for (std::size_t p = 0; p < width_; ++p) {
      const Time takes = takes_on(line, i, p);
      takes_[p] = takes.ps;
      longest = std::max(longest, takes);
    }
    return longest;
  }
  Time takes_on(const Line& line, const Instruction& i, std::size_t position) {
    const std::size_t lane = lane_of(line, position);
    const LaneCosts& costs = costs_[lane];
    const auto placed = static_cast<std::uint32_t>(lane);
    return sends(i.op) ? alone_.of(loads_.of_message(placed, i, costs, line.sent), costs.narrowest)
                       : alone_.of(loads_.of_work(placed, i, costs), unlimited);
  }

  // A time that the next instruction has to wait for: on each rank, the time of the rank that is seen at
  // `by`.
  struct Cause {
    std::uint32_t row;
    std::int32_t by = 0;
    const Line* source = nullptr;  // of a message, which arrives later by the latency
    Time latency{};                // the longest
    bool frees_slot = false;
  };
  void collect_causes(Line& line, const Instruction& i) {
    causes_.clear();
    if (line.last != no_row) causes_.push_back({.row = line.last});
    for (const Dependency& d : line.program->depends_on(i))
      causes_.push_back({.row = row_[lines_[line.first_of_rank + d.lane].first_value + index(d.index)]});
    if (sends(i.op) && line.sent >= programs_.slots) {
      const Line& target = lines_[line.target];
      while (!receives(target.code[line.slot].op)) ++line.slot;
      causes_.push_back(
          {.row = row_[target.first_value + index(line.slot++)], .by = line.to, .frees_slot = true});
    }
    if (receives(i.op)) {
      const Line& source = lines_[line.source];
      while (!sends(source.code[line.message].op)) ++line.message;
      causes_.push_back({.row = row_[source.first_value + index(line.message++)],
                         .by = line.from,
                         .source = &source,
                         .latency = latency_of(source)});
    }
  }
  Time latency_of(const Line& line) const {
    Time longest = costs_[lane_of(line, 0)].latency;
    for (std::size_t p = 1; !line.alike && p < width_; ++p)
      longest = std::max(longest, costs_[lane_of(line, p)].latency);
    return longest;
  }

  // The next instruction of the line, the instructions that depend on this one, the receive of the message
  // that it sends, and the send that needs the slot that it frees.
  std::uint32_t uses_of_next(const Line& line, const Instruction& i) const {
    std::uint32_t uses = 1 + dependents_[line.first_value + index(line.next)];
    uses += sends(i.op) && line.sent < lines_[line.target].receives;
    uses += receives(i.op) && line.received + programs_.slots < lines_[line.source].sends;
    uses += explains_ && sends(i.op) && line.sent + programs_.slots < line.sends;
    return uses;
  }

  // How the time was spent.

  // REQUIRES: the times of the row are set, and the rows of the causes are still in use.
  void explain(Line& line, const Instruction& i, std::uint32_t row, Time takes) {
    spent_.resize(rows_.count() * width_);
    const std::uint32_t freed = row_of_freed(line, i);
    for (std::size_t p = 0; p < width_; ++p) {
      const Time takes_here = line.alike ? takes : Time{takes_[p]};
      spent_[row * width_ + p] = sends(i.op) ? spent_by_send(line, i, row, freed, p, takes_here)
                                             : spent_by_others(i, row, p, takes_here);
    }
    if (freed != no_row) rows_.use(freed);
  }

  // The row of the send whose slot this send uses again.
  std::uint32_t row_of_freed(Line& line, const Instruction& i) const {
    if (!sends(i.op) || line.sent < programs_.slots) return no_row;
    while (!sends(line.code[line.freed].op)) ++line.freed;
    return row_[line.first_value + index(line.freed++)];
  }

  // A send is ready before it waits for its slot, unless it has to take a message, too.
  Spent spent_by_send(const Line& line, const Instruction& i, std::uint32_t row, std::uint32_t freed,
                      std::size_t p, Time takes) {
    const auto lane = static_cast<std::uint32_t>(lane_of(line, p));
    const PlacedLane& placed = run_.placement.lanes[lane];
    const LaneCosts& costs = costs_[lane];
    const Time end{rows_[row][p]};
    const Time start = end - takes;
    LastCause last = last_within_rank(p);
    if (receives(i.op))
      for (const Cause& cause : causes_) {
        if (cause.frees_slot) last.add(time_at(cause, p), spent_[freed * width_ + p]);
        if (cause.source != nullptr) last.add(time_at(cause, p), spent_by_message(cause, p));
      }
    const Time ready = last.at();
    Spent spent = last.spent();
    spent.wait(ready);
    spent.be_late(std::min(start, ready + costs.overhead));
    spent.wait(start);
    const Time alone = loads_.message_alone(loads_.of_message(lane, i, costs, line.sent), costs);
    spent.move(alone == Time{} ? end : std::min(end, start + alone));
    spent.wait(end);
    Spent arrived = spent;
    arrived.be_late(end + costs.latency);
    last_.arrived(end + costs.latency, start, placed.rank, placed.stored->channel, arrived);
    return spent;
  }

  // Receives and local work. Work on a message counts for the message.
  Spent spent_by_others(const Instruction& i, std::uint32_t row, std::size_t p, Time takes) {
    LastCause last = last_within_rank(p);
    for (const Cause& cause : causes_) {
      if (cause.source == nullptr) continue;
      const Time arrival = time_at(cause, p);
      Spent spent = spent_by_message(cause, p);
      spent.move(arrival + takes);
      if (loads_.works(i.op)) {
        const Time end{rows_[row][p]};
        last_.worked_on(end, end - takes, spent);
      }
      last.add(arrival, spent);
    }
    return last.spent();
  }

  // The last of the lane's previous instruction and of the instruction's dependencies.
  LastCause last_within_rank(std::size_t p) const {
    LastCause last(run_.costs.launch, {.until = run_.costs.launch});
    for (const Cause& cause : causes_)
      if (!cause.frees_slot && cause.source == nullptr)
        last.add(time_at(cause, p), spent_[cause.row * width_ + p]);
    return last;
  }

  Time time_at(const Cause& cause, std::size_t p) const {
    const std::size_t q = seen_from(p, cause.by);
    const Time end{rows_[cause.row][q]};
    return cause.source == nullptr ? end : end + costs_[lane_of(*cause.source, q)].latency;
  }
  Spent spent_by_message(const Cause& cause, std::size_t p) const {
    Spent spent = spent_[cause.row * width_ + seen_from(p, cause.by)];
    spent.be_late(time_at(cause, p));
    return spent;
  }

  // Nothing if only the engine can tell.
  std::optional<TimeSplit> split() const {
    const Spent spent = last_.spent().value_or(Spent{.until = run_.costs.launch});
    return spent.is_known ? std::optional(spent.of_run(run_.costs.launch, result_.finish)) : std::nullopt;
  }

  // Sets each time to the latest of the causes, plus `more`.
  void set_row(std::int64_t* row, Time more) {
    const std::int64_t* base = row;
    std::size_t cause = 0;
    if (causes_.empty() || causes_[0].by != 0 || causes_[0].source != nullptr)
      std::fill_n(row, width_, run_.costs.launch.ps);
    else
      base = rows_[causes_[cause++].row];
    if (cause == causes_.size())
      for (std::size_t p = 0; p < width_; ++p) row[p] = base[p] + more.ps;
    for (; cause < causes_.size(); ++cause) {
      merge(row, base, causes_[cause], cause + 1 == causes_.size() ? more : Time{});
      base = row;
    }
  }
  void merge(std::int64_t* row, const std::int64_t* base, const Cause& cause, Time more) {
    const std::int64_t* other = rows_[cause.row];
    if (cause.source == nullptr || cause.source->alike) {
      const std::int64_t latency = cause.latency.ps;
      for_runs(cause.by, [=](std::size_t p, std::size_t q, std::size_t length) {
        for (std::size_t k = 0; k < length; ++k)
          row[p + k] = std::max(base[p + k], other[q + k] + latency) + more.ps;
      });
      return;
    }
    for_runs(cause.by, [&](std::size_t p, std::size_t q, std::size_t length) {
      for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t latency = costs_[lane_of(*cause.source, q + k)].latency.ps;
        row[p + k] = std::max(base[p + k], other[q + k] + latency) + more.ps;
      }
    });
  }

  std::size_t seen_from(std::size_t position, std::int32_t by) const {
    if (programs_.frame == Frame::flip) return position ^ index(by);
    const std::size_t sum = position + index(by);
    return sum >= width_ ? sum - width_ : sum;
  }
  // Calls visit(p, q, length) for runs of positions p.., which see at `by` the positions q...
  template <class Visit>
  void for_runs(std::int32_t by, Visit visit) const {
    if (by == 0) return visit(0, 0, width_);
    const std::size_t seen = index(by);
    if (programs_.frame == Frame::flip) {
      const std::size_t run = seen & (~seen + 1);  // the lowest bit
      for (std::size_t p = 0; p < width_; p += run) visit(p, p ^ seen, run);
      return;
    }
    visit(0, seen, width_ - seen);
    visit(width_ - seen, 0, seen);
  }

  // Counts the messages on their links. Returns false if one of them starts before the last one has ended.
  bool links_are_free(Line& line, const std::int64_t* ends, Time takes) {
    if (run_.options.links != LinkModel::fair) return true;
    if (!line.alike) {
      for (std::size_t p = 0; p < width_; ++p) {
        const Instruction& i = line.code[line.next];
        const Bytes bytes{loads_.bytes(static_cast<std::uint32_t>(lane_of(line, p)), i)};
        for_each_link(line, p, [&](LinkId link) {
          result_.bytes[link] += bytes;
          result_.busy[link] += Time{takes_[p]};
        });
      }
    } else {
      line.bytes += Bytes{loads_.bytes(static_cast<std::uint32_t>(lane_of(line, 0)), line.code[line.next])};
      line.busy += takes;
    }
    if (!line.meets) return true;
    bool free = true;
    for (std::size_t p = 0; p < width_; ++p) {
      const std::int64_t start = ends[p] - (line.alike ? takes.ps : takes_[p]);
      for_each_link(line, p, [&](LinkId link) {
        free &= start >= free_at_[link];
        free_at_[link] = ends[p];
      });
    }
    return free;
  }

  void add_links_of_alike_lines() {
    if (run_.options.links != LinkModel::fair) return;
    for (const Line& line : lines_)
      for (std::size_t p = 0; line.alike && line.sent > 0 && p < width_; ++p)
        for_each_link(line, p, [&](LinkId link) {
          result_.bytes[link] += line.bytes;
          result_.busy[link] += line.busy;
        });
  }

  const RunSetting& run_;
  const Programs& programs_;
  const LaneCostTable costs_;
  const Loads loads_;
  const std::size_t width_;  // the ranks that run each line
  const bool explains_;
  Ports ports_;  // used if one rank was placed for all that are computed
  std::vector<Line> lines_;
  std::vector<std::uint32_t> row_;         // per instruction that has ended: its row
  std::vector<std::uint32_t> dependents_;  // per instruction
  TimeRows rows_;
  TimesAlone alone_;
  std::vector<Cause> causes_;          // of the instruction that is performed
  std::vector<std::int64_t> takes_;    //   how long it takes on each rank, if they are not alike
  std::vector<std::int64_t> free_at_;  // per link: when its last message ended
  std::vector<Spent> spent_;           // per time in rows_, if the time is explained
  LastTransfer last_;
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
