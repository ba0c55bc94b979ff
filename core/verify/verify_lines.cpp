#include "core/verify/verify_lines.h"

#include <algorithm>
#include <vector>

#include "core/verify/first_wrong.h"

namespace commlab::story {
namespace {

// What a version holds; the block is named where it is not the one that belongs there.
std::string holding(const History& h, VersionId id, int place) {
  const ValueId value = h.version(id).value;
  const std::string ranks = h.values.text(value);
  if (h.values.chunk(value) == place) return ranks;
  return fmt::format("{} of {}", chunk_name(h.programs, h.values.chunk(value)), ranks);
}

int place_of(const Programs& p, Rank rank, const Instruction& i, const Operand& operand, int k) {
  return p.block(rank, i, operand, k) * p.partition.parts + i.part;
}

// What an instruction does with what came: "keeps it as ...", "adds it to its input block 2 (rank 3): ...".
std::string outcome(const History& h, VersionId id) {
  const Version& v = h.version(id);
  const Done& by = h.done(v.event);
  const Instruction& i = h.instruction(by);
  const Programs& p = h.programs;
  const std::string target = place(p, by.rank, i, i.target, v.k);
  if (!reduces(i.op)) return fmt::format("keeps it as {}", target);
  const bool adds = p.collective.op == ReduceOp::sum || p.collective.op == ReduceOp::avg;
  return fmt::format("{} its {} ({}): {} holds {}", adds ? "adds it to" : "combines it with",
                     place(p, by.rank, i, i.with, v.k),
                     holding(h, v.with, place_of(p, by.rank, i, i.with, v.k)), target,
                     holding(h, id, h.place(id)));
}

const Operand& sent_operand(const Instruction& i) { return has_target(i.op) ? i.target : i.source; }

// "ranks 0..7".
std::string group_name(const History& h, const Done& d) {
  return ranks_to_text(h.programs.members(h.lane(d).group));
}

// What the message carried in its k-th block, and in `more` after it.
std::string sending(const History& h, std::int32_t message, int k, int more, Rank to) {
  const SentMessage& m = h.messages[message];
  const Done& by = h.done(m.sender);
  const Instruction& i = h.instruction(by);
  const Operand& operand = sent_operand(i);
  const VersionId version = h.sent[m.first_version + static_cast<std::uint32_t>(k)];
  return fmt::format("{}: rank {} sends {}{} ({}) to rank {}", when(h.programs, i), by.rank,
                     place(h.programs, by.rank, i, operand, k),
                     more == 0                ? ""
                     : i.spacing != Spacing{} ? fmt::format(" and {} more", more)
                     : more == 1              ? " and the next"
                                              : fmt::format(" and the next {}", more),
                     holding(h, version, place_of(h.programs, by.rank, i, operand, k)), to);
}

// The main line of versions that led to this one, latest last. At each reduction, it follows the
// operand that has the wrong version in its history, else the operand made later. The versions of
// one instruction count as one.
std::vector<VersionId> descent(const History& h, VersionId id, VersionId wrong) {
  std::vector<VersionId> path;
  const auto comes_from_wrong = [&](VersionId operand) {
    return wrong != nothing && operand >= wrong && std::ranges::count(ancestry(h, operand), wrong) > 0;
  };
  while (id != nothing && h.version(id).event != nothing) {
    const Version& v = h.version(id);
    if (path.empty() || h.version(path.back()).event != v.event) path.push_back(id);
    if (v.with == nothing || comes_from_wrong(v.incoming))
      id = v.incoming;
    else if (comes_from_wrong(v.with) || h.version(v.with).event > h.version(v.incoming).event)
      id = v.with;
    else
      id = v.incoming;
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace

std::string chunk_name(const Programs& p, int chunk) {
  if (chunk == Contributions::mixed) return "different blocks";
  if (p.partition.parts == 1) return fmt::format("block {}", chunk);
  return fmt::format("block {} part {}", chunk / p.partition.parts, chunk % p.partition.parts);
}

std::string place(const Programs& p, Rank rank, const Instruction& i, const Operand& operand, int k) {
  const std::string block = fmt::format("{} block {}", name_of(operand.buffer), p.block(rank, i, operand, k));
  return p.partition.parts == 1 ? block : fmt::format("{} part {}", block, i.part);
}

std::string when(const Programs& p, const Instruction& i) {
  if (i.phase >= p.phases.size()) return fmt::format("step {}", i.step + 1);
  return fmt::format("step {} ({})", i.step + 1, p.phases[i.phase]);
}

std::string doing(const History& h, const Done& d) {
  const Programs& p = h.programs;
  const Instruction& i = h.instruction(d);
  const Lane& lane = p.of(d.rank).lanes[d.lane];
  std::string text = fmt::format("rank {}'s {}", d.rank, name_of(i.op));
  if (i.op == Opcode::multicast) text += " to " + group_name(h, d);
  if (i.op == Opcode::load_reduce) text += " from " + group_name(h, d);
  if (i.op == Opcode::arrive) text += " at the barrier of " + group_name(h, d);
  if (i.op == Opcode::wait) text += " for " + group_name(h, d);
  if (receives(i.op)) text += fmt::format(" from rank {}", p.peer(d.rank, lane.recv_peer));
  if (sends(i.op)) text += fmt::format(" to rank {}", p.peer(d.rank, lane.send_peer));
  return fmt::format("{} in {}", text, when(p, i));
}

std::string sending(const History& h, std::int32_t message) {
  const Done& by = h.done(h.messages[message].sender);
  const Lane& lane = h.programs.of(by.rank).lanes[by.lane];
  return sending(h, message, 0, h.instruction(by).blocks - 1, h.programs.peer(by.rank, lane.send_peer));
}

std::string line(const History& h, VersionId id) {
  assert(h.version(id).event != nothing);
  const Version& v = h.version(id);
  const Done& by = h.done(v.event);
  const Instruction& i = h.instruction(by);
  if (i.op == Opcode::load_reduce)
    return fmt::format("{}: rank {} loads {} of {}, reduced on the way: {} holds {}", when(h.programs, i),
                       by.rank, place(h.programs, by.rank, i, i.source, v.k), group_name(h, by),
                       place(h.programs, by.rank, i, i.target, v.k), holding(h, id, h.place(id)));
  if (i.op == Opcode::multicast)
    return fmt::format("{}: rank {} stores {} ({}) to {}, who keep it as {}", when(h.programs, i), by.rank,
                       place(h.programs, by.rank, i, i.source, v.k),
                       holding(h, v.incoming, place_of(h.programs, by.rank, i, i.source, v.k)),
                       group_name(h, by), place(h.programs, by.rank, i, i.target, v.k));
  if (by.taken == nothing)
    return fmt::format("{}: rank {} takes {} ({}) and {}", when(h.programs, i), by.rank,
                       place(h.programs, by.rank, i, i.source, v.k),
                       holding(h, v.incoming, place_of(h.programs, by.rank, i, i.source, v.k)),
                       outcome(h, id));
  const int sent_step = h.instruction(h.sender(by)).step;
  return fmt::format("{}, which {}{}", sending(h, by.taken, v.k, 0, by.rank),
                     sent_step == i.step ? "" : fmt::format("in step {} ", i.step + 1), outcome(h, id));
}

std::string how_it_came_about(const History& h, VersionId id, VersionId wrong) {
  constexpr std::size_t most = 8;
  constexpr std::size_t at_each_end = 3;
  const std::vector<VersionId> path = descent(h, id, wrong);
  if (path.size() < 2) return "";
  std::string text = "\nHow it came about:";
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > most && i == at_each_end) {
      text += fmt::format("\n  ... {} more ...", path.size() - 2 * at_each_end);
      i = path.size() - at_each_end;
    }
    const bool is_wrong = wrong != nothing && h.version(path[i]).event == h.version(wrong).event;
    text += (is_wrong ? "\n> " : "\n  ") + line(h, path[i]);
  }
  return text;
}

}  // namespace commlab::story
