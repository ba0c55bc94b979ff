#include "gpu/calibrate/probes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/stopped.h"
#include "core/collective/data_pattern.h"
#include "gpu/calibrate/median.h"
#include "gpu/executor.h"
#include "gpu/host/host_device.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

constexpr int element_bytes = 4;

// Blocks of one size; input and output each hold all of them.
Programs blocks_of(int ranks, int blocks, Bytes bytes) {
  Programs programs;
  const std::int64_t elements = blocks * (bytes.count / element_bytes);
  programs.collective = {.kind = CollectiveKind::sendrecv, .ranks = ranks, .count = elements};
  programs.partition = {.elements = elements, .blocks = blocks};
  programs.algorithm = "probe";
  programs.programs.resize(ranks);
  return programs;
}

Instruction instruction(Opcode op, int step, int source, int target) {
  return {.op = op,
          .step = step,
          .source = {.block = source, .buffer = step == 0 ? Buffer::input : Buffer::output},
          .target = {.block = target, .buffer = Buffer::output},
          .with = {.block = target, .buffer = Buffer::input}};
}

// Sends all of the sender's blocks, one in each message.
void add_stream_of_messages(Programs& programs, Rank from, Rank to, int channel) {
  Lane sending{.channel = channel, .send_peer = to, .recv_peer = no_peer, .code = {}};
  Lane receiving{.channel = channel, .send_peer = no_peer, .recv_peer = from, .code = {}};
  for (int step = 0; step < programs.steps; ++step) {
    sending.code.push_back(instruction(Opcode::send, step, step, step));
    sending.code.own().back().source.buffer = Buffer::input;
    receiving.code.push_back(instruction(Opcode::recv, step, step, step));
  }
  programs.programs[from].lanes.push_back(std::move(sending));
  programs.programs[to].lanes.push_back(std::move(receiving));
}

// The median times of one round. Where stamps take time, the runs that are timed have no stamps at every
// step. Then the times of instructions come from other runs, and are made shorter as these are longer.
class Round {
 public:
  void add_total(const Iteration& iteration) { totals_.push_back(iteration.time()); }
  void add_steps(const IssueOrder& order, const Iteration& iteration) {
    stamped_.push_back(iteration.time());
    for (std::size_t i = 0; i < order.instructions.size(); ++i) {
      const Stamps& stamps = iteration.stamps[i];
      const Opcode op = order.instructions[i].instruction->op;
      if (sends(op)) sending_.push_back(nanoseconds(stamps.end - stamps.middle));
      if (op != Opcode::send)
        (receives(op) ? receiving_ : working_).push_back(nanoseconds(stamps.middle - stamps.begin));
    }
  }
  Timing timing() const {
    const Time total = median(totals_);
    const double share = std::min(1.0, seconds_of(total) / std::max(1e-9, seconds_of(median(stamped_))));
    return {.total = total,
            .sending = scaled(median(sending_), share),
            .receiving = scaled(median(receiving_), share),
            .working = scaled(median(working_), share)};
  }

 private:
  std::vector<Time> totals_, stamped_, sending_, receiving_, working_;
};

Result<Timing> time_one_round(Runner& runner, std::chrono::steady_clock::time_point end) {
  constexpr int warm_up = 3;
  constexpr int iterations = 20;  // where time allows
  constexpr int at_least = 5;
  constexpr auto deadline = 60s;
  if (const Status filled = runner.fill(DataPattern::index); !filled) return tl::unexpected(filled.error());

  Round round;
  const auto time_is_left = [&] { return std::chrono::steady_clock::now() < end; };
  if (runner.stamps_take_time())
    for (int i = 0; i < at_least; ++i) {
      if (const auto time = runner.run_once(deadline); !time) return tl::unexpected(time.error());
      round.add_steps(runner.order(), runner.last());
    }
  runner.stamp_every_step(false);
  for (int i = -warm_up; i < at_least || (i < iterations && time_is_left()); ++i) {
    if (const auto time = runner.run_once(deadline); !time) return tl::unexpected(time.error());
    if (i < 0) continue;
    round.add_total(runner.last());
    if (!runner.stamps_take_time()) round.add_steps(runner.order(), runner.last());
  }
  return round.timing();
}

Result<Timing> time_one_round(Device& device, const Programs& programs,
                              std::chrono::steady_clock::time_point end) {
  auto order = issue_order(programs);
  if (!order) return tl::unexpected(order.error());
  auto executor = Executor::prepare(programs, std::move(*order), device);
  if (!executor) return tl::unexpected(executor.error());
  return time_one_round(*executor, end);
}

