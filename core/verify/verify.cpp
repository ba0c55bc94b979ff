// The symbolic run. Memory holds versions instead of numbers: each version knows which contributions
// it is made of, and how. Every access is checked when it happens; what is promised is checked at the
// end.

#include "core/verify/verify.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/base/stopped.h"
#include "core/programs/check_programs.h"
#include "core/programs/execution.h"
#include "core/programs/play.h"
#include "core/verify/happens_before.h"
#include "core/verify/symbolic_history.h"
#include "core/verify/symbolic_memory.h"
#include "core/verify/verify_deadlock.h"
#include "core/verify/verify_one_tile.h"
#include "core/verify/verify_story.h"

namespace commlab {
namespace {

// What a proof remembers of each block that an instruction moves (measured: 60 to 80 bytes).
constexpr Bytes of_a_block{80};

class SymbolicRun {
 public:
  SymbolicRun(const Programs& programs, std::stop_token stop)
      : p_(programs),
        stop_(std::move(stop)),
        history_(programs),
        order_(history_),
        memory_(programs, history_, order_) {}

  Result<Proof> run(int slots) {
    Execution execution(p_, slots);
    if (Status ok = play(p_, execution, *this); !ok) return tl::unexpected(ok.error());
    if (!execution.done()) return tl::unexpected(story::deadlock(history_, execution, slots));
    if (Status ok = check_promises(execution.first_left_over()); !ok) return tl::unexpected(ok.error());
    if (execution.first_left_over()) return tl::unexpected(story::left_over(history_, execution));
    if (execution.uneven_meetings()) return tl::unexpected(story::uneven_meetings(history_, execution));
    if (Status ok = check_ends(); !ok) return tl::unexpected(ok.error());
    const Proof proof = compare_orders();
    if (stop_.stop_requested()) return stopped();
    return proof;
  }

  // What play() asks for: the k-th block of an operand is a version.
  using Value = VersionId;

  Status begin(const Happened& event) {
    if (stop_.stop_requested()) return stopped();
    const Instruction& i = *event.instruction;
    self_ = static_cast<EventId>(history_.events.size());
    history_.events.push_back({.rank = event.rank,
                               .lane = event.lane,
                               .index = event.index,
                               .taken = event.taken,
                               .meeting = event.meeting});
    order_.note(self_);
    if (i.op == Opcode::arrive) note_arrival(self_);
    if (shares(i.op))
      if (Status ok = check_begins(self_); !ok) return ok;
    if (event.taken >= 0)
      if (Status ok = check_fit(self_); !ok) return ok;
    first_sent_ = static_cast<std::uint32_t>(history_.sent.size());
    return {};
  }
  Result<VersionId> read(const Happened& event, Rank owner, const Operand& operand, int k) {
    return memory_.read(self_, owner, *event.instruction, operand, k);
  }
  Result<VersionId> write(const Happened& event, Rank owner, int k, const VersionId* with,
                          VersionId incoming) {
    return memory_.write(self_, owner, *event.instruction, k, with != nullptr ? *with : nothing, incoming);
  }
  VersionId combined(const Happened&, int k, VersionId sum, VersionId loaded) {
    return history_.add(
        {.event = self_,
         .k = k,
         .value = history_.values.combined(history_.version(sum).value, history_.version(loaded).value),
         .with = sum,
         .incoming = loaded,
         .overwritten = nothing});
  }
  VersionId message(const Happened& event, int k) const {
    return history_.sent[history_.messages[event.taken].first_version + k];
  }
  void send(const Happened&, int, VersionId version) { history_.sent.push_back(version); }
  void end(const Happened& event) {
    if (event.sent >= 0) history_.messages.push_back({.sender = self_, .first_version = first_sent_});
  }

 private:
  void note_arrival(EventId self) {
    const auto meeting = index(history_.done(self).meeting);
    history_.meetings.resize(std::max(history_.meetings.size(), meeting + 1));
    history_.meetings[meeting].push_back(self);
  }

  // Another rank's memory may be touched only after that rank has begun: before, it has other contents.
  Status check_begins(EventId self) {
    shared_.push_back(self);
    const Done& by = history_.done(self);
    if (by.index > 0) return {};  // the lane's first such move asked already
    const std::vector<bool> heard = order_.heard_from(self);
    for (const Rank member : p_.members(history_.lane(self).group))
      if (!heard[member]) return tl::unexpected(story::not_begun(history_, by, member));
    return {};
  }

