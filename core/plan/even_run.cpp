#include "core/plan/even_run.h"

#include <algorithm>
#include <array>

#include "core/plan/least_time.h"
#include "core/plan/pieces.h"
#include "core/schedule/frame.h"

namespace commlab {
namespace {

// Whether a message that is shorter, or has its links to itself, never makes another one end later. Where
// messages share the time of a NIC that posts them, it can: one that comes earlier takes time from another.
bool only_waits_count(const Machine& machine) {
  const Work& work = machine.work;
  const auto limited = [](const RateCurve* curve) { return curve->limited(); };
  return std::ranges::none_of(machine.protocols, &Protocol::posts) && work.processors == 0 &&
         work.memory == Bandwidth{} && !work.wakes_lanes() &&
         std::ranges::none_of(std::array{&work.send, &work.receive, &work.reduce, &work.copy}, limited);
}

bool is_faulty(const Experiment& e) { return !e.slow.empty() || !e.late.empty() || !e.jitter.empty(); }

bool has_odd_sizes(const Setup& setup, const Schedule& schedule) {
  const Experiment& e = setup.experiment;
  const __int128 chunks =
      static_cast<__int128>(schedule.blocks()) * schedule.shares() * e.channels * e.pieces.value_or(1);
  return chunks > 0 && elements_of(setup.collective) % chunks != 0;
}

// Whether the run itself has to simulate all ranks, although they do the same.
bool needs_all_ranks(const Setup& setup, const Schedule& schedule) {
  return setup.experiment.exact || is_faulty(setup.experiment) || has_odd_sizes(setup, schedule);
}

// Bytes that a protocol passes on as they arrive may arrive at any time before the last one.
bool streams(const Setup& setup) {
  const Experiment& e = setup.experiment;
  if (e.protocol == ProtocolChoice::automatic) return e.streaming;
  const Result<Protocol> protocol = find_protocol(*setup.machine, name_of(e.protocol));
  return e.streaming || (protocol && protocol->streams());
}

Setup made_easy(Setup setup) {
  Experiment& e = setup.experiment;
  e.link_model = LinkModel::ideal;
  e.exact = false;
  e.slow = e.late = {};
  e.jitter = {};
  return setup;
}

}  // namespace

Time time_of_even_run(const Setup& setup, PlannedPrograms& planned, const Predict& predict) {
  const bool pieces_are_known = !has_pieces_to_choose(setup, planned.algorithm());
  const bool is_fifo = setup.experiment.link_model == LinkModel::fifo;  // such links have costs of their own
  if (!pieces_are_known || is_fifo || !only_waits_count(*setup.machine)) return {};
  const Setup easy = made_easy(setup);
  const Result<Schedule>& schedule = planned.schedule(easy);
  if (!schedule || !has_least_time(setup, *schedule) || !ranks_do_the_same(*schedule) ||
      !needs_all_ranks(setup, *schedule))
    return {};
  const Result<Programs>& programs = planned.programs(easy, streams(easy) ? Elements::none : Elements::even);
  if (!programs) return {};
  return predict(*programs, *easy.machine, easy.experiment, never)
      .map([](const Run& run) { return run.finish; })
      .value_or(Time{});
}

}  // namespace commlab
