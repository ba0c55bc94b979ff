#include "core/verify/symbolic_memory.h"

#include <utility>

#include "core/base/index.h"
#include "core/verify/verify_story.h"

namespace commlab {
namespace {

constexpr std::size_t buffers = 3;  // of a rank: input, output, scratch

}  // namespace

SymbolicMemory::SymbolicMemory(const Programs& programs, History& history, HappensBefore& order)
    : p_(programs), history_(history), order_(order) {
  const auto chunks = index(p_.partition.blocks) * index(p_.partition.parts);
  cells_.resize(index(p_.collective.ranks) * buffers * chunks);
}

Result<VersionId> SymbolicMemory::read(EventId self, Rank owner, const Instruction& i, const Operand& operand,
                                       int k) {
  const Done& by = history_.done(self);
  Cell& cell = this->cell(owner, operand.buffer, p_.block(by.rank, i, operand, k), i.part);
  if (cell.version == nothing) return tl::unexpected(story::undefined_read(history_, by, owner, operand, k));
  const EventId stored = history_.version(cell.version).event;
  if (stored != nothing && stored != self && !order_.ordered(stored, self))
    return tl::unexpected(
        story::race(history_, stored, by, owner, operand, k, story::Conflict::reads_what_is_stored));
  readers_.push_back({self, cell.readers});
  cell.readers = static_cast<std::int32_t>(readers_.size()) - 1;
  return cell.version;
}

Result<VersionId> SymbolicMemory::write(EventId self, Rank owner, const Instruction& i, int k, VersionId with,
                                        VersionId incoming) {
  const Done& by = history_.done(self);
  Cell& cell = this->cell(owner, i.target.buffer, p_.block(by.rank, i, i.target, k), i.part);
  const EventId stored = cell.version == nothing ? nothing : history_.version(cell.version).event;
  if (stored != nothing && stored != self && !order_.ordered(stored, self))
    return tl::unexpected(
        story::race(history_, stored, by, owner, i.target, k, story::Conflict::writes_what_is_stored));
  for (std::int32_t r = cell.readers; r != nothing; r = readers_[r].next) {
    const EventId reader = readers_[r].event;
    if (reader != self && !order_.ordered(reader, self))
      return tl::unexpected(
          story::race(history_, reader, by, owner, i.target, k, story::Conflict::writes_what_is_read));
  }
  const ValueId came = history_.version(incoming).value;
  const ValueId value = with == nothing ? came : history_.values.combined(history_.version(with).value, came);
  cell = {.version = history_.add({.event = self,
                                   .k = k,
                                   .value = value,
                                   .with = with,
                                   .incoming = incoming,
                                   .overwritten = cell.version}),
          .readers = nothing};
  return cell.version;
}

SymbolicMemory::Cell& SymbolicMemory::cell(Rank rank, Buffer buffer, int block, int part) {
  const bool brings = buffer == Buffer::input || (buffer == Buffer::output && p_.collective.in_place);
  if (p_.collective.in_place && buffer == Buffer::input) buffer = Buffer::output;
  const auto [blocks, parts] = std::pair(p_.partition.blocks, p_.partition.parts);
  const std::size_t memory = index(rank) * buffers + static_cast<std::size_t>(buffer);
  Cell& found = cells_[(memory * index(blocks) + index(block)) * index(parts) + index(part)];
  if (brings && found.version == nothing && before(p_.collective, rank, block))
    found.version = history_.add({.event = nothing,
                                  .k = 0,
                                  .value = history_.values.of_rank(rank, block * parts + part),
                                  .with = nothing,
                                  .incoming = nothing,
                                  .overwritten = nothing});
  return found;
}

}  // namespace commlab
