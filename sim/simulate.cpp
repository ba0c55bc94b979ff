#include "sim/simulate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/collective/contributions.h"
#include "core/machine/launch_mode.h"
#include "core/routes/adjacency.h"
#include "core/routes/multicast_tree.h"
#include "sim/critical_path.h"
#include "sim/engine/alike_ranks.h"
#include "sim/engine/engine.h"
#include "sim/engine/placement.h"
#include "sim/engine/recurrence.h"
#include "sim/engine/tiles.h"
#include "sim/engine/too_large.h"
#include "sim/engine/transfer_order.h"
#include "sim/group_trace.h"

namespace commlab {
namespace {

// The transfers are in the order in which they began, and route i is that of lane i.
Trace trace_of(Engine& engine, const Programs& programs, const Machine& machine, const Placement& placement,
               Time finish) {
  Trace trace{.collective = programs.collective,
              .partition = programs.partition,
              .algorithm = programs.algorithm,
              .machine = machine.name,
              .backend = "sim",
              .experiment = {},
              .phases = programs.phases,
              .groups = programs.groups,
              .topology = machine.topology,
              .routes = {},
              .transfers = std::move(engine.recorder().transfers()),
              .spans = std::move(engine.recorder().spans()),
              .launch = engine.launch(),
              .finish = finish};
  for (const PlacedLane& lane : placement.lanes) {
    const std::span route = placement.route_of(lane);
    trace.routes.emplace_back(route.begin(), route.end());
  }
  return trace;
}

void put_in_order(Trace& trace) {
  const std::vector<std::int32_t> place = put_in_order(trace.transfers);
  for (Span& span : trace.spans)
    if (span.transfer >= 0) span.transfer = place[span.transfer];
}

// On all links together, or by all transfers: ideal links do not count. Where this sum fits, every sum over a
// run does.
Bytes bytes_moved(const Run& run) {
  Bytes on_links, by_transfers;
  for (const LinkUse& use : run.links) on_links += Bytes{use.bytes};
  if (run.trace)
    for (const Transfer& t : run.trace->transfers) by_transfers += Bytes{t.bytes};
  return std::max(on_links, by_transfers);
}

// For each rank, the time in which it did not send, receive or work.
std::vector<Time> idle_times(const Trace& trace) {
  std::vector<std::vector<std::pair<Time, Time>>> busy(trace.collective.ranks);
  for (const Transfer& t : trace.transfers) {
    for (const Rank rank : trace.senders(t)) busy[rank].emplace_back(t.start, t.sent);
    for (const Rank rank : trace.receivers(t)) busy[rank].emplace_back(t.start, t.end);
  }
  for (const Span& span : trace.spans) busy[span.rank].emplace_back(span.start, span.end);
  std::vector<Time> idle;
  for (auto& times : busy) {
    std::ranges::sort(times);
    Time sum;
    Time until = trace.launch;
    for (const auto& [start, end] : times) {
      if (start > until) sum += start - until;
      until = std::max(until, end);
    }
    idle.push_back(sum + (trace.finish - until));
  }
  return idle;
}

// After this number of calls, the calls of a chain follow each other at a steady pace.
constexpr int calls_of_a_loop = 4;

Result<Protocol> protocol_of(const Programs& programs, const Machine& machine, const std::string& name) {
  if (programs.collective.kind == CollectiveKind::p2p || name.empty()) return Protocol{};
  return find_protocol(machine, name);
}

// The costs of messages, and of the launch before the first instruction.
Costs costs_of(const Programs& programs, const Machine& machine, const Protocol& protocol, LaunchMode mode) {
  Costs costs = programs.collective.kind == CollectiveKind::p2p ? machine.copy : machine.collective;
  const Time start =
      programs.groups.empty() ? protocol.start : start_of(machine.multicast, size_of(programs.collective));
  costs.launch = launch_time(costs, start, machine.launching, mode);
  return costs;
}

Status check_groups(const Programs& programs, const Machine& machine, LinkModel links) {
  if (programs.groups.empty() || programs.collective.ranks > machine.topology.gpus) return {};
  if (links == LinkModel::fifo)
    return fail("{} {} stores to many ranks at once, but fifo links cannot do that; choose fair or ideal",
                name_of(programs.collective.kind), programs.algorithm);
  const Adjacency adjacency(machine.topology);
  for (const std::vector<Rank>& group : programs.groups)
    if (Status ok = check_multicast(machine, adjacency, group, programs.collective.kind, programs.algorithm);
        !ok)
      return ok;
  return {};
}

Status check_asked(const SimulateOptions& options, bool streaming) {
  if (streaming && options.links == LinkModel::fifo)
    return fail(
        "streaming passes bytes on as they come, but fifo links store each message first; choose fair or "
        "ideal");
  if (options.loop && options.trace)
    return fail("--loop times many calls and gives no trace; leave out --loop or the trace");
  if (options.loop && !options.faults.late_gpus.empty())
    return fail("--late, --loop: only the first of the calls in a row would begin later; leave one out");
  return {};
}

// A lane of one rank with its state and its flow (measured: 350 bytes), and a transfer of a trace with its
// place in the records (measured: 300).
constexpr Bytes of_a_lane{350};
constexpr Bytes of_a_traced_transfer{300};

// `tiles`: the number of tiles of which only the first is simulated. `recorded`: every transfer is recorded.
Status check_cost(const Programs& programs, int tiles, bool recorded, const SimulateOptions& options) {
  const std::int64_t transfers = programs.transfers() / tiles;
  const std::string what = fmt::format("{} {} over {} ranks", name_of(programs.collective.kind),
                                       programs.algorithm, programs.collective.ranks);
  if (transfers > options.budget.transfers || (recorded && transfers > INT32_MAX))
    return fail("{} makes {} transfers, each simulated on its own; expected at most {}", what,
                with_commas(transfers),
                with_commas(recorded ? std::min<std::int64_t>(INT32_MAX, options.budget.transfers)
                                     : options.budget.transfers));
  std::int64_t lanes = 0;
  for (const Program& program : programs.programs) lanes += std::ssize(program.lanes);
  lanes *= programs.sharers();
  lanes /= tiles;
  const Bytes memory{lanes * of_a_lane.count + (recorded ? transfers * of_a_traced_transfer.count : 0)};
  return check_memory(options.budget, what, 1, memory);
}

// Whether the run may be recorded only to say where the time goes.
bool may_be_recorded(const Programs& programs, const SimulateOptions& options) {
  return !options.loop && programs.transfers() <= most_recorded &&
         check_cost(programs, 1, true, options).has_value();
}

// Whether equal tiles may be simulated once. Fifo links serve equal messages in an order that differs from
// tile to tile, and so do shared processors.
bool may_be_folded(const Machine& machine, const SimulateOptions& options) {
  return (!options.trace || options.group) && !options.faults.any() && options.links != LinkModel::fifo &&
         machine.work.processors == 0 && machine.work.memory == Bandwidth{};
}

// Where the lanes are, and of which tiles only the first is simulated.
struct Placed {
  Placement placement;
  std::optional<Tiles> tiles;
};

// Where every rank must be simulated, the place of one rank on a switch is still enough for the recurrence,
// which computes the others on their own links.
Result<Placed> place_every_rank(const Programs& programs, const Topology& topology,
                                const SimulateOptions& options, const std::optional<Tiles>& tiles) {
  if (const Status fits = check_cost(programs, 1, options.trace, options); !fits)
    return tl::unexpected(fits.error());
  if (tiles && tiles->ranks == 1)
    if (auto one = place_first_tile(programs, topology, *tiles)) return Placed{*std::move(one), std::nullopt};
  return place(programs, topology).map([](Placement all) { return Placed{std::move(all), std::nullopt}; });
}

std::optional<Tiles> tiles_of(const Programs& programs, const Machine& machine,
                              const SimulateOptions& options) {
  if (!may_be_folded(machine, options)) return std::nullopt;
  return equal_tiles(machine.topology, programs.collective.ranks, programs.repeat());
}

// The first tile, if it may stand for the others.
Result<std::optional<Placed>> place_one_tile(const Programs& programs, const Topology& topology,
                                             const SimulateOptions& options,
                                             const std::optional<Tiles>& tiles) {
  if (!tiles || options.exact) return std::nullopt;
  std::optional<Placement> first = place_first_tile(programs, topology, *tiles);
  if (!first) return std::nullopt;
  if (const Status fits = check_cost(programs, tiles->count, options.trace, options); !fits)
    return tl::unexpected(fits.error());
  return Placed{*std::move(first), tiles};
}

Result<Placed> place_lanes(const Programs& programs, const Machine& machine, const SimulateOptions& options) {
  const Topology& topology = machine.topology;
  const std::optional<Tiles> tiles = tiles_of(programs, machine, options);
  Result<std::optional<Placed>> one = place_one_tile(programs, topology, options, tiles);
  if (!one) return tl::unexpected(one.error());
  if (*one) return **std::move(one);
  return place_every_rank(programs, topology, options, options.exact ? tiles : std::nullopt);
}

// Whether equal ranks or tiles differ only by the sizes of what they send, and the simulation of all of them
// takes long.
bool is_large_and_odd(const Programs& programs, const SimulateOptions& options) {
  if (options.exact || programs.frame == Frame::absolute || is_uneven(programs.collective)) return false;
  const int repeat = programs.repeat();
  return repeat > std::ssize(programs.programs) &&
         programs.transfers() / programs.collective.ranks * repeat > most_of_odd_sizes;
}

Programs with_equal_chunks(Programs programs) {
  programs.partition = programs.partition.rounded_up();
  return programs;
}

RunSetting with_placement(const RunSetting& run, const Placement& placement) {
  return {.programs = run.programs,
          .machine = run.machine,
          .placement = placement,
          .options = run.options,
          .costs = run.costs,
          .protocol = run.protocol,
          .streaming = run.streaming,
          .calls = run.calls,
          .recorded = run.recorded};
}

// How long two things take that mostly run at the same time: their fourth powers add. Square roots are exact
// to the last bit on every computer; other roots are not.
Time mostly_at_once(Time a, Time b) {
  const Time longer = std::max(a, b);
  if (longer == Time{}) return longer;
  const auto most = static_cast<double>(longer.ps), part = static_cast<double>(std::min(a, b).ps) / most;
  const double square = part * part, both = most * std::sqrt(std::sqrt(1 + square * square));
  return both < static_cast<double>(INT64_MAX) ? Time{static_cast<std::int64_t>(both)} : never;
}

// How long a link needs for so many bytes, if nothing slows it.
Time full_time(const Link& link, std::int64_t bytes) {
  return link.bandwidth == Bandwidth{} ? Time{} : serialization_time({bytes}, link.bandwidth);
}

// Plays the programs once or several times, until all that the options ask for is known.
class TimedCalls {
 public:
  // `tiles`: of which only the first was placed.
  TimedCalls(const RunSetting& run, const std::optional<Tiles>& tiles) : run_(run), tiles_(tiles) {
    run_.recorded = run.options.trace || (run.options.split && may_be_recorded(run.programs, run.options));
  }

