#pragma once
// The content of every rank's memory at every moment of a finished trace: the Programs are played
// symbolically once more, and the trace dates every store into memory.
//
//   the k-th send of a connection  is  its k-th Transfer; likewise a lane's moves on its group
//   what is received               is stored when its Span ends; without one, when the message has
//                                  arrived and the receiving lane has come to it
//   local work                     likewise: when its Span ends, or at once when it can happen
//
// All questions are pure functions of the time, so playing, pausing and going back are the same thing.
// Building plays every instruction once; memory: 64 bytes for each store into a chunk, 44 for each
// chunk of each rank, and 36 or a little more for each addition. A question about a chunk is a binary
// search among the stores into it.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/index.h"
#include "core/collective/contributions.h"
#include "core/collective/data_pattern.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

// Something was stored into a chunk of a rank's memory.
struct Deposit {
  Time at;
  Rank rank = 0;  // rank in whose memory it was stored
  std::int32_t block = 0;
  std::int32_t part = 0;
  ValueId value = -1;          // content of the chunk from now on
  ValueId came = -1;           // what was added to the old content, or replaced it
  ValueId old = -1;            // what it was added to; -1: nothing, it was copied, or a switch summed it
  std::int32_t transfer = -1;  // transfer that brought it; -1: local work
  std::int32_t step = 0;
  Buffer buffer = Buffer::output;  // in place, a store into the input is one into the output
  std::uint8_t phase = 0;
  bool reduced = false;  // true: added to the old content, or summed by a switch; false: copied
  bool done = false;     // the chunk now holds what the collective promises there
};

// The content of a chunk of a rank's output. If nothing has been written yet, the content that the rank
// brings.
struct Held {
  int contributions = 0;  // number of ranks; 0: nothing
  ValueId value = -1;     // -1: nothing
  bool written = false;   // by the algorithm; false for the content that the rank brings
  bool done = false;      // exactly what the collective promises there
};

class Replay {
 public:
  inline static constexpr ValueId no_value = -1;

  // An error names the first difference between trace and programs, or the place where the programs cannot go
  // on.
  static Result<Replay> of(const Trace&, const Programs&);

  const Collective& collective() const { return collective_; }
  const Partition& partition() const { return partition_; }
  const Contributions& values() const { return values_; }

  // REQUIRES (here and below): a rank, block and part of the collective and partition.
  Held held(Rank, int block, int part, Time) const;
  // A partial sum that is on its way to another rank: the content of the rank's scratch in the chunk's place.
  // Nothing if another chunk is there.
  Held passing(Rank, int block, int part, Time) const;
  bool promised(Rank rank, int block) const { return after(collective_, rank, block).has_value(); }
  // The content that the rank brings there; no_value: nothing.
  ValueId brought(Rank rank, int block, int part) const { return brought_[cell(rank, block, part)]; }

  // completed(): the time from which the rank's output holds what was promised, and keeps it.
  // chunk_completed(): the same for the chunk in all outputs to which it is promised. Both are 0 if nothing
  // is promised, and `never` if the promise is never kept.
  Time completed(Rank rank) const { return rank_completed_[rank]; }
  Time chunk_completed(int block, int part) const;
  bool complete(Rank rank, Time t) const { return t >= completed(rank); }

  // All deposits, in order of time; deposits of one moment are in the order of the programs.
  std::span<const Deposit> deposits() const { return deposits_; }
  // The deposits with after < at <= until: they change a picture of `after` into one of `until`.
  std::span<const Deposit> deposits(Time after, Time until) const;
  // The deposits of a transfer: one for each block, and for each member of a group to which it stored.
  std::span<const Deposit> landed(std::int32_t transfer) const;
  // When a transfer's content was stored: at its end or later.
  Time landed_at(std::int32_t transfer) const;

  // The elements of a content, in the input of a rank that contributed to it; none if it comes from two
  // different chunks.
  ElementRange elements_brought(ValueId) const;
  // "rank 3", "ranks 0..2, 5 twice".
  std::string contributors(ValueId value) const { return values_.text(value); }
  // The first element of a chunk with this content, if inputs follow the pattern: "10" for 1 + 2 + 3 + 4. In
  // avg, floats are divided by the number of ranks from the start, integers at the end. Empty if the chunk
  // has no elements, or if its content comes from two different chunks. O(contributors).
  std::string value_text(ValueId, DataPattern) const;

 private:
  friend class ReplayBuilder;
  Replay(const Collective& collective, const Partition& partition)
      : collective_(collective), partition_(partition), values_(collective.op) {}

  // The part of a Deposit that questions about a chunk need. It is kept a second time, because the deposits
  // of one chunk lie far apart: a picture of a million chunks would mostly wait for memory.
  struct Store {
    Time at;
    ValueId value;
    std::uint32_t contributions : 31;
    std::uint32_t done : 1;
  };
  // The stores into each chunk of all ranks' buffers of one kind, in order of time.
  struct Stores {
    std::vector<std::uint32_t> first;  // start of each run in `all`; one more at the end; empty: no stores
    std::vector<Store> all;
  };
  Stores stores_into(Buffer) const;
  static const Store* last_store(const Stores&, std::size_t cell, Time);  // null: no store yet
  std::size_t cell(Rank rank, int block, int part) const {
    return (index(rank) * index(partition_.blocks) + index(block)) * index(partition_.parts) + index(part);
  }
  bool keeps_promise(Rank, int block, int part, ValueId) const;
  Time kept_from(Rank, int block, int part) const;
  void index_deposits(std::size_t transfers);
  void find_completions();

  Collective collective_;
  Partition partition_;
  Contributions values_;
  std::vector<ValueId> brought_;   // content that each rank brings, per chunk
  std::vector<Deposit> deposits_;  // in order of time
  Stores outputs_;
  Stores scratch_;
  std::vector<std::uint32_t> landed_;  // per transfer: its first deposit
  std::vector<Time> rank_completed_;
  std::vector<Time> chunk_completed_;
};

}  // namespace commlab
