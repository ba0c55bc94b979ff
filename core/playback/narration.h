#pragma once
// One plain sentence for each event, for captions, logs and lessons; and the reason why a rank waits.
// Sentences say chunk for what the code calls block, as courses do. If several blocks have several parts,
// "chunk 2.1" is part 1 of block 2.

#include <cstdint>
#include <string>
#include <vector>

#include "core/playback/playback.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

class Narration {
 public:
  // Keeps references to all three. REQUIRES: all three are of one trace.
  Narration(const Trace&, const Replay&, const Playback&);

  // Everything that happens at this very moment, a sentence each: steps and phases that are over, then what
  // arrives and is stored, then what begins, each in the trace's order. Empty between two events.
  // At most `most` of them are written out.
  struct Moment {
    std::vector<std::string> sentences;
    std::int64_t more = 0;  // number of events that are not written out
  };
  Moment at(Time, std::size_t most = 16) const;
  // The moment as one short line. If a step is over, "Step 3 of 14 is done: rank 5 was last, 1.2 us after
  // rank 0"; else the first event: "Rank 2 -> rank 3: chunk 5 arrives; rank 3 adds it: 3 of 8 contributions
  // (and 6 more)". Between two events, the number of transfers under way: "2 transfers are under way".
  std::string caption(Time) const;

  // "step 3 of 14 is done: rank 5 was last, 1.2 us after rank 0"; people count from 1, `step` from 0.
  std::string step_over(int step) const;
  // "rank 5 waits for chunk 2 from rank 4, which is 63 % across gpu4 -> gpu5"; or that the rank does not
  // wait.
  std::string why_waiting(Rank, Time) const;

  std::string name(Rank) const;  // "rank 3", or "GPU 3"
  // The chunks that a transfer carries: "chunk 5", "chunks 4..7", "4 chunks from 12 on".
  std::string chunks(std::int32_t transfer) const;

 private:
  friend struct MomentWriter;

  std::string arrival(std::int32_t transfer) const;
  std::string departure(std::int32_t transfer) const;
  std::string stored(const Deposit& first) const;
  std::string work_begins(const Span&) const;
  std::string chunk(int block, int part) const;
  std::string state_of(const Deposit&) const;

  const Trace& trace_;
  const Replay& replay_;
  const Playback& playback_;
  std::vector<std::uint32_t> by_end_;  // transfers, in order of their end
  std::vector<std::uint32_t> spans_by_start_;
  std::vector<std::vector<std::uint32_t>> spans_of_rank_;
  std::vector<std::vector<std::uint32_t>>
      of_rank_;  // per rank: transfers it sends or receives, in order of start
};

}  // namespace commlab