// Repeats rounds that are like a user's runs, for about `budget`. Each round first makes a new device or
// runner, which may take any time, and then may use half of the budget for itself. Returns the one
// in the middle.
template <class Make, class Round>
Result<Timing> usual_round(Make make, Round round, std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  std::vector<Timing> rounds;
  do {
    const auto made = make();
    if (!made) return tl::unexpected(made.error());
    const auto timing = round(**made, std::max(end, std::chrono::steady_clock::now() + budget / 2));
    if (!timing) return timing;
    rounds.push_back(*timing);
  } while (std::chrono::steady_clock::now() < end);
  const auto middle = rounds.begin() + static_cast<std::ptrdiff_t>((rounds.size() - 1) / 2);
  std::ranges::nth_element(rounds, middle, {}, &Timing::total);
  return *middle;
}

}  // namespace

Programs ring_probe(int ranks, int messages, Bytes bytes, Opcode receive, int rings) {
  Programs programs = blocks_of(ranks, ranks * rings, bytes);
  programs.steps = messages;
  programs.channels = rings;
  for (Rank rank = 0; rank < ranks; ++rank)
    for (int ring = 0; ring < rings; ++ring) {
      Lane lane{.channel = ring,
                .send_peer = (rank + 1) % ranks,
                .recv_peer = (rank + ranks - 1) % ranks,
                .code = {}};
      for (int step = 0; step < messages; ++step) {
        const int sent = ((rank - step) % ranks + ranks) % ranks;
        const int received = (sent + ranks - 1) % ranks, first = ring * ranks;
        lane.code.push_back(instruction(Opcode::send, step, first + sent, first + sent));
        lane.code.push_back(instruction(receive, step, first + received, first + received));
      }
      programs.programs[rank].lanes.push_back(std::move(lane));
    }
  return programs;
}

Programs pairs_probe(int pairs, int messages, Bytes bytes) {
  Programs programs = blocks_of(2 * pairs, messages, bytes);
  programs.steps = messages;
  for (Rank pair = 0; pair < pairs; ++pair) add_stream_of_messages(programs, pair, pair + pairs, 0);
  return programs;
}

Programs stream_probe(int ranks, int messages, Bytes bytes) {
  Programs programs = blocks_of(ranks, messages, bytes);
  programs.steps = programs.slots = messages;
  add_stream_of_messages(programs, 0, 1, 0);
  return programs;
}

Programs bounce_probe(int messages, Bytes bytes, Opcode receive, std::pair<Rank, Rank> between) {
  const std::array ends = {between.first, between.second};
  Programs programs = blocks_of(std::max(ends[0], ends[1]) + 1, messages, bytes);
  programs.steps = messages;
  for (int end = 0; end < 2; ++end) {
    const Rank peer = ends[1 - end];
    Lane lane{.channel = 0, .send_peer = peer, .recv_peer = peer, .code = {}};
    for (int step = 0; step < messages; ++step)
      lane.code.push_back(step % 2 == end ? instruction(Opcode::send, step, std::max(0, step - 1), step)
                                          : instruction(receive, step, step, step));
    const Rank rank = ends[end];
    programs.programs[rank].lanes.push_back(std::move(lane));
  }
  return programs;
}

Programs exchange_probe(int messages, Bytes bytes) {
  Programs programs = blocks_of(2, messages, bytes);
  programs.steps = messages;
  add_stream_of_messages(programs, 0, 1, 0);
  add_stream_of_messages(programs, 1, 0, 1);
  return programs;
}

Programs local_probe(int ranks, int times, Bytes bytes, Opcode work) {
  Programs programs = blocks_of(ranks, times, bytes);
  programs.steps = times;
  for (Program& program : programs.programs) {
    Lane lane;
    for (int step = 0; step < times; ++step) {
      lane.code.push_back(instruction(work, step, (step + 1) % times, step));
      lane.code.own().back().source.buffer = Buffer::input;
    }
    program.lanes.push_back(std::move(lane));
  }
  return programs;
}

Programs of_rank_0_alone(Programs programs) {
  for (std::size_t rank = 1; rank < programs.programs.size(); ++rank)
    for (Lane& lane : programs.programs[rank].lanes) lane.code.own().clear();
  return programs;
}

Result<Timing> time_on(const MakeDevice& make_device, const Programs& programs,
                       std::chrono::milliseconds budget) {
  return usual_round(
      make_device, [&](Device& device, auto end) { return time_one_round(device, programs, end); }, budget);
}

Result<Timing> time_with(const MakeRunner& make_runner, const Programs& programs,
                         std::chrono::milliseconds budget) {
  return usual_round([&] { return make_runner(programs); },
                     [](Runner& runner, auto end) { return time_one_round(runner, end); }, budget);
}

TimePrograms timing_until(std::stop_token stop, TimePrograms time) {
  return [stop = std::move(stop), time = std::move(time)](
             const Programs& programs, std::chrono::milliseconds budget) -> Result<Timing> {
    if (stop.stop_requested()) return stopped();
    return time(programs, budget);
  };
}

Result<Timing> time_on_host(const Programs& programs, std::chrono::milliseconds budget) {
  return time_on([]() -> Result<std::unique_ptr<Device>> { return std::make_unique<HostDevice>(); }, programs,
                 budget);
}

}  // namespace commlab
