#include "core/playback/trace_matching.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/programs/check_programs.h"

namespace commlab {
namespace {

std::size_t local_queue(std::size_t lane, Opcode op) { return 2 * lane + (op == Opcode::reduce); }

// What a lane's transfers have in common: from, to, channel, group, whether they load.
using Connection = std::tuple<Rank, Rank, int, int, bool>;

Connection connection_of(const Transfer& t) {
  return {t.from, t.to, t.channel, t.group, t.group != no_group && t.reduces};
}

// REQUIRES: the lane sends, or moves on its group.
Connection connection_of(const Programs& programs, Rank rank, const Lane& lane) {
  assert(lane.group != no_group || lane.send_peer != no_peer);
  if (lane.group != no_group)
    return {rank, rank, lane.channel, lane.group, lane.code[0].op == Opcode::load_reduce};
  return {rank, programs.peer(rank, lane.send_peer), lane.channel, no_group, false};
}

template <class Value>
Status same(std::string_view what, const Value& of_trace, const Value& of_programs) {
  if (of_trace == of_programs) return {};
  return fail("the trace's {} is {}, that of the programs {}", what, of_trace, of_programs);
}

}  // namespace

TraceMatching::Queues::Queues(std::size_t queues, const std::vector<std::uint32_t>& queue_of_record)
    : first_(queues + 1), records_(queue_of_record.size()) {
  for (const std::uint32_t queue : queue_of_record) ++first_[queue + 1];
  for (std::size_t q = 1; q < first_.size(); ++q) first_[q] += first_[q - 1];
  next_.assign(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < records_.size(); ++i)
    records_[next_[queue_of_record[i]]++] = static_cast<std::uint32_t>(i);
  next_.assign(first_.begin(), first_.end() - 1);
}

TraceMatching::TraceMatching(const Trace& trace, const Programs& programs) : trace_(trace), p_(programs) {
  assert(check_form(programs));
  for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
    first_lane_.push_back(lanes_.size());
    for (const Lane& lane : p_.of(rank).lanes) {
      lanes_.push_back({.rank = rank, .code = &lane, .first_instruction = instructions_});
      instructions_ += lane.code.size();
    }
  }
  first_lane_.push_back(lanes_.size());
}

Status TraceMatching::match() {
  return match_setting().and_then([&] { return match_transfers(); }).and_then([&] { return match_spans(); });
}

Status TraceMatching::match_setting() const {
  const auto& [a, b] = std::tie(trace_.collective, p_.collective);
  const auto& [cut, as] = std::tie(trace_.partition, p_.partition);
  for (const Status& ok :
       {same("collective", name_of(a.kind), name_of(b.kind)), same("number of ranks", a.ranks, b.ranks),
        same("number of elements", cut.elements, as.elements),
        same("number of blocks", cut.blocks, as.blocks), same("number of parts", cut.parts, as.parts),
        same("data type", name_of(a.dtype), name_of(b.dtype)),
        same("operation", name_of(a.op), name_of(b.op)), same("root", a.root, b.root),
        same("being in place", a.in_place, b.in_place)})
    if (!ok) return ok;
  if (a != b || trace_.groups != p_.groups)
    return fail("the ranks of the trace talk in other pairs or groups than the ranks of the programs");
  return {};
}

Status TraceMatching::match_transfers() {
  std::map<Connection, std::uint32_t> lane_of;
  std::vector<std::size_t> expected(lanes_.size());
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Lane& lane = *lanes_[l].code;
    expected[l] = static_cast<std::size_t>(
        std::ranges::count_if(lane.code, [](const Instruction& i) { return sends(i.op) || shares(i.op); }));
    if (expected[l] > 0)
      lane_of.emplace(connection_of(p_, lanes_[l].rank, lane), static_cast<std::uint32_t>(l));
  }
  std::vector<std::uint32_t> sender;
  sender.reserve(trace_.transfers.size());
  for (const Transfer& t : trace_.transfers) {
    const auto found = lane_of.find(connection_of(t));
    if (found == lane_of.end())
      return fail("the trace has a message {} on channel {}, where the programs send none",
                  trace_.ends_text(t), t.channel);
    sender.push_back(found->second);
  }
  transfers_ = Queues(lanes_.size(), sender);
  for (std::size_t l = 0; l < lanes_.size(); ++l)
    if (transfers_.size(l) != expected[l])
      return fail("rank {} sends {} on channel {}: the trace has {} such messages, the programs have {}",
                  lanes_[l].rank, target_text(lanes_[l]), lanes_[l].code->channel, transfers_.size(l),
                  expected[l]);
  return {};
}

Status TraceMatching::match_spans() {
  work_end_.assign(trace_.transfers.size(), never);
  std::vector<std::uint32_t> queue_of_span;
  for (std::size_t s = 0; s < trace_.spans.size(); ++s) {
    const Span& span = trace_.spans[s];
    if (span.transfer >= 0) {
      work_end_[span.transfer] = span.end;
      continue;
    }
    const bool is_known = span.rank >= 0 && span.rank < p_.collective.ranks && span.lane >= 0 &&
                          lane(span.rank, span.lane) < lane(span.rank + 1, 0);
    if (!is_known || !is_local_work(span.op))
      return fail("the trace has work of rank {} on lane {} ({}), which the programs do not have", span.rank,
                  span.lane, name_of(span.op));
    local_spans_.push_back(static_cast<std::uint32_t>(s));
    queue_of_span.push_back(static_cast<std::uint32_t>(local_queue(lane(span.rank, span.lane), span.op)));
  }
  local_ = Queues(2 * lanes_.size(), queue_of_span);
  return check_local_work();
}

// A lane's work of one kind has a span for every instruction, or for none.
Status TraceMatching::check_local_work() const {
  for (std::size_t l = 0; l < lanes_.size(); ++l)
    for (const Opcode op : {Opcode::copy, Opcode::reduce}) {
      const std::size_t found = local_.size(local_queue(l, op));
      const auto expected = index(std::ranges::count(lanes_[l].code->code, op, &Instruction::op));
      if (found != 0 && found != expected)
        return fail("rank {} has work of the kind {} on lane {}: {} in the trace, {} in the programs",
                    lanes_[l].rank, name_of(op), l - lane(lanes_[l].rank, 0),
                    counted(static_cast<std::int64_t>(found), "instruction"),
                    counted(static_cast<std::int64_t>(expected), "instruction"));
    }
  return {};
}

Result<std::int32_t> TraceMatching::next_transfer(std::size_t lane, const Instruction& i) {
  const auto transfer = static_cast<std::int32_t>(transfers_.take(lane));
  const Transfer& t = trace_.transfers[transfer];
  const bool passed_on = receives(i.op);  // then the instruction has the step of what it received before
  if (passed_on ? t.step < i.step : t.step != i.step)
    return fail("a message {} on channel {} is of step {} in the trace, of step {} in the programs",
                trace_.ends_text(t), t.channel, t.step + 1, i.step + 1);
  return transfer;
}

Time TraceMatching::next_local_end(std::size_t lane, Opcode op) {
  const std::size_t queue = local_queue(lane, op);
  if (local_.size(queue) == 0) return never;
  return trace_.spans[local_spans_[local_.take(queue)]].end;
}

std::string TraceMatching::target_text(const PlayedLane& l) const {
  if (l.code->group != no_group) return fmt::format("within group {}", l.code->group);
  if (l.code->send_peer == no_peer) return "to nobody";
  return fmt::format("to rank {}", p_.peer(l.rank, l.code->send_peer));
}

}  // namespace commlab
