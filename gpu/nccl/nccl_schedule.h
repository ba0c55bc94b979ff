#pragma once
// One of our schedules over NCCL, for the ranks of this process: what each rank packs, sends and receives in
// a round (nccl_rounds.h), and which work our kernels then do on the rank's stream.
//
//   pack what is not contiguous | group: sends, receives into staging | copy or reduce from staging | ...
//
// Staging has a slot for each message that a connection can hold, in the receiver's memory.

#include <vector>

#include "core/programs/programs.h"
#include "gpu/issue_order.h"
#include "gpu/nccl/nccl_calls.h"
#include "gpu/nccl/nccl_rank.h"
#include "gpu/nccl/nccl_rounds.h"

namespace commlab {

class NcclSchedule {
 public:
  // Programs and order must outlive it. Errors: as nccl_rounds().
  static Result<NcclSchedule> plan(const Programs&, const IssueOrder&);

  int rounds() const { return rounds_.rounds; }
  Bytes staging_of(Rank) const;

  // Call these functions for each rank of this process, in this order. They also request the stamps of the
  // rank's instructions.
  void begin(CudaCalls&, NcclRank&, Iteration&) const;  // scales the input, and does the work before round 1
  void pack(NcclRank&, int round, Iteration&) const;
  void exchange(NcclCalls&, const NcclRank&, ncclComm_t, int round) const;  // inside a group
  void work(CudaCalls&, NcclRank&, int round, Iteration&) const;
  void end(CudaCalls&, NcclRank&) const;  // scales the output

  // The ranks with which the rank exchanges messages in the round.
  std::vector<Rank> peers(Rank, int round) const;

 private:
  struct Staged {              // offsets into the staging of sender and receiver
    std::int64_t packed = -1;  // -1: the source is contiguous, and is sent from where it lies
    std::int64_t slot = 0;
  };

  NcclSchedule(const Programs& programs, const IssueOrder& order, NcclRounds rounds);
  void place_slots();
  void place_packs();
  bool lies_together(const IssuedInstruction&) const;
  Rank from(int message) const;
  Rank to(int message) const;
  std::span<std::byte> outgoing(const NcclRank&, int message) const;
  std::span<std::byte> incoming(const NcclRank&, int message) const;
  void perform(CudaCalls&, NcclRank&, int instruction) const;

  const Programs* programs_;
  const IssueOrder* order_;
  NcclRounds rounds_;
  std::vector<std::vector<int>> messages_;           // round -> its messages
  std::vector<std::vector<std::vector<int>>> work_;  // rank -> round -> instructions with a target
  std::vector<Staged> staged_;                       // by message
  std::vector<std::int64_t> staging_;                // bytes, by rank
};

}  // namespace commlab