  Result<Time> time() {
    const Result<Time> finish = calls_overlap() ? one_of_many() : play(1);
    const bool starts_in_turn = run_.options.launch == LaunchMode::thread;
    return finish && starts_in_turn && !given_up() ? started_in_turn(*finish) : finish;
  }

  // What the last play has shown. REQUIRES for all: time() was called.

  bool is_recurred() const { return recurred_.has_value(); }
  // It takes longer than the limit, and nothing else is known.
  bool given_up() const { return !recurred_ && engine_->given_up(); }
  // The tiles of which only the first was played.
  const std::optional<Tiles>& tiles() const { return every_rank_ ? no_tiles_ : tiles_; }
  std::optional<int> simulated_ranks() const {
    if (alike_) return static_cast<int>(alike_->placement.first_lane.size()) - 1;
    return tiles() ? std::optional(tiles()->ranks) : std::nullopt;
  }
  // What it moved over a link.
  std::int64_t bytes_on(std::size_t link) const {
    return recurred_ ? recurred_->bytes[link].count : engine_->bytes_on(simulated(link));
  }
  Time busy(std::size_t link) const {
    return recurred_ ? recurred_->busy[link] : engine_->busy(simulated(link));
  }
  // The link that was played for this one, as all tiles use their links alike; or Tiles::no_link.
  LinkId played_for(std::size_t link) const {
    return tiles() ? tiles()->in_first[link] : static_cast<LinkId>(link);
  }
  // Nothing if nobody asked, or if it takes a record that is too large.
  std::optional<TimeSplit> split() const { return recurred_ ? recurred_->split : std::nullopt; }
  // Every transfer of the ranks that were played. Nothing if the times are known without a record.
  std::optional<Trace> record(Time finish) {
    if (recurred_ || !run_.recorded) return std::nullopt;
    return trace_of(*engine_, run_.programs, run_.machine, every_rank_ ? *every_rank_ : run_.placement,
                    finish);
  }