  // And only before that rank ends: afterwards, the memory is its own again.
  Status check_ends() {
    if (shared_.empty()) return {};
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
      if (stop_.stop_requested()) return stopped();
      order_.look_back_from_the_end_of(rank);
      std::vector<bool> takes_part;  // in each group
      for (const auto& group : p_.groups) takes_part.push_back(std::ranges::count(group, rank) > 0);
      for (const EventId e : shared_)
        if (takes_part[history_.lane(e).group] && !order_.was_seen(e))
          return tl::unexpected(story::not_ended(history_, history_.done(e), rank));
    }
    return {};
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
      if (sent_block == block && send.part == receive.part && !is_uneven(p_.collective)) continue;
      const std::int64_t sent = p_.elements(from.rank, send, source, k).size();
      const std::int64_t expected = p_.elements(to.rank, receive, receive.target, k).size();
      if (sent != expected)
        return tl::unexpected(
            story::misfit(history_, to, fmt::format("{} elements", sent), fmt::format("{}", expected)));
    }
    return {};
  }

  // If several chunks have wrong contents, the error names the one that got them first.
  Status check_promises(std::optional<std::int32_t> left_over) {
    struct Broken {
      Rank rank;
      int block;
      int part;
      VersionId found;
    };
    std::optional<Broken> first;
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
      if (stop_.stop_requested()) return stopped();
      for (int block = 0; block < p_.partition.blocks; ++block) {
        const auto promised = after(p_.collective, rank, block);
        if (!promised) continue;
        for (int part = 0; part < p_.partition.parts; ++part) {
          const VersionId found = memory_.at(rank, Buffer::output, block, part);
          if (keeps(*promised, part, found)) continue;
          const bool earlier =
              !first || (found != nothing && (first->found == nothing || found < first->found));
          if (earlier) first = Broken{rank, block, part, found};
        }
      }
    }
    if (!first) return {};
    return tl::unexpected(story::broken_promise(history_, first->rank, first->block, first->part,
                                                *after(p_.collective, first->rank, first->block),
                                                first->found, left_over));
  }

  // For every reduced chunk that several ranks are promised: whether all use the order of the first. After a
  // stop, it ends early.
  Proof compare_orders() {
    const auto expression = [&](VersionId v) {
      return history_.values.expression(history_.version(v).value);
    };
    for (int block = 0; block < p_.partition.blocks && !stop_.stop_requested(); ++block)
      for (int part = 0; part < p_.partition.parts; ++part) {
        std::optional<std::pair<Rank, VersionId>> first;
        for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
          const auto promised = after(p_.collective, rank, block);
          if (!promised || promised->whose != Content::Whose::all_ranks) continue;
          const VersionId found = memory_.at(rank, Buffer::output, block, part);
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
  const std::stop_token stop_;
  History history_;
  HappensBefore order_;
  SymbolicMemory memory_;
  std::vector<EventId> shared_;   // moves on a group's memory
  EventId self_ = nothing;        // what is being done
  std::uint32_t first_sent_ = 0;  // in history_.sent, of the message it sends
};

}  // namespace

Result<Proof> prove(const Programs& programs, const ProofOptions& options) {
  const std::string what = fmt::format("a proof of {} {} over {} ranks", name_of(programs.collective.kind),
                                       programs.algorithm, programs.collective.ranks);
  const auto fits = [&](std::int64_t blocks) {
    return check_memory(options.budget, what, blocks, of_a_block);
  };
  const std::int64_t blocks = blocks_moved(programs);
  if (Status ok = fits(blocks / std::max(1, programs.sharers())); !ok) return tl::unexpected(ok.error());
  if (Status ok = check_form(programs); !ok) return tl::unexpected(ok.error());
  const int slots = options.slots < 0 ? programs.slots : options.slots;
  if (slots < 0) return fail("the programs declare {} slots; expected 0 or more", slots);
  if (options.stop.stop_requested()) return stopped();
  if (proved_by_one_tile(programs, slots)) return Proof{};
  if (Status ok = fits(blocks); !ok) return tl::unexpected(ok.error());
  return SymbolicRun(programs, options.stop).run(slots);
}

Status verify(const Programs& programs, const ProofOptions& options) {
  return prove(programs, options).map([](const Proof&) {});
}

}  // namespace commlab
