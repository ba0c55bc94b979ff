// The symbolic run. Memory holds versions instead of numbers: each knows whose contributions it
// is made of, and how it came about. Every access is checked as it happens; what is promised is
// checked at the end.

#include "core/verify.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/execution.h"
#include "core/happens_before.h"
#include "core/history.h"
#include "core/verify_deadlock.h"
#include "core/verify_story.h"

namespace commlab {
namespace {

class SymbolicRun {
 public:
  explicit SymbolicRun(const Programs& programs) : p_(programs), history_(programs), order_(history_) {
    const auto chunks =
        static_cast<std::size_t>(p_.partition.blocks) * static_cast<std::size_t>(p_.partition.parts);
    cells_.resize(static_cast<std::size_t>(p_.collective.ranks) * buffers * chunks);
  }

  Result<Proof> run(int slots) {
    Execution execution(p_, slots);
    while (const auto event = execution.next())
      if (Status ok = perform(*event); !ok) return tl::unexpected(ok.error());
    if (!execution.done()) return tl::unexpected(story::deadlock(history_, execution, slots));
    if (Status ok = check_promises(execution.first_left_over()); !ok) return tl::unexpected(ok.error());
    if (execution.first_left_over()) return tl::unexpected(story::left_over(history_, execution));
    if (execution.uneven_meetings()) return tl::unexpected(story::uneven_meetings(history_, execution));
    if (Status ok = check_ends(); !ok) return tl::unexpected(ok.error());
    return compare_orders();
  }

 private:
  static constexpr std::size_t buffers = 3;

  // A chunk of a rank's memory: what it holds, and who has read that since.
  struct Cell {
    VersionId version = nothing;
    std::int32_t readers = nothing;  // index into readers_
  };
  struct Reader {
    EventId event;
    std::int32_t next;  // likewise
  };

  Status perform(const Happened& event) {
    const Instruction& i = *event.instruction;
    const auto self = static_cast<EventId>(history_.events.size());
    history_.events.push_back({.rank = event.rank,
                               .lane = event.lane,
                               .index = event.index,
                               .taken = event.taken,
                               .meeting = event.meeting});
    order_.note(self);
    if (i.op == Opcode::arrive) note_arrival(self);
    if (meets(i.op)) return {};
    if (shares(i.op))
      if (Status ok = check_begins(self); !ok) return ok;
    if (event.taken >= 0)
      if (Status ok = check_fit(self); !ok) return ok;
    const auto first_sent = static_cast<std::uint32_t>(history_.sent.size());
    for (int k = 0; k < i.blocks; ++k) {
      const Result<VersionId> result = perform_block(self, i, k);
      if (!result) return tl::unexpected(result.error());
      if (event.sent >= 0) history_.sent.push_back(*result);
    }
    if (event.sent >= 0) history_.messages.push_back({.sender = self, .first_version = first_sent});
    return {};
  }

  void note_arrival(EventId self) {
    const auto meeting = static_cast<std::size_t>(history_.done(self).meeting);
    history_.meetings.resize(std::max(history_.meetings.size(), meeting + 1));
    history_.meetings[meeting].push_back(self);
  }

  // The version sent, or stored.
  Result<VersionId> perform_block(EventId self, const Instruction& i, int k) {
    const Rank rank = history_.done(self).rank;
    if (i.op == Opcode::load_reduce) return load_reduce(self, i, k);
    VersionId incoming = nothing;
    if (receives(i.op)) {
      const SentMessage& m = history_.messages[static_cast<std::size_t>(history_.done(self).taken)];
      incoming = history_.sent[m.first_version + static_cast<std::uint32_t>(k)];
    } else {
      const auto read_now = read(self, rank, i, i.source, k);
      if (!read_now || i.op == Opcode::send) return read_now;
      incoming = *read_now;
    }
    if (i.op == Opcode::multicast) return multicast(self, i, k, incoming);
    if (!reduces(i.op)) return write(self, rank, i, k, nothing, incoming);
    const auto with = read(self, rank, i, i.with, k);
    return with ? write(self, rank, i, k, *with, incoming) : with;
  }

  Result<VersionId> multicast(EventId self, const Instruction& i, int k, VersionId stored) {
    Result<VersionId> version = stored;
    for (const Rank member : p_.members(history_.lane(self).group))
      if (version = write(self, member, i, k, nothing, stored); !version) return version;
    return version;
  }