 private:
  // In a loop, a call begins where a rank has ended the one before. Groups have barriers, which all ranks
  // pass together, so their calls follow one another.
  bool calls_overlap() const { return run_.options.loop && run_.programs.groups.empty(); }

  Result<Time> play(int calls) {
    run_.calls = calls;
    recurred_ = recurrence(run_);
    if (recurred_ && (recurred_->split || !run_.recorded)) return recurred_->finish;
    recurred_.reset();
    // The record of one tile tells what a group shows, but not what all ranks do.
    const bool shows_a_group = tiles_ && run_.options.trace;
    const bool is_folded = tiles_ || run_.placement.one_for_all;
    if (is_folded && !shows_a_group && (run_.options.exact || run_.recorded)) return play_every_rank();
    if (!is_folded && !run_.recorded && may_be_folded(run_.machine, run_.options) && !run_.options.exact)
      return play_alike_once();
    engine_.emplace(run_);
    return engine_->run();
  }

  Result<Time> play_alike_once() {
    if (!looked_for_alike_) alike_ = alike_ranks(run_);
    looked_for_alike_ = true;
    if (alike_)
      engine_.emplace(with_placement(run_, alike_->placement));
    else
      engine_.emplace(run_);
    return engine_->run();
  }
  // The link that the engine's run shows in this one's place.
  std::size_t simulated(std::size_t link) const { return alike_ ? index(alike_->simulated[link]) : link; }

