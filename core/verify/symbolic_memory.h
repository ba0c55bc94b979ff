#pragma once
// The memory of all ranks while Programs are proved: which version every chunk holds, and who has read it
// since. When two instructions access one chunk, and one of them writes, something must give their order
// (core/verify/happens_before.h). It is not enough that this run had them in one order.

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/verify/happens_before.h"
#include "core/verify/symbolic_history.h"

namespace commlab {

class SymbolicMemory {
 public:
  // Keeps references to all three.
  SymbolicMemory(const Programs&, History&, HappensBefore&);

  // The version that the chunk holds, or nothing. In place, input is output. The input that a rank brings is
  // there from the beginning.
  VersionId at(Rank rank, Buffer buffer, int block, int part) {
    return cell(rank, buffer, block, part).version;
  }
  // What the k-th block of an instruction's operand holds, in the memory of `owner`. An error tells of a
  // race, or that nothing was ever stored there.
  Result<VersionId> read(EventId, Rank owner, const Instruction&, const Operand&, int k);
  // Stores `incoming`, or where `with` is something, both combined, as the k-th block of the instruction's
  // target: the new version. An error tells of a race.
  Result<VersionId> write(EventId, Rank owner, const Instruction&, int k, VersionId with, VersionId incoming);

 private:
  struct Cell {
    VersionId version = nothing;
    std::int32_t readers = nothing;  // index into readers_
  };
  struct Reader {
    EventId event;
    std::int32_t next;  // index into readers_
  };
  Cell& cell(Rank, Buffer, int block, int part);

  const Programs& p_;
  History& history_;
  HappensBefore& order_;
  std::vector<Cell> cells_;
  std::vector<Reader> readers_;
};

}  // namespace commlab