  // The sum grows member by member; its last addition is what is stored.
  Result<VersionId> load_reduce(EventId self, const Instruction& i, int k) {
    const Rank rank = history_.done(self).rank;
    const std::vector<Rank> members = p_.members_from(history_.lane(self).group, rank);
    VersionId sum = nothing;
    for (const Rank member : members) {
      const auto loaded = read(self, member, i, i.source, k);
      if (!loaded) return loaded;
      if (member == members.back()) return write(self, rank, i, k, sum, *loaded);
      sum = sum == nothing ? *loaded
                           : add_version({.event = self,
                                          .k = k,
                                          .value = history_.values.combined(history_.version(sum).value,
                                                                            history_.version(*loaded).value),
                                          .with = sum,
                                          .incoming = *loaded,
                                          .overwritten = nothing});
    }
    return sum;
  }

  // `owner`: in whose memory.
  Result<VersionId> read(EventId self, Rank owner, const Instruction& i, const Operand& operand, int k) {
    const Done& by = history_.done(self);
    Cell& cell = this->cell(owner, operand.buffer, p_.block(by.rank, i, operand, k), i.part);
    if (cell.version == nothing)
      return tl::unexpected(story::undefined_read(history_, by, owner, operand, k));
    const EventId stored = history_.version(cell.version).event;
    if (stored != nothing && stored != self && !order_.ordered(stored, self))
      return tl::unexpected(
          story::race(history_, stored, by, owner, operand, k, story::Conflict::reads_what_is_stored));
    readers_.push_back({self, cell.readers});
    cell.readers = static_cast<std::int32_t>(readers_.size()) - 1;
    return cell.version;
  }

  Result<VersionId> write(EventId self, Rank owner, const Instruction& i, int k, VersionId with,
                          VersionId incoming) {
    const Done& by = history_.done(self);
    Cell& cell = this->cell(owner, i.target.buffer, p_.block(by.rank, i, i.target, k), i.part);
    const EventId stored = cell.version == nothing ? nothing : history_.version(cell.version).event;
    if (stored != nothing && stored != self && !order_.ordered(stored, self))
      return tl::unexpected(
          story::race(history_, stored, by, owner, i.target, k, story::Conflict::writes_what_is_stored));
    for (std::int32_t r = cell.readers; r != nothing; r = readers_[static_cast<std::size_t>(r)].next) {
      const EventId reader = readers_[static_cast<std::size_t>(r)].event;
      if (reader != self && !order_.ordered(reader, self))
        return tl::unexpected(
            story::race(history_, reader, by, owner, i.target, k, story::Conflict::writes_what_is_read));
    }
    const ValueId came = history_.version(incoming).value;
    const ValueId value =
        with == nothing ? came : history_.values.combined(history_.version(with).value, came);
    cell = {.version = add_version({.event = self,
                                    .k = k,
                                    .value = value,
                                    .with = with,
                                    .incoming = incoming,
                                    .overwritten = cell.version}),
            .readers = nothing};
    return cell.version;
  }

  // Others' memory may be touched only once they have begun: what was in it before was theirs.
  Status check_begins(EventId self) {
    shared_.push_back(self);
    const Done& by = history_.done(self);
    if (by.index > 0) return {};  // the lane's first such move asked already
    const std::vector<bool> heard = order_.heard_from(self);
    for (const Rank member : p_.members(history_.lane(self).group))
      if (!heard[static_cast<std::size_t>(member)])
        return tl::unexpected(story::not_begun(history_, by, member));
    return {};
  }

  // And only until they end: what is in it afterwards is theirs again.
  Status check_ends() {
    if (shared_.empty()) return {};
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
      order_.look_back_from_the_end_of(rank);
      std::vector<bool> takes_part;  // in each group
      for (const auto& group : p_.groups) takes_part.push_back(std::ranges::count(group, rank) > 0);
      for (const EventId e : shared_)
        if (takes_part[static_cast<std::size_t>(history_.lane(e).group)] && !order_.was_seen(e))
          return tl::unexpected(story::not_ended(history_, history_.done(e), rank));
    }
    return {};
  }

  VersionId add_version(const Version& version) {
    history_.versions.push_back(version);
    return static_cast<VersionId>(history_.versions.size()) - 1;
  }

  // In place, input is output. What a rank brings is there from the first look.
  Cell& cell(Rank rank, Buffer buffer, int block, int part) {
    const bool brings = buffer == Buffer::input || (buffer == Buffer::output && p_.collective.in_place);
    if (p_.collective.in_place && buffer == Buffer::input) buffer = Buffer::output;
    const auto [blocks, parts] = std::pair(p_.partition.blocks, p_.partition.parts);
    const std::size_t memory = static_cast<std::size_t>(rank) * buffers + static_cast<std::size_t>(buffer);
    Cell& found = cells_[(memory * static_cast<std::size_t>(blocks) + static_cast<std::size_t>(block)) *
                             static_cast<std::size_t>(parts) +
                         static_cast<std::size_t>(part)];
    if (brings && found.version == nothing && before(p_.collective, rank, block))
      found.version = add_version({.event = nothing,
                                   .k = 0,
                                   .value = history_.values.of_rank(rank, block * parts + part),
                                   .with = nothing,
                                   .incoming = nothing,
                                   .overwritten = nothing});
    return found;
  }

