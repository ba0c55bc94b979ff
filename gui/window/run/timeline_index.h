#pragma once
// The transfers of a trace, sorted into rows once, so that a frame looks up only what it shows.
//
// A row is a rank (what it sends) or a link (what crosses it); of copies from rank to rank, a sender and one
// of its receivers. Where a row has several transfers at once
// they stand in lanes, and within a lane none starts before the last byte of the one before has left: so
// what is visible is found by binary search.

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
  Rank rank = -1;                                // of a rank's row; the sender
  LinkId link = -1;                              // of a link's row
  std::vector<std::vector<std::int32_t>> lanes;  // transfers, in order of start
  std::vector<std::int32_t> received;            // by this rank, in order of end
  std::vector<std::int32_t> work;                // spans of this rank, in order of end
  // Something was under way, from the first to the last byte that left: disjoint, in order.
  struct Stretch {
    Time from;
    Time to;
  };
  std::vector<Stretch> busy;
  Time busy_time;  // their sum
  Time done;       // its last transfer, or work, ended
};

// The phases whose messages are under way in a stretch of time: several where they overlap. Where none are,
// the one before lasts.
struct PhaseBand {
  Time from;
  Time to;
  std::vector<std::size_t> phases;
  std::string name;  // "reduce-scatter", "reduce-scatter and all-gather"
};
// In order of time, without gaps; none where phases have no names.
std::vector<PhaseBand> phase_bands(const Trace&);

struct TimelineIndex {
  Rows rows_of = Rows::ranks;
  std::vector<TimelineRow> rows;
  std::vector<int> row_of;  // by rank or link: its row, the first of several; -1: it carried nothing
  std::map<std::pair<Rank, Rank>, int> row_of_copy;  // by sender and receiver; else empty
  Time longest_arrival;  // the most that one transfer took from its first byte to arrive to its last
  Time longest_work;     // of a span
  std::vector<PhaseBand> phases;
  bool adds = false;  // some of the messages, on arrival
  bool copies = false;

  int row(const Transfer&, const Trace&) const;  // where it is drawn (of links: the first); -1: nowhere
  int row_of_rank(Rank) const;                   // -1 where rows are links, or it only receives
};

// O(n log n). Links that carried nothing have no row; with unknown routes there are none.
// REQUIRES: nothing of the trace is out of range.
TimelineIndex index_timeline(const Trace&, Rows);

// Those of a lane whose bytes leave within [from, to], both ends included.
std::span<const std::int32_t> sent_within(const Trace&, std::span<const std::int32_t> lane, Time from,
                                          Time to);

// Bytes that left within a stretch of time, of transfers that were cut by its ends their share.
// `row`: of all (-1), or of one.
double bytes_within(const Trace&, const TimelineIndex&, int row, Time from, Time to);

// "showing 1,024 ranks; slowest: rank 12, rank 7, rank 3": whose sends kept them busy longest, at most so
// many; or that all are alike, where they differ by less than 1 %.
std::string slowest_sentence(const TimelineIndex&, std::size_t at_most);

// What a transfer carries: "5", "0..3" (blocks), "2.1" (a part of a block).
std::string cargo_text(const Trace&, const Transfer&);
// "r2 -> r3: chunk 5, 8 MiB, adds; 93.2 us".
std::string transfer_sentence(const Trace&, const Transfer&);
bool carries(const Trace&, const Transfer&, int block, int part);
int chunk_number(const Trace&, const Transfer&);  // of the first it carries; gives the hue

}  // namespace commlab
