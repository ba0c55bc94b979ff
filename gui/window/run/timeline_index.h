#pragma once
// The transfers of a trace, sorted into rows once, so that a frame looks up only what it shows.
//
// A row is a rank (the transfers that it sends), a link (the transfers that cross it), or, in a run that only
// copies from rank to rank, a sender and one of its receivers. Transfers of a row that overlap in time are in
// different lanes: within a lane, a transfer starts only after the last byte of the transfer before it has
// left. So binary search finds the visible ones.

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/trace.h"
#include "gui/window/run/view.h"

namespace commlab {

struct TimelineRow {
  std::string name;                              // "rank 3", "gpu0 -> gpu1"
  Rank rank = -1;                                // the rank, or the sender of a copy; -1: a link's row
  LinkId link = -1;                              // the link; -1: a rank's row
  std::vector<std::vector<std::int32_t>> lanes;  // transfers, in order of start
  std::vector<std::int32_t> received;            // transfers that this rank receives, in order of end
  std::vector<std::int32_t> work;                // spans of this rank, in order of end
  // A stretch of time in which bytes were leaving. Stretches are disjoint and in order.
  struct Stretch {
    Time from;
    Time to;
  };
  std::vector<Stretch> busy;
  Time busy_time;  // the sum of these stretches
  Time done;       // when the last transfer or work ended
};

// The phases whose messages are under way in a stretch of time; several if phases overlap. If no messages are
// under way, the phase before goes on.
struct PhaseBand {
  Time from;
  Time to;
  std::vector<std::size_t> phases;
  std::string name;  // "reduce-scatter", "reduce-scatter and all-gather"
};
// In order of time, without gaps; empty if phases have no names.
std::vector<PhaseBand> phase_bands(const Trace&);

struct TimelineIndex {
  Rows rows_of = Rows::ranks;
  std::vector<TimelineRow> rows;
  std::vector<int> row_of;  // by rank or link: its (first) row; -1: it carried nothing
  std::map<std::pair<Rank, Rank>, int> row_of_copy;  // by sender and receiver; empty unless rows are copies
  Time longest_arrival;  // the longest time from the arrival of a transfer's first byte to its last
  Time longest_work;     // the longest span of work
  std::vector<PhaseBand> phases;
  bool adds = false;  // some message is added where it arrives
  bool copies = false;
  int alike = 0;  // ranks that were not recorded, because they do the same as those that have rows

  int row(const Transfer&, const Trace&) const;  // the row in which it is drawn (its first link's); -1: none
  int row_of_rank(Rank) const;                   // -1 if rows are links, or the rank only receives
};

// O(n log n). Links that carried nothing have no row. If rows are links and routes are unknown, there are no
// rows. REQUIRES: all ranks, links and phases of the trace are in range.
TimelineIndex index_timeline(const Trace&, Rows);

// The transfers of a lane whose bytes leave within [from, to], both ends included.
std::span<const std::int32_t> sent_within(const Trace&, std::span<const std::int32_t> lane, Time from,
                                          Time to);

// Bytes that left within a stretch of time. A transfer that is partly inside counts with that share of its
// bytes. `row`: one row, or -1 for all.
double bytes_within(const Trace&, const TimelineIndex&, int row, Time from, Time to);

// "showing 1,024 ranks; slowest: rank 12, rank 7, rank 3": the ranks that were busy sending longest,
// `at_most` of them. If all ranks differ by less than 1 %, the sentence says that they are alike.
std::string slowest_sentence(const TimelineIndex&, std::size_t at_most);

// What a transfer carries: "5", "0..3" (blocks), "2.1" (a part of a block).
std::string cargo_text(const Trace&, const Transfer&);
// "r2 -> r3: chunk 5, 8 MiB, adds; 93.2 us".
std::string transfer_sentence(const Trace&, const Transfer&);
bool carries(const Trace&, const Transfer&, int block, int part);
int chunk_number(const Trace&, const Transfer&);  // the first chunk that it carries; gives the hue

}  // namespace commlab