  Result<Time> play_every_rank() {
    Result<Placement> placed = place(run_.programs, run_.machine.topology);
    if (!placed) return tl::unexpected(placed.error());
    every_rank_ = *std::move(placed);
    engine_.emplace(with_placement(run_, *every_rank_));
    return engine_->run();
  }

  // The first call has more time of its own than it would have among others; but no link carries a call's
  // bytes in less time than they need.
  Result<Time> one_of_many() {
    const Result<Time> all = play(calls_of_a_loop);
    if (!all) return all;
    return play(1).map([&](Time first) {
      return std::max(Time{(*all - first).ps / (calls_of_a_loop - 1)}, of_the_fullest_link());
    });
  }

  // Ideal links carry everything at once.
  Time of_the_fullest_link() const {
    Time longest;
    if (run_.options.links == LinkModel::ideal) return longest;
    const std::vector<Link>& links = run_.machine.topology.links;
    for (std::size_t l = 0; l < links.size(); ++l)
      if (const LinkId played = played_for(l); played != Tiles::no_link)
        longest = std::max(longest, full_time(links[l], bytes_on(index(played))));
    return longest;
  }

  // One process starts the GPUs one after another. Each call is delayed by (start time - run time) when
  // starting all GPUs takes longer than the work.
  Result<Time> started_in_turn(Time finish) {
    const Time starting = run_.programs.collective.ranks * run_.machine.launching.each;
    const Time both = mostly_at_once(finish, starting);
    if (run_.options.loop || both <= finish) return both;
    run_.costs.launch += both - finish;
    return play(1);
  }

