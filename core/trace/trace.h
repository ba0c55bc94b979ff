#pragma once
// A Trace says who moved which chunk from when to when, and what each rank computed. It
// knows nothing of who made it: simulator, threads or GPUs.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"
#include "core/programs/programs.h"

namespace commlab {

// One message; or if `group` is set, a store to all its members or a load from all of them, by the rank that
// is then both `from` and `to`. ready <= start <= head <= end; start <= sent <= end.
struct Transfer {
  Rank from = 0;
  Rank to = 0;
  std::int32_t channel = 0;
  std::int32_t step = 0;
  std::int32_t block = 0;  // the first of `blocks` (see spacing), as the receiver names it
  std::int32_t part = 0;
  std::int32_t blocks = 1;
  Spacing spacing{};
  std::int32_t route = -1;        // index into Trace::routes; -1 unknown
  std::int32_t group = no_group;  // index into Trace::groups
  std::uint8_t phase = 0;
  bool reduces = false;  // true: combined on arrival; false: stored. For a group: a load, or a store
  std::int64_t bytes = 0;
  Time ready;     // the sender's data were there and its lane free
  Time start;     // the first byte left (after overhead, a free slot)
  Time head;      // the first byte arrived
  Time sent;      // the last byte left
  Time end;       // the last byte arrived
  Time overhead;  // the part of start - ready that every transfer costs (a model's; 0 where measured)
  Time alone;     // what sent - start would be if it had its links alone (a model's; 0 where measured)
  std::int32_t enabled_by =
      -1;  // the transfer whose end, sending or receiving `ready` waited for; -1 the launch
};

// Work within a rank.
struct Span {
  Rank rank = 0;
  std::int32_t lane = 0;
  std::int32_t step = 0;
  Opcode op = Opcode::copy;
  std::int32_t transfer = -1;  // the message it received, -1 for local work
  std::int64_t bytes = 0;
  Time start;
  Time end;
};

// The ranks first .. first + ranks - 1.
struct RankRange {
  Rank first = 0;
  int ranks = 0;

  bool has(Rank rank) const { return first <= rank && rank < first + ranks; }
  bool operator==(const RankRange&) const = default;
};

struct Trace {
  Collective collective;
  Partition partition;
  std::string algorithm;
  std::string machine;
  std::string backend;     // "sim", "host"
  std::string where;       // for measured runs, Run's `where`: "8 virtual ranks on one GPU"; else empty
  std::string experiment;  // the line that repeats the run
  std::vector<std::string> phases;
  std::vector<std::vector<Rank>> groups;
  Topology topology;
  std::vector<std::vector<LinkId>> routes;
  std::vector<Transfer> transfers;  // in order of start, then sender, then channel
  std::vector<Span> spans;
  // If set, the trace has only what these ranks send, receive and do, because all other ranks do the same at
  // the same times. Then routes have only the links of these ranks, and enabled_by is not known.
  std::optional<RankRange> recorded = {};
  Time launch;  // when the ranks began
  Time finish;

  RankRange recorded_ranks() const { return recorded.value_or(RankRange{0, collective.ranks}); }

  // One rank for a message; but a store to a group has all members as receivers, a load has them as senders.
  // They live as long as trace and transfer.
  std::span<const Rank> senders(const Transfer&) const;
  std::span<const Rank> receivers(const Transfer&) const;
  std::string ends_text(const Transfer&) const;  // "rank 3 -> rank 4", "ranks 0..7 -> rank 3"
};

// A message under way at time t, and its progress: 0 at start, 1 at end.
struct InFlight {
  std::int32_t transfer;
  double fraction;
};
std::vector<InFlight> in_flight(const Trace&, Time t);
double fraction_at(const Transfer&, Time t);  // REQUIRES: start <= t <= end.

// Whether the trace has only messages from one rank to another, and nothing done by a group.
bool has_only_messages(const Trace&);
// Whether the trace has only copies from GPU to GPU: then pictures and captions name GPUs, else ranks. Also
// true if copies are to run and nothing runs yet. False for a script: its messages are between ranks, and
// follow no algorithm.
bool has_only_copies(const Trace&);
std::string name_of_end(const Trace&, Rank);  // "GPU 3" of copies, else "rank 3"

}  // namespace commlab