  // A message has as many blocks, and each as many elements, as its receive expects.
  Status check_fit(EventId self) const {
    const Done& to = history_.done(self);
    const Done& from = history_.done(history_.sender(to));
    const Instruction& receive = history_.instruction(to);
    const Instruction& send = history_.instruction(from);
    if (send.blocks != receive.blocks)
      return tl::unexpected(story::misfit(history_, to, fmt::format("{} blocks", send.blocks),
                                          fmt::format("{}", receive.blocks)));
    const Operand& source = has_target(send.op) ? send.target : send.source;
    for (int k = 0; k < receive.blocks; ++k) {
      const int sent_block = p_.block(from.rank, send, source, k);
      const int block = p_.block(to.rank, receive, receive.target, k);
      if (sent_block == block && send.part == receive.part) continue;
      const std::int64_t sent = p_.partition.chunk(sent_block, send.part).size();
      const std::int64_t expected = p_.partition.chunk(block, receive.part).size();
      if (sent != expected)
        return tl::unexpected(
            story::misfit(history_, to, fmt::format("{} elements", sent), fmt::format("{}", expected)));
    }
    return {};
  }

  // Of all chunks that hold the wrong thing, the one that got it first is told.
  Status check_promises(std::optional<std::int32_t> left_over) {
    struct Broken {
      Rank rank;
      int block;
      int part;
      VersionId found;
    };
    std::optional<Broken> first;
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank)
      for (int block = 0; block < p_.partition.blocks; ++block) {
        const auto promised = after(p_.collective, rank, block);
        if (!promised) continue;
        for (int part = 0; part < p_.partition.parts; ++part) {
          const VersionId found = cell(rank, Buffer::output, block, part).version;
          if (keeps(*promised, part, found)) continue;
          const bool earlier =
              !first || (found != nothing && (first->found == nothing || found < first->found));
          if (earlier) first = Broken{rank, block, part, found};
        }
      }
    if (!first) return {};
    return tl::unexpected(story::broken_promise(history_, first->rank, first->block, first->part,
                                                *after(p_.collective, first->rank, first->block),
                                                first->found, left_over));
  }

  // Of every chunk that several ranks are promised combined: in the order of the first of them?
  Proof compare_orders() {
    const auto expression = [&](VersionId v) {
      return history_.values.expression(history_.version(v).value);
    };
    for (int block = 0; block < p_.partition.blocks; ++block)
      for (int part = 0; part < p_.partition.parts; ++part) {
        std::optional<std::pair<Rank, VersionId>> first;
        for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
          const auto promised = after(p_.collective, rank, block);
          if (!promised || promised->whose != Content::Whose::all_ranks) continue;
          const VersionId found = cell(rank, Buffer::output, block, part).version;
          if (!first) first = {rank, found};
          if (expression(found) != expression(first->second))
            return {.one_order = false, .orders = story::orders(history_, *first, {rank, found})};
        }
      }
    return {};
  }

  bool keeps(const Content& promised, int part, VersionId found) const {
    if (found == nothing) return false;
    const ValueId value = history_.version(found).value;
    if (history_.values.chunk(value) != promised.block * p_.partition.parts + part) return false;
    return promised.whose == Content::Whose::one_rank ? history_.values.is_rank(value, promised.rank)
                                                      : history_.values.is_all(value, p_.collective.ranks);
  }

  const Programs& p_;
  History history_;
  HappensBefore order_;
  std::vector<Cell> cells_;
  std::vector<Reader> readers_;
  std::vector<EventId> shared_;  // moves on a group's memory
};

}  // namespace

Result<Proof> prove(const Programs& programs, const ProofOptions& options) {
  if (Status ok = check_form(programs); !ok) return tl::unexpected(ok.error());
  const int slots = options.slots < 0 ? programs.slots : options.slots;
  if (slots < 0) return fail("the programs declare {} slots; expected 0 or more", slots);
  return SymbolicRun(programs).run(slots);
}

Status verify(const Programs& programs, const ProofOptions& options) {
  return prove(programs, options).map([](const Proof&) {});
}

}  // namespace commlab
