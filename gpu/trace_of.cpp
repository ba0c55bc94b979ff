#include "gpu/trace_of.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

namespace commlab {
namespace {

class Tracer {
 public:
  Tracer(const Programs& programs, const IssueOrder& order, const Iteration& iteration)
      : programs_(programs), order_(order), iteration_(iteration) {}

  Trace trace() {
    Trace trace;
    trace.collective = programs_.collective;
    trace.partition = programs_.partition;
    trace.algorithm = programs_.algorithm;
    trace.backend = "host";
    trace.phases = programs_.phases;
    trace.groups = programs_.groups;
    trace.finish = iteration_.span();
    for (Rank rank = 0; rank < programs_.collective.ranks; ++rank)
      trace.topology.add(fmt::format("gpu{}", rank), NodeType::gpu);
    if (!iteration_.began.empty())
      trace.launch = since_opening(*std::min_element(iteration_.began.begin(), iteration_.began.end()));

    for (const Message& message : order_.messages) trace.transfers.push_back(transfer(message));
    moved_.resize(order_.instructions.size(), -1);
    for (std::size_t i = 0; i < order_.instructions.size(); ++i) {
      if (!shares(order_.instructions[i].instruction->op)) continue;
      moved_[i] = static_cast<std::int32_t>(trace.transfers.size());
      trace.transfers.push_back(group_transfer(i));
    }
    find_causes(trace);
    sort_by_start(trace);
    for (std::size_t i = 0; i < order_.instructions.size(); ++i)
      if (const Opcode op = order_.instructions[i].instruction->op; has_target(op) && !shares(op))
        trace.spans.push_back(span(i));
    return trace;
  }

 private:
  Time since_opening(HostTime at) const { return nanoseconds(at - iteration_.opened); }

  Transfer transfer(const Message& message) const {
    const IssuedInstruction& sender = order_.instructions[message.send];
    const IssuedInstruction& receiver = order_.instructions[message.receive];
    const Instruction& target = *receiver.instruction;
    const Stamps& sent = iteration_.stamps[message.send];
    const Stamps& received = iteration_.stamps[message.receive];
    const bool passed_on = receives(sender.instruction->op);
    const bool awaited = received.ready < sent.end;
    const Time arrived = since_opening(awaited ? std::max(received.begin, sent.end) : sent.end);
    return {.from = sender.rank,
            .to = receiver.rank,
            .channel = order_.connections[message.connection].channel,
            .step = target.step,  // the sender's is that of what it passes on
            .block = programs_.block(receiver.rank, target, target.target),
            .part = target.part,
            .blocks = target.blocks,
            .spacing = target.spacing,
            .phase = target.phase,
            .reduces = reduces(target.op),
            .bytes = message.bytes.count,
            .ready = since_opening(passed_on ? sent.middle : sent.ready),
            .start = since_opening(sent.middle),
            .head = arrived,
            .sent = since_opening(sent.end),
            .end = arrived};
  }

  Transfer group_transfer(std::size_t i) const {
    const IssuedInstruction& issued = order_.instructions[i];
    const Instruction& move = *issued.instruction;
    const Lane& lane = *order_.lanes[issued.lane].lane;
    const Stamps& stamps = iteration_.stamps[i];
    return {.from = issued.rank,
            .to = issued.rank,
            .channel = lane.channel,
            .step = move.step,
            .block = programs_.block(issued.rank, move, move.target),
            .part = move.part,
            .blocks = move.blocks,
            .spacing = move.spacing,
            .group = lane.group,
            .phase = move.phase,
            .reduces = move.op == Opcode::load_reduce,
            .bytes = programs_.bytes(issued.rank, move).count,
            .ready = since_opening(stamps.ready),
            .start = since_opening(stamps.begin),
            .head = since_opening(stamps.end),
            .sent = since_opening(stamps.end),
            .end = since_opening(stamps.end)};
  }