  RunSetting run_;
  const std::optional<Tiles> tiles_;
  const std::optional<Tiles> no_tiles_;
  std::optional<Placement> every_rank_;  // set if not every rank was placed, but the engine has to play all
  bool looked_for_alike_ = false;
  std::optional<AlikeRanks> alike_;   // set if one rank of each kind was played
  std::optional<Recurred> recurred_;  // else the engine played last
  std::optional<Engine> engine_;
};

std::vector<LinkUse> fullest_first(const TimedCalls& calls, const std::vector<Link>& links) {
  std::vector<LinkUse> uses;
  for (std::size_t l = 0; l < links.size(); ++l) {
    const LinkId played = calls.played_for(l);
    if (played == Tiles::no_link) continue;
    const std::int64_t bytes = calls.bytes_on(index(played));
    if (bytes == 0) continue;
    uses.push_back({.link = static_cast<LinkId>(l),
                    .bytes = bytes,
                    .busy = calls.busy(index(played)),
                    .full = full_time(links[l], bytes)});
  }
  std::ranges::stable_sort(uses, limits_more);
  return uses;
}

// A run, and whether the recurrence has found it.
struct Timed {
  Run run;
  bool is_recurred;
};

// Times the calls, and tells what they have shown.
Result<Timed> time_calls(const RunSetting& setting, const Placed& placed) {
  const Programs& programs = setting.programs;
  const SimulateOptions& options = setting.options;
  TimedCalls calls(setting, placed.tiles);
  const Result<Time> finish = calls.time();
  if (!finish) return tl::unexpected(finish.error());
  if (*finish == never) return tl::unexpected(too_long(programs, setting.machine));

  Run run{.backend = "sim",
          .finish = *finish,
          .times = {*finish},
          .simulated_ranks = calls.simulated_ranks(),
          .given_up = calls.given_up(),
          .transfers = programs.transfers(),
          .split = calls.split()};
  if (run.given_up) return Timed{std::move(run), calls.is_recurred()};
  run.tells_all = options.split || (!calls.is_recurred() && !may_be_recorded(programs, options));
  run.links = fullest_first(calls, setting.machine.topology.links);
  if (std::optional<Trace> trace = calls.record(*finish)) {
    run.split = critical_path(*trace).split;
    if (options.trace) {
      if (calls.tiles())
        trace = trace_of_group(*trace, programs, placed.placement, *calls.tiles(),
                               group_of_ranks(*calls.tiles(), *options.group));
      put_in_order(*trace);
      run.idle = idle_times(*trace);
      run.trace = std::move(trace);
    }
  }
  if (bytes_moved(run) == endless) return tl::unexpected(too_many_bytes(programs, setting.machine));
  return Timed{std::move(run), calls.is_recurred()};
}

}  // namespace

Result<Run> simulate(const Programs& programs, const Machine& machine, const SimulateOptions& options) {
  const Result<Protocol> protocol = protocol_of(programs, machine, options.protocol);
  if (!protocol) return tl::unexpected(protocol.error());
  const bool streaming = options.streaming || (!options.protocol.empty() && protocol->streams());
  if (Status sound = check_asked(options, streaming); !sound) return tl::unexpected(sound.error());
  if (Status able = check_groups(programs, machine, options.links); !able)
    return tl::unexpected(able.error());

  const auto timed = [&](const Programs& timed_programs, const Placed& placed) {
    return time_calls({.programs = timed_programs,
                       .machine = machine,
                       .placement = placed.placement,
                       .options = options,
                       .costs = costs_of(programs, machine, *protocol, options.launch),
                       .protocol = *protocol,
                       .streaming = streaming},
                      placed);
  };
  if (is_large_and_odd(programs, options)) {
    const Programs even = with_equal_chunks(programs);
    const Result<std::optional<Placed>> one =
        place_one_tile(even, machine.topology, options, tiles_of(even, machine, options));
    if (!one) return tl::unexpected(one.error());
    if (*one) {
      Result<Timed> rounded = timed(even, **one);
      if (!rounded) return tl::unexpected(rounded.error());
      if (!rounded->is_recurred || programs.transfers() > most_recurred_of_odd_sizes) {
        rounded->run.rounded_up = true;
        return std::move(rounded->run);
      }
    }
  }
  return place_lanes(programs, machine, options)
      .and_then([&](const Placed& placed) { return timed(programs, placed); })
      .map([](Timed found) { return std::move(found.run); });
}

}  // namespace commlab
