#pragma once
// One of our schedules over NCCL, as far as this process's ranks have part in it: what each of them packs,
// sends and receives in a round (nccl_rounds.h), and what it works on afterwards, with our kernels on its
// stream.
//
//   pack what does not lie together | group: sends, receives into staging | copy or reduce from staging | ...
//
// Staging is a slot for each message that a connection can hold, where its receiver is.

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

  // Of a rank that is here, in this order. Stamps of the rank's instructions are asked for on the way.
  void begin(CudaCalls&, NcclRank&, Iteration&) const;  // scales the input, does what comes first
  void pack(NcclRank&, int round, Iteration&) const;
  void exchange(NcclCalls&, const NcclRank&, ncclComm_t, int round) const;  // inside a group
  void work(CudaCalls&, NcclRank&, int round, Iteration&) const;
  void end(CudaCalls&, NcclRank&) const;  // scales the output

  // Whose messages the rank waits for, or who for its own, in the round.
  std::vector<Rank> peers(Rank, int round) const;

 private:
  struct Staged {              // offsets into the staging of sender and receiver
    std::int64_t packed = -1;  // -1: the source lies together, and is sent from there
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
  std::vector<Staged> staged_;                       // of each message
  std::vector<std::int64_t> staging_;                // bytes of each rank
};

}  // namespace commlab