  // Among the instructions that an instruction waited for, the one that ended last gives the cause: its
  // message. Local work has no message and passes on its own cause.
  void find_causes(Trace& trace) const {
    std::vector<std::int32_t> cause(order_.instructions.size(), -1);
    for (std::size_t i = 0; i < order_.instructions.size(); ++i) {
      const IssuedInstruction& issued = order_.instructions[i];
      const int before = last_to_end(i);
      if (before >= 0) cause[i] = message_of(before).value_or(cause[before]);
      if (moved_[i] >= 0) trace.transfers[moved_[i]].enabled_by = cause[i];
      if (issued.outgoing < 0) continue;
      trace.transfers[issued.outgoing].enabled_by = issued.incoming >= 0 ? issued.incoming : cause[i];
    }
  }

  int last_to_end(std::size_t i) const {
    const IssuedInstruction& issued = order_.instructions[i];
    const auto& lane = order_.of_lane[issued.lane];
    const auto place = std::lower_bound(lane.begin(), lane.end(), static_cast<int>(i));
    int last = place == lane.begin() ? -1 : *std::prev(place);
    for (const Dependency& needed : programs_.of(issued.rank).depends_on(*issued.instruction)) {
      const int other = order_.find(issued.rank, needed);
      if (last < 0 || end_of(other) > end_of(last)) last = other;
    }
    if (issued.instruction->op == Opcode::wait)
      for (const int arrival : order_.meetings[issued.meeting])
        if (last < 0 || end_of(arrival) > end_of(last)) last = arrival;
    return last;
  }

  HostTime end_of(int instruction) const { return iteration_.stamps[instruction].end; }

  std::optional<std::int32_t> message_of(int instruction) const {
    const IssuedInstruction& issued = order_.instructions[instruction];
    if (issued.outgoing >= 0) return issued.outgoing;
    if (issued.incoming >= 0) return issued.incoming;
    if (const std::int32_t moved = moved_[instruction]; moved >= 0) return moved;
    return std::nullopt;
  }

  // By start, then sender, then channel. `place_` is where each message is after that.
  void sort_by_start(Trace& trace) {
    std::vector<std::int32_t> by_start(trace.transfers.size());
    std::iota(by_start.begin(), by_start.end(), 0);
    std::stable_sort(by_start.begin(), by_start.end(), [&](std::int32_t a, std::int32_t b) {
      const Transfer& x = trace.transfers[a];
      const Transfer& y = trace.transfers[b];
      return std::tie(x.start, x.from, x.channel) < std::tie(y.start, y.from, y.channel);
    });
    place_.resize(by_start.size());
    std::vector<Transfer> sorted;
    for (const std::int32_t message : by_start) {
      place_[message] = static_cast<std::int32_t>(sorted.size());
      sorted.push_back(trace.transfers[message]);
    }
    for (Transfer& transfer : sorted)
      if (transfer.enabled_by >= 0) transfer.enabled_by = place_[transfer.enabled_by];
    trace.transfers = std::move(sorted);
  }

  Span span(std::size_t i) const {
    const IssuedInstruction& issued = order_.instructions[i];
    const Stamps& stamps = iteration_.stamps[i];
    return {.rank = issued.rank,
            .lane = order_.lanes[issued.lane].index,
            .step = issued.instruction->step,
            .op = issued.instruction->op,
            .transfer = issued.incoming < 0 ? -1 : place_[issued.incoming],
            .bytes = programs_.bytes(issued.rank, *issued.instruction).count,
            .start = since_opening(stamps.begin),
            .end = since_opening(stamps.middle)};
  }

  const Programs& programs_;
  const IssueOrder& order_;
  const Iteration& iteration_;
  std::vector<std::int32_t> moved_;  // by instruction: its transfer within a group; -1: it has none
  std::vector<std::int32_t> place_;
};

}  // namespace

Trace trace_of(const Programs& programs, const IssueOrder& order, const Iteration& iteration) {
  assert(std::ranges::count(iteration.ended, 0) == 0 && "the iteration ended");
  return Tracer(programs, order, iteration).trace();
}

}  // namespace commlab
