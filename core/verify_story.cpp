#include "core/verify_story.h"

#include <algorithm>
#include <set>
#include <vector>

namespace commlab::story {
namespace {

using Runs = std::vector<Contributions::Run>;

bool intersects(const Contributions& values, ValueId value, const Runs& runs) {
  for (const Contributions::Run& run : runs)
    for (Rank rank = run.first; rank < run.last; ++rank)
      if (values.has(value, rank)) return true;
  return false;
}

// Why a version is wrong where it came about, and its operands are not; empty otherwise.
std::string wrong_here(const History& h, VersionId id) {
  const Version& v = h.version(id);
  if (v.event == nothing) return "";
  const Contributions& values = h.values;
  const auto already = [&](auto claim) {
    return (v.with != nothing && claim(h.version(v.with).value)) || claim(h.version(v.incoming).value);
  };
  const auto is_mixed = [&](ValueId x) { return values.chunk(x) == Contributions::mixed; };
  const auto repeats = [&](ValueId x) { return values.repeats(x); };
  if (is_mixed(v.value) && !already(is_mixed)) return "different blocks are combined here";
  if (repeats(v.value) && !already(repeats))
    return fmt::format("from here on it counts {}", ranks_to_text(values.repeated(v.value)));
  // In an all_to_all every block changes its place.
  if (h.programs.collective.kind == CollectiveKind::all_to_all || is_mixed(v.value)) return "";
  const bool displaced = values.chunk(v.value) != h.place(id);
  const Version& from = h.version(v.incoming);
  const bool was = from.event != nothing && h.place(v.incoming) != values.chunk(from.value);
  return displaced && !was ? "it is stored in another block's place" : "";
}

// "block 2", "block 2 part 1".
std::string chunk_name(const Programs& p, int chunk) {
  if (chunk == Contributions::mixed) return "different blocks";
  if (p.partition.parts == 1) return fmt::format("block {}", chunk);
  return fmt::format("block {} part {}", chunk / p.partition.parts, chunk % p.partition.parts);
}

// What a version holds; the block is named where it is not the one that belongs there.
std::string holding(const History& h, VersionId id, int place) {
  const ValueId value = h.version(id).value;
  const std::string ranks = h.values.text(value);
  if (h.values.chunk(value) == place) return ranks;
  return fmt::format("{} of {}", chunk_name(h.programs, h.values.chunk(value)), ranks);
}

int place_of(const Programs& p, Rank rank, const Instruction& i, const Operand& operand, int k) {
  return p.block(rank, operand, k) * p.partition.parts + i.part;
}

// What becomes of what came: "which keeps it", "which adds it to its input block 2 (rank 3): ranks 0..3".
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

const Operand& sent_operand(const Instruction& i) { return i.op == Opcode::send ? i.source : i.target; }

// What the message carried in its k-th block, and in `more` after it.
std::string sending(const History& h, std::int32_t message, int k, int more, Rank to) {
  const SentMessage& m = h.messages[static_cast<std::size_t>(message)];
  const Done& by = h.done(m.sender);
  const Instruction& i = h.instruction(by);
  const Operand& operand = sent_operand(i);
  const VersionId version = h.sent[m.first_version + static_cast<std::uint32_t>(k)];
  return fmt::format("{}: rank {} sends {}{} ({}) to rank {}", when(h.programs, i), by.rank,
                     place(h.programs, by.rank, i, operand, k),
                     more == 0   ? ""
                     : more == 1 ? " and the next"
                                 : fmt::format(" and the next {}", more),
                     holding(h, version, place_of(h.programs, by.rank, i, operand, k)), to);
}

// One line: how a version came about. REQUIRES: it has an event.
std::string line(const History& h, VersionId id) {
  const Version& v = h.version(id);
  const Done& by = h.done(v.event);
  const Instruction& i = h.instruction(by);
  if (by.taken == nothing)
    return fmt::format("{}: rank {} takes {} ({}) and {}", when(h.programs, i), by.rank,
                       place(h.programs, by.rank, i, i.source, v.k),
                       holding(h, v.incoming, place_of(h.programs, by.rank, i, i.source, v.k)),
                       outcome(h, id));
  const int sent_step = h.instruction(h.sender(by)).step;
  return fmt::format("{}, which {}{}", sending(h, by.taken, v.k, 0, by.rank),
                     sent_step == i.step ? "" : fmt::format("in step {} ", i.step), outcome(h, id));
}

// Every version that a version was made of, itself included, in order of creation.
std::vector<VersionId> ancestry(const History& h, VersionId id) {
  std::set<VersionId> all;
  std::vector<VersionId> open = {id};
  while (!open.empty()) {
    const VersionId v = open.back();
    open.pop_back();
    if (v == nothing || !all.insert(v).second) continue;
    open.push_back(h.version(v).with);
    open.push_back(h.version(v).incoming);
  }
  return {all.begin(), all.end()};
}

struct Suspect {
  VersionId version;
  std::string reason;
};

// The version with which contributions were lost: overwritten unread, left behind by a sender
// that had them, or passed on by a rank that did not add its own.
std::optional<Suspect> where_lost(const History& h, const std::vector<VersionId>& made_of,
                                  const Runs& missing) {
  const int chunk = h.values.chunk(h.version(made_of.back()).value);
  const std::set<VersionId> kept(made_of.begin(), made_of.end());
  const auto has_missing = [&](VersionId v) {
    return h.values.chunk(h.version(v).value) == chunk && intersects(h.values, h.version(v).value, missing);
  };
  std::vector<VersionId> elsewhere;  // versions of ours that have what is missing
  for (VersionId v = 0; v < static_cast<VersionId>(h.versions.size()); ++v)
    if (h.version(v).event != nothing && !kept.contains(v) && has_missing(v)) elsewhere.push_back(v);

  std::vector<VersionId> last_at(static_cast<std::size_t>(h.programs.collective.ranks), nothing);
  for (const VersionId v : made_of)
    if (h.version(v).event != nothing) last_at[static_cast<std::size_t>(h.done(h.version(v).event).rank)] = v;

  for (const VersionId id : made_of) {
    const Version& v = h.version(id);
    if (v.event == nothing) continue;
    const Done& by = h.done(v.event);
    if (v.overwritten != nothing && !kept.contains(v.overwritten) && has_missing(v.overwritten))
      return Suspect{id, fmt::format("it overwrites {}, which nobody has read",
                                     h.values.text(h.version(v.overwritten).value))};
    if (by.taken != nothing) {
      const EventId sent = h.sender(by);
      const auto left_behind = std::ranges::find_if(elsewhere, [&](VersionId w) {
        return h.done(h.version(w).event).rank == h.done(sent).rank && h.version(w).event < sent;
      });
      if (left_behind != elsewhere.end())
        return Suspect{id, fmt::format("rank {} had {} by then", h.done(sent).rank,
                                       h.values.text(h.version(*left_behind).value))};
    }
    const bool lacks_own = std::ranges::any_of(missing, [&](Contributions::Run run) {
      return run.first <= by.rank && by.rank < run.last && !h.values.has(v.value, by.rank);
    });
    const bool stored_as_it_came = by.taken != nothing && v.with == nothing;
    if (lacks_own && (stored_as_it_came || last_at[static_cast<std::size_t>(by.rank)] == id))
      return Suspect{id, fmt::format("rank {} does not add its own", by.rank)};
  }
  return std::nullopt;
}

// The main line of descent, latest last: at each reduction, through the operand that has the
// wrong version in its history, else through the one made later.
std::vector<VersionId> descent(const History& h, VersionId id, VersionId wrong) {
  std::vector<VersionId> path;
  const auto comes_from_wrong = [&](VersionId operand) {
    return wrong != nothing && operand >= wrong && std::ranges::count(ancestry(h, operand), wrong) > 0;
  };
  while (id != nothing && h.version(id).event != nothing) {
    path.push_back(id);
    const Version& v = h.version(id);
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

// The transfers that led to a version, the wrong one marked.
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
    text += (path[i] == wrong ? "\n> " : "\n  ") + line(h, path[i]);
  }
  return text;
}

std::string accuse(const History& h, const Suspect& suspect) {
  return fmt::format("\nFirst wrong transfer: {}; {}.", line(h, suspect.version), suspect.reason);
}

std::optional<Suspect> first_wrong_of(const History& h, const std::vector<VersionId>& candidates) {
  for (const VersionId id : candidates)
    if (std::string reason = wrong_here(h, id); !reason.empty()) return Suspect{id, std::move(reason)};
  return std::nullopt;
}

std::optional<Suspect> first_wrong_of_all(const History& h) {
  for (VersionId id = 0; id < static_cast<VersionId>(h.versions.size()); ++id)
    if (std::string reason = wrong_here(h, id); !reason.empty()) return Suspect{id, std::move(reason)};
  return std::nullopt;
}

std::string promise(const Programs& p, const Content& promised, int part) {
  const std::string chunk = chunk_name(p, promised.block * p.partition.parts + part);
  if (promised.whose == Content::Whose::one_rank) return fmt::format("rank {}'s {}", promised.rank, chunk);
  const Runs everyone = {{0, p.collective.ranks, 1}};
  return fmt::format("the {} of {} of {}", name_of(p.collective.op), chunk, ranks_to_text(everyone));
}

// What is wrong with a value, compared with the promise.
std::string complaint(const History& h, ValueId value, const Content& promised, int part) {
  const Programs& p = h.programs;
  const int chunk = promised.block * p.partition.parts + part;
  if (h.values.chunk(value) == Contributions::mixed) return "different blocks are mixed in it";
  const bool sums = promised.whose == Content::Whose::all_ranks;
  if (!sums || h.values.chunk(value) != chunk)
    return fmt::format("it holds {} of {}", chunk_name(p, h.values.chunk(value)), h.values.text(value));
  if (h.values.repeats(value)) return fmt::format("it counts {}", ranks_to_text(h.values.repeated(value)));
  return fmt::format("it lacks {}", ranks_to_text(h.values.missing(value, p.collective.ranks)));
}

// Which instruction, not yet done, would have stored what is read too early.
std::string stored_later(const History& h, const Done& reader, const Operand& operand, int k) {
  const Programs& p = h.programs;
  const Instruction& read = h.instruction(reader);
  const auto mapped = [&](Buffer buffer) {
    return p.collective.in_place && buffer == Buffer::input ? Buffer::output : buffer;
  };
  const auto stores = [&](const Instruction& i, int block) {
    if (i.op == Opcode::send || i.part != read.part || mapped(i.target.buffer) != mapped(operand.buffer))
      return false;
    for (int target = 0; target < i.blocks; ++target)
      if (p.block(reader.rank, i.target, target) == block) return true;
    return false;
  };
  const auto& lanes = p.of(reader.rank).lanes;
  std::vector<int> next(lanes.size(), 0);
  for (const Done& d : h.events)
    if (d.rank == reader.rank) next[static_cast<std::size_t>(d.lane)] = d.index + 1;
  for (std::size_t l = 0; l < lanes.size(); ++l)
    for (int index = next[l]; index < static_cast<int>(lanes[l].code.size()); ++index)
      if (stores(lanes[l].code[static_cast<std::size_t>(index)], p.block(reader.rank, operand, k)))
        return fmt::format(
            " It does not wait for {}, which stores it.",
            doing(h, {.rank = reader.rank, .lane = static_cast<int>(l), .index = index, .taken = nothing}));
  return "";
}

Error no(std::string message) { return {std::move(message), Fault::no}; }

}  // namespace

std::string place(const Programs& p, Rank rank, const Instruction& i, const Operand& operand, int k) {
  const std::string block = fmt::format("{} block {}", name_of(operand.buffer), p.block(rank, operand, k));
  return p.partition.parts == 1 ? block : fmt::format("{} part {}", block, i.part);
}

std::string when(const Programs& p, const Instruction& i) {
  if (i.phase >= p.phases.size()) return fmt::format("step {}", i.step);
  return fmt::format("step {} ({})", i.step, p.phases[i.phase]);
}

std::string doing(const History& h, const Done& d) {
  const Programs& p = h.programs;
  const Instruction& i = h.instruction(d);
  const Lane& lane = p.of(d.rank).lanes[static_cast<std::size_t>(d.lane)];
  std::string text = fmt::format("rank {}'s {}", d.rank, name_of(i.op));
  if (receives(i.op)) text += fmt::format(" from rank {}", p.peer(d.rank, lane.recv_peer));
  if (sends(i.op)) text += fmt::format(" to rank {}", p.peer(d.rank, lane.send_peer));
  return fmt::format("{} in {}", text, when(p, i));
}

std::string sending(const History& h, std::int32_t message) {
  const Done& by = h.done(h.messages[static_cast<std::size_t>(message)].sender);
  const Lane& lane = h.programs.of(by.rank).lanes[static_cast<std::size_t>(by.lane)];
  return sending(h, message, 0, h.instruction(by).blocks - 1, h.programs.peer(by.rank, lane.send_peer));
}

std::string first_wrong(const History& h, std::optional<std::int32_t> left_over) {
  const auto suspect = first_wrong_of_all(h);
  if (left_over) {
    const EventId sent = h.messages[static_cast<std::size_t>(*left_over)].sender;
    if (!suspect || sent < h.version(suspect->version).event)
      return fmt::format("\nFirst wrong transfer: {}, which never receives it.", sending(h, *left_over));
  }
  return suspect ? accuse(h, *suspect) : "";
}

Error broken_promise(const History& h, Rank rank, int block, int part, const Content& promised,
                     VersionId found, std::optional<std::int32_t> left_over) {
  const Programs& p = h.programs;
  const ValueId value = found == nothing ? nothing : h.version(found).value;
  const std::string what =
      fmt::format("rank {}'s output {} must hold {}; {}.", rank,
                  chunk_name(p, block * p.partition.parts + part), promise(p, promised, part),
                  found == nothing ? "nothing is ever stored there" : complaint(h, value, promised, part));
  const std::vector<VersionId> made_of = ancestry(h, found);
  std::optional<Suspect> suspect = first_wrong_of(h, made_of);
  const bool lacks = found != nothing && promised.whose == Content::Whose::all_ranks;
  if (!suspect && lacks) suspect = where_lost(h, made_of, h.values.missing(value, p.collective.ranks));
  if (suspect) return no(what + accuse(h, *suspect) + how_it_came_about(h, found, suspect->version));
  std::string wrong = first_wrong(h, left_over);
  if (wrong.empty()) wrong = "\nFirst wrong transfer: the one that should bring the rest is missing.";
  return no(what + wrong + how_it_came_about(h, found, nothing));
}

Error undefined_read(const History& h, const Done& by, const Operand& operand, int k) {
  const Instruction& i = h.instruction(by);
  std::string wrong = first_wrong(h);
  if (wrong.empty()) wrong = "\nFirst wrong transfer: this one; all before it is right.";
  return no(fmt::format("{} reads {} before anything is stored there.{}{}", doing(h, by),
                        place(h.programs, by.rank, i, operand, k), stored_later(h, by, operand, k), wrong));
}

Error race(const History& h, EventId earlier, const Done& later, const Operand& operand, int k,
           bool later_writes) {
  const Instruction& i = h.instruction(later);
  const Done& before = h.done(earlier);
  const bool both_write = later_writes && h.instruction(before).op != Opcode::send;
  // By chance one of them came first; by its step perhaps it should not have.
  const bool turned = i.step < h.instruction(before).step;
  return no(fmt::format(
      "rank {} has a race on its {}: nothing orders {} and {}, which {}.\nFirst wrong transfer: {}; it does "
      "not wait for {}.",
      later.rank, place(h.programs, later.rank, i, operand, k), doing(h, before), doing(h, later),
      both_write     ? "writes it as well"
      : later_writes ? "overwrites what the other reads"
                     : "reads what the other stores",
      doing(h, turned ? before : later), doing(h, turned ? later : before)));
}

Error misfit(const History& h, const Done& receive, const std::string& sent, const std::string& expected) {
  return no(fmt::format("{} expects {}, and is sent {}.\nFirst wrong transfer: {}.", doing(h, receive),
                        expected, sent, sending(h, receive.taken)));
}

}  // namespace commlab::story
