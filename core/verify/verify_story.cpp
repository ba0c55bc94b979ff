#include "core/verify/verify_story.h"

#include <algorithm>
#include <vector>

#include "core/verify/first_wrong.h"
#include "core/verify/verify_lines.h"

namespace commlab::story {
namespace {

// "output block 1"; "rank 2's output block 1" if an instruction accesses the memory of another rank.
std::string place_of_owner(const History& h, const Done& by, Rank owner, const Operand& operand, int k) {
  const std::string where = place(h.programs, by.rank, h.instruction(by), operand, k);
  return owner == by.rank ? where : fmt::format("rank {}'s {}", owner, where);
}

std::string accuse(const History& h, const Suspect& suspect) {
  return fmt::format("\nFirst wrong transfer: {}; {}.", line(h, suspect.version), suspect.reason);
}

std::string promise(const Programs& p, const Content& promised, int part) {
  const std::string chunk = chunk_name(p, promised.block * p.partition.parts + part);
  if (promised.whose == Content::Whose::one_rank) return fmt::format("rank {}'s {}", promised.rank, chunk);
  const std::vector<Contributions::Run> everyone = {{0, p.collective.ranks, 1}};
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
std::string stored_later(const History& h, const Done& reader, Rank owner, const Operand& operand, int k) {
  const Programs& p = h.programs;
  const Instruction& read = h.instruction(reader);
  const auto mapped = [&](Buffer buffer) {
    return p.collective.in_place && buffer == Buffer::input ? Buffer::output : buffer;
  };
  const auto stores = [&](const Instruction& i, int block) {
    if (!has_target(i.op) || i.part != read.part || mapped(i.target.buffer) != mapped(operand.buffer))
      return false;
    for (int target = 0; target < i.blocks; ++target)
      if (p.block(owner, i, i.target, target) == block) return true;
    return false;
  };
  const auto& lanes = p.of(owner).lanes;
  std::vector<int> next(lanes.size(), 0);
  for (const Done& d : h.events)
    if (d.rank == owner) next[d.lane] = d.index + 1;
  for (std::size_t l = 0; l < lanes.size(); ++l)
    for (int index = next[l]; index < static_cast<int>(lanes[l].code.size()); ++index)
      if (stores(lanes[l].code[index], p.block(reader.rank, read, operand, k)))
        return fmt::format(
            " It does not wait for {}, which stores it.",
            doing(h, {.rank = owner, .lane = static_cast<int>(l), .index = index, .taken = nothing}));
  return "";
}

Error no(std::string message) { return {std::move(message), Fault::no}; }

}  // namespace

std::string first_wrong(const History& h, std::optional<std::int32_t> left_over) {
  const auto suspect = first_plainly_wrong(h);
  if (left_over) {
    const EventId sent = h.messages[*left_over].sender;
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
  std::optional<Suspect> suspect = first_plainly_wrong(h, made_of);
  const bool lacks = found != nothing && promised.whose == Content::Whose::all_ranks;
  if (!suspect && lacks) suspect = where_lost(h, made_of, h.values.missing(value, p.collective.ranks));
  if (suspect) return no(what + accuse(h, *suspect) + how_it_came_about(h, found, suspect->version));
  std::string wrong = first_wrong(h, left_over);
  if (wrong.empty()) wrong = "\nFirst wrong transfer: the one that should bring the rest is missing.";
  return no(what + wrong + how_it_came_about(h, found, nothing));
}

Error undefined_read(const History& h, const Done& by, Rank owner, const Operand& operand, int k) {
  std::string wrong = first_wrong(h);
  if (wrong.empty()) wrong = "\nFirst wrong transfer: this one; all before it is right.";
  return no(fmt::format("{} reads {} before anything is stored there.{}{}", doing(h, by),
                        place_of_owner(h, by, owner, operand, k), stored_later(h, by, owner, operand, k),
                        wrong));
}

Error race(const History& h, EventId earlier, const Done& later, Rank owner, const Operand& operand, int k,
           Conflict conflict) {
  const Instruction& i = h.instruction(later);
  const Done& before = h.done(earlier);
  const auto verb = [&] {
    switch (conflict) {
      case Conflict::reads_what_is_stored: return "reads what the other stores";
      case Conflict::writes_what_is_stored: return "writes it as well";
      case Conflict::writes_what_is_read: return "overwrites what the other reads";
    }
    return "";
  };
  // Which of the two came first is chance. The one with the later step should have waited.
  const bool turned = i.step < h.instruction(before).step;
  return no(fmt::format(
      "rank {} has a race on its {}: nothing orders {} and {}, which {}.\nFirst wrong transfer: {}; it does "
      "not wait for {}.",
      owner, place(h.programs, later.rank, i, operand, k), doing(h, before), doing(h, later), verb(),
      doing(h, turned ? before : later), doing(h, turned ? later : before)));
}

Error not_begun(const History& h, const Done& by, Rank member) {
  return no(
      fmt::format("{} may come before rank {} begins, when its memory is not yet the collective's.\nFirst "
                  "wrong transfer: "
                  "this one; it does not wait for rank {} to arrive at a barrier.",
                  doing(h, by), member, member));
}

Error not_ended(const History& h, const Done& by, Rank member) {
  return no(fmt::format(
      "rank {} may end before {}, which {} its memory.\nFirst wrong transfer: that one; rank {} waits at no "
      "barrier for rank {} to have done it.",
      member, doing(h, by), h.instruction(by).op == Opcode::multicast ? "stores into" : "reads", member,
      by.rank));
}

Error misfit(const History& h, const Done& receive, const std::string& sent, const std::string& expected) {
  return no(fmt::format("{} expects {}, and is sent {}.\nFirst wrong transfer: {}.", doing(h, receive),
                        expected, sent, sending(h, receive.taken)));
}

namespace {

constexpr std::size_t longest_expression = 60;

// "(x0 + x2) + x1"; cut short where it is long.
void append_expression(const History& h, VersionId id, bool inner, std::string& text) {
  if (text.size() > longest_expression) return;
  const Version& v = h.version(id);
  if (v.event == nothing) {
    text += fmt::format("x{}", h.values.only_rank(v.value));
  } else if (v.with == nothing) {
    append_expression(h, v.incoming, inner, text);
  } else {
    if (inner) text += '(';
    append_expression(h, v.with, true, text);
    text += " + ";
    append_expression(h, v.incoming, true, text);
    if (inner) text += ')';
  }
}

std::string expression(const History& h, VersionId id) {
  std::string text;
  append_expression(h, id, false, text);
  return text.size() > longest_expression ? text.substr(0, longest_expression) + " ..." : text;
}

}  // namespace

std::string orders(const History& h, std::pair<Rank, VersionId> one, std::pair<Rank, VersionId> other) {
  return fmt::format("{} is {} on rank {}, and {} on rank {}",
                     chunk_name(h.programs, h.values.chunk(h.version(one.second).value)),
                     expression(h, one.second), one.first, expression(h, other.second), other.first);
}

}  // namespace commlab::story
