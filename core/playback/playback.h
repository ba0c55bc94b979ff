#pragma once
// Steps through a finished trace. Each unit has its stops: a sorted list of distinct
// moments that begins with 0 and ends with the trace's end. `next` is the first stop after t, `previous`
// the last one before it; so from one stop, n steps forward and n back lead to the same moment, as long as
// the end is not passed.
//
//   event   something starts or ends: a transfer, work, a store; or the launch is over
//   step    every rank has finished an algorithm step, and all before it
//   chunk   a hop of the followed chunk ends: it is stored somewhere
//   rank    an event that touches the followed rank, as sender or receiver
//   phase   every rank has finished a phase, and all before it
//
// Times are the only state: a step's or event's number is found from the time, never kept beside it.

#include <cstdint>
#include <span>
#include <vector>

#include "core/playback/in_flight_index.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

enum class StepUnit : std::uint8_t { event, step, chunk, rank, phase };

// The chunk or rank that the units `chunk` and `rank` follow.
struct Followed {
  Rank rank = 0;
  int block = 0;
  int part = 0;
};

// How an algorithm step ended, among the ranks that had something to do in it.
struct StepEnd {
  Time end;        // when this step and all steps before it had ended
  Rank first = 0;  // the rank that finished first; if several did, the lowest
  Rank last = 0;   // the rank that finished last
  Time first_at;
  Time last_at;
  bool idle = true;  // no rank had anything to do
};

class Playback {
 public:
  // Deposits: those of a Replay of the trace. Without them (a trace whose programs are not known), chunks
  // have no hops to follow. REQUIRES: both outlive the Playback, and stay where they are.
  explicit Playback(const Trace&, std::span<const Deposit> deposits = {});

  Time begin() const { return {}; }
  Time end() const { return events_.back(); }

  // The same as commlab::in_flight, without a look at everything before t. REQUIRES: the same trace.
  std::vector<InFlight> in_flight(const Trace& trace, Time t) const { return in_flight_.at(trace, t); }

  // Number of transfers that have started and not arrived at t; a transfer that arrives at t has arrived.
  // O(log n).
  std::int64_t under_way(Time t) const { return under_way_[event_number(t)]; }

  // REQUIRES: `followed` is of the trace's collective and partition. next() of the end is the end; previous()
  // of 0 is 0. O(log n); for a rank O(n), because its events are collected anew.
  Time next(StepUnit, Time, const Followed& = {}) const;
  Time previous(StepUnit, Time, const Followed& = {}) const;

  // The number of the last event at or before t. Event 0 is the beginning. REQUIRES: t >= 0.
  std::int64_t event_number(Time t) const;
  std::int64_t events() const { return static_cast<std::int64_t>(events_.size()); }
  Time event_time(std::int64_t number) const { return events_[number]; }

  // The first step that is not over at t; steps() if all are over.
  int step_at(Time t) const;
  int steps() const { return static_cast<int>(steps_.size()); }
  const StepEnd& step_end(int step) const { return steps_[step]; }

  int phases() const { return static_cast<int>(phase_ends_.size()); }
  Time phase_end(int phase) const { return phase_ends_[phase]; }

 private:
  // For each of several things, the numbers of its events, in order.
  struct Stops {
    std::vector<std::uint32_t> first;  // where each thing's numbers begin; one more entry at the end
    std::vector<std::uint32_t> events;
    std::span<const std::uint32_t> of(std::size_t thing) const {
      return {events.data() + first[thing], first[thing + 1] - first[thing]};
    }
  };
  template <class Visit>
  static Stops stops(std::size_t things, Visit visit);

  std::uint32_t number(Time t) const;
  std::uint32_t number_near(std::uint32_t last, Time t) const;  // REQUIRES: an event at t
  void find_events(const Trace&, std::span<const Deposit>);
  void find_steps(const Trace&, std::span<const Deposit>);
  void find_phases(const Trace&, std::span<const Deposit>);
  void find_hops(const Trace&, std::span<const Deposit>);
  void count_under_way(const Trace&);
  template <class Find>
  Time among_stops(StepUnit, const Followed&, Find find) const;
  std::vector<Time> events_of(Rank) const;  // sorted
  std::span<const std::uint32_t> hops_of(const Followed&) const;

  const Trace* trace_;
  std::span<const Deposit> deposits_;
  int parts_;
  InFlightIndex in_flight_;
  std::vector<Time> events_;             // distinct
  std::vector<std::int32_t> under_way_;  // number of transfers under way from each event to the next
  std::vector<StepEnd> steps_;
  std::vector<Time> phase_ends_;
  Stops chunks_;
};

}  // namespace commlab
