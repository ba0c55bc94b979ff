#pragma once
// The lanes of a recurrence (sim/engine/recurrence.h) as the programs store them. One rank runs each line; or
// all ranks do, each at its own position.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/run_setting.h"
#include "sim/engine/switch_ports.h"

namespace commlab {

inline constexpr std::uint32_t no_row = UINT32_MAX;

struct RecurrenceLine {
  const Program* program;
  std::span<const Instruction> code;
  std::int32_t first_of_rank;  // a line, as are target and source
  std::int32_t target;
  std::int32_t source;
  std::int32_t to;              // the position of the receiver, as seen from the sender's
  std::int32_t from;            // the position of the sender, as seen from the receiver's
  std::size_t first_value = 0;  // of its instructions' places among those of all lines

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

  bool has_ended() const { return next == static_cast<std::int32_t>(code.size()); }
};

class RecurrenceLines {
 public:
  // Keeps a reference to the run. `width`: the ranks that run each line.
  RecurrenceLines(const RunSetting&, const LaneCostTable&, std::size_t width);

  RecurrenceLine& operator[](std::int32_t line) { return lines_[index(line)]; }
  const RecurrenceLine& operator[](std::int32_t line) const { return lines_[index(line)]; }
  std::span<const RecurrenceLine> all() const { return lines_; }
  std::int32_t count() const { return static_cast<std::int32_t>(lines_.size()); }
  std::size_t width() const { return width_; }
  std::size_t values() const { return dependents_.size(); }  // instructions of all lines together

  // How many instructions depend on the line's next one.
  std::uint32_t dependents_of_next(const RecurrenceLine& line) const {
    return dependents_[line.first_value + index(line.next)];
  }
  // Whether each line's messages go to one line, which takes its messages from no other one.
  bool are_paired() const;

  // The placed lane that the line is at this position.
  std::size_t lane_of(const RecurrenceLine& line, std::size_t position) const {
    if (width_ == 1 || run_.placement.one_for_all) return number(line);
    return index(run_.placement.first_lane[run_.programs.rank_at(static_cast<int>(position))]) + number(line);
  }
  std::size_t seen_from(std::size_t position, std::int32_t by) const {
    if (run_.programs.frame == Frame::flip) return position ^ index(by);
    const std::size_t sum = position + index(by);
    return sum >= width_ ? sum - width_ : sum;
  }
  // Calls visit(p, q, length) for runs of positions p.., which see at `by` the positions q...
  template <class Visit>
  void for_runs(std::int32_t by, Visit visit) const {
    if (by == 0) return visit(0, 0, width_);
    const std::size_t seen = index(by);
    if (run_.programs.frame == Frame::flip) {
      const std::size_t run = seen & (~seen + 1);  // the lowest bit
      for (std::size_t p = 0; p < width_; p += run) visit(p, p ^ seen, run);
      return;
    }
    visit(0, seen, width_ - seen);
    visit(width_ - seen, 0, seen);
  }
  // Calls visit(link) for each link that the line's messages cross, seen from a position.
  template <class Visit>
  void for_each_link(const RecurrenceLine& line, std::size_t position, Visit visit) const {
    if (ports_) {
      visit(ports_->up[run_.programs.rank_at(static_cast<int>(position))]);
      visit(ports_->down[run_.programs.rank_at(static_cast<int>(seen_from(position, line.to)))]);
      return;
    }
    const PlacedLane& placed = run_.placement.lanes[lane_of(line, position)];
    for (const LinkId link : std::span(run_.placement.links).subspan(placed.first_link, placed.links))
      visit(link);
  }

 private:
  void add_lines();
  void count_uses();
  void find_meetings();
  bool is_alike(const RecurrenceLine&, const LaneCostTable&) const;
  std::size_t number(const RecurrenceLine& line) const {
    return static_cast<std::size_t>(&line - lines_.data());
  }

  const RunSetting& run_;
  const std::size_t width_;
  std::optional<SwitchPorts> ports_;  // if one rank was placed for all that are computed
  std::vector<RecurrenceLine> lines_;
  std::vector<std::uint32_t> dependents_;  // per instruction
};

}  // namespace commlab
