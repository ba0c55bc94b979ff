// Goes through the transfers twice, last one first. The first time, it decides where each rank keeps
// each block: in its output if possible, else in scratch; blocks that travel together are in the same
// buffer. The second time, it writes the moves.

#include "core/schedule/reverse.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <optional>
#include <utility>

#include "core/base/index.h"
#include "core/schedule/concat.h"
#include "core/schedule/reversed_hops.h"

namespace commlab {
namespace {

constexpr std::pair<CollectiveKind, CollectiveKind> opposites[] = {
    {CollectiveKind::broadcast, CollectiveKind::reduce},
    {CollectiveKind::all_gather, CollectiveKind::reduce_scatter},
    {CollectiveKind::scatter, CollectiveKind::gather}};

constexpr std::pair<std::string_view, std::string_view> opposite_phases[] = {
    {"broadcast", "reduce"}, {"all-gather", "reduce-scatter"},
    {"scatter", "gather"},   {"all_gather", "reduce_scatter"},
    {"fold", "unfold"},      {"up", "down"}};

template <class Name, std::size_t n>
std::optional<Name> other_of(const std::pair<Name, Name> (&pairs)[n], const Name& name) {
  for (const auto& [one, other] : pairs) {
    if (name == one) return other;
    if (name == other) return one;
  }
  return std::nullopt;
}

// What a rank has of a block.
struct MemoryCell {
  bool in_output = false;  // it is kept in the output; else in scratch
  bool arrived = false;    // something was stored; else the rank has only what it brings in its input
  bool delivered = false;  // the last sum went straight to the output
  int written = -1;        // the last step so far that stored it
  int last_hop = -1;       // the last hop that touches it
};

class Reversal {
 public:
  explicit Reversal(const Schedule& s)
      : s_(s), hops_(s), out_(turned(s.collective()), s.layout()), sums_(reduces(out_.collective().kind)) {
    if (!has_blocks(s.collective().kind)) out_.cut_into(s.blocks());
    out_.partition_rule(s.partition_rule());
    out_.split_into(s.shares());
    if (s.has_only_first_tile()) out_.keep_first_tile();
    if (s.tile() > 0) out_.repeat_every(s.tile(), s.turn());
    for (const auto& group : s.groups()) groups_.push_back(out_.group(group));
    kept_ranks_ = hops_.symmetric() ? 1 : s.has_only_first_tile() ? s.tile() : s.ranks();
    make_rows();
  }

  // What is copied comes to a rank once, and never where it began; what is summed leaves a rank once,
  // and never where it ends.
  bool along_trees() {
    for (const ReversedHop& hop : hops_.all())
      for (int k = 0; k < hop.blocks; ++k) {
        const int end = sums_ ? hop.from : hop.to;  // who received the copy, or sent the sum
        const auto [rank, block] = hops_.named(hops_.rank_and_block(hop, end, k));
        if (sums_ ? before(s_.collective(), rank, block) : after(s_.collective(), rank, block)) return false;
        if (std::exchange(cell(hop, end, k).arrived, true)) return false;
      }
    return true;
  }

  Schedule reverse() {
    find_places();
    const std::vector<ReversedHop>& hops = hops_.all();
    for (std::size_t first = 0; first < hops.size();) {
      std::size_t last = first;
      while (last < hops.size() && hops[last].step == hops[first].step) ++last;
      write_step(first, last);
      first = last;
    }
    deliver();
    write_rules();
    return std::move(out_);
  }

 private:
  static Collective turned(Collective c) {
    c.kind = opposite(c.kind);
    return c;
  }

  // --- what each rank has ---

  // A rank's cells reach from the first block that is moved or promised to the last: all cells of all ranks
  // would be 3 GB in a gather of 16,384 ranks.
  struct Row {
    int first = INT_MAX;
    int last = 0;           // behind the last one
    std::size_t start = 0;  // its first cell in cells_

    int blocks() const { return std::max(0, last - first); }
    void widen(int from, int to) {
      first = std::min(first, from);
      last = std::max(last, to);
    }
  };

  void make_rows() {
    rows_.resize(hops_.symmetric() ? 1 : index(s_.ranks()));
    for (const ReversedHop& hop : hops_.all())
      for (const int end : {hop.from, hop.to})
        for (int k = 0; k < hop.blocks; ++k) {
          const auto [rank, block] = hops_.rank_and_block(hop, end, k);
          rows_[index(rank)].widen(block, block + 1);
        }
    for (int rank = 0; rank < kept_ranks_; ++rank) {
      const auto [first, last] =
          hops_.symmetric() ? std::pair(0, s_.blocks()) : blocks_after(out_.collective(), rank, s_.blocks());
      if (first < last) rows_[index(rank)].widen(first, last);
    }
    std::size_t cells = 0;
    for (Row& row : rows_) {
      row.start = cells;
      cells += index(row.blocks()) * index(s_.shares());
    }
    cells_.resize(cells);
  }

  MemoryCell& cell(const ReversedHop& hop, int position, int k) {
    const auto [rank, block] = hops_.rank_and_block(hop, position, k);
    return cell(rank, block, hop.share);
  }
  MemoryCell& cell(int rank, int block, int share) {
    const Row& row = rows_[index(rank)];
    return cells_[row.start + index(block - row.first) * index(s_.shares()) + index(share)];
  }
  bool promised(int rank, int block) const {
    const auto [named_rank, named_block] = hops_.named({rank, block});
    return after(out_.collective(), named_rank, named_block).has_value();
  }

  void find_places() {
    for_cells(static_cast<int>(rows_.size()),
              [&](int rank, int block, int, MemoryCell& c) { c.in_output = promised(rank, block); });
    for (std::size_t h = 0; h < hops_.all().size(); ++h)
      for_ends(hops_.all()[h], [&](MemoryCell& c) { c.last_hop = static_cast<int>(h); });
    for (bool changed = true; std::exchange(changed, false);)
      for (const ReversedHop& hop : hops_.all())
        for (const int end : {hop.from, hop.to}) {
          bool together = true;
          for (int k = 0; k < hop.blocks; ++k) together &= cell(hop, end, k).in_output;
          for (int k = 0; k < hop.blocks; ++k)
            changed |= std::exchange(cell(hop, end, k).in_output, together) != together;
        }
  }

  // --- the moves ---

  // What a step sends was there before the step.
  void write_step(std::size_t first, std::size_t last) {
    std::vector<Buffer> sources;
    for (std::size_t h = first; h < last; ++h)
      sources.push_back(place_of(hops_.all()[h], hops_.all()[h].from));
    for (std::size_t h = first; h < last; ++h) {
      const ReversedHop& hop = hops_.all()[h];
      const Buffer with = sums_ ? place_of(hop, hop.to) : Buffer::output;
      Buffer into = Buffer::output;
      for (int k = 0; k < hop.blocks; ++k) {
        MemoryCell& c = cell(hop, hop.to, k);
        c.delivered = sums_ && hop.blocks == 1 && c.last_hop == static_cast<int>(h) && promised_to(hop);
        into = c.in_output || c.delivered ? Buffer::output : Buffer::scratch;
        c.arrived = true;
        c.written = hop.step;
      }
      add_rule(hop, sources[h - first], into, with);
    }
  }

  bool promised_to(const ReversedHop& hop) const {
    const auto [rank, block] = hops_.rank_and_block(hop, hop.to, 0);
    return promised(rank, block);
  }

  // The buffer that holds a run of blocks: the input if nothing has arrived; else the buffer in which the run
  // is kept. Blocks that only the input has are copied there.
  Buffer place_of(const ReversedHop& hop, int position) {
    bool any = false;
    for (int k = 0; k < hop.blocks; ++k) any |= cell(hop, position, k).arrived;
    if (!any) return Buffer::input;
    for (int k = 0; k < hop.blocks; ++k) {
      MemoryCell& c = cell(hop, position, k);
      if (std::exchange(c.arrived, true)) continue;
      const auto [rank, block] = hops_.rank_and_block(hop, position, k);
      add_copy(0, rank, block, hop.share, Buffer::input, c.in_output ? Buffer::output : Buffer::scratch);
    }
    return cell(hop, position, 0).in_output ? Buffer::output : Buffer::scratch;
  }

  // Copies to the output what is promised and not there yet.
  void deliver() {
    for_cells(kept_ranks_, [&](int rank, int block, int share, MemoryCell& c) {
      if (!promised(rank, block) || c.delivered || (c.arrived && c.in_output)) return;
      add_copy(c.written + 1, rank, block, share, c.arrived ? Buffer::scratch : Buffer::input,
               Buffer::output);
    });
  }

  void add_rule(const ReversedHop& hop, Buffer from, Buffer into, Buffer with) {
    Move move{.to = at(hop.to),
              .block = hop.block,
              .blocks = hop.blocks,
              .spacing = hop.spacing,
              .combine = sums_ ? Combine::reduce : Combine::copy,
              .from = from,
              .into = into,
              .with = with,
              .who = only(hop.from),
              .share = s_.shares() == 1 ? every_share : hop.share};
    if (hops_.symmetric()) {
      move.to = hops_.to_first(hop.from);
      move.who = {};
    }
    rules_.push_back({.move = move, .group = hop.group, .step = hop.step, .phase = hop.phase});
  }

  void add_copy(int step, int rank, int block, int share, Buffer from, Buffer into) {
    Move move{.to = at(rank),
              .block = at(block),
              .from = from,
              .into = into,
              .who = only(rank),
              .share = s_.shares() == 1 ? every_share : share};
    if (hops_.symmetric()) {
      move.to = hops_.along(0);
      move.block = hops_.along(block);
      move.who = {};
      rules_.push_back({.move = move, .group = s_.rules()[0].group, .step = step, .phase = -1});
    } else {
      rules_.push_back({.move = move, .group = {-1}, .step = step, .phase = -1});
    }
  }

  void write_rules() {
    std::ranges::stable_sort(rules_, {}, &Schedule::Rule::step);
    int phase = -1;
    for (const Schedule::Rule& rule : rules_) {
      while (out_.steps() <= rule.step) out_.next_step();
      if (rule.phase >= 0 && rule.phase != phase) {
        phase = rule.phase;
        const std::string_view name = s_.phases()[phase];
        out_.phase(other_of(opposite_phases, name).value_or(name));
      }
      if (rule.group.id < 0)
        out_.one(rule.move.who.first, rule.move.who.first, rule.move);
      else
        out_.every(groups_[rule.group.id], rule.move);
    }
  }

  template <class WithCell>
  void for_cells(int ranks, WithCell with_cell) {
    for (int rank = 0; rank < ranks; ++rank)
      for (int block = rows_[index(rank)].first; block < rows_[index(rank)].last; ++block)
        for (int share = 0; share < s_.shares(); ++share)
          with_cell(rank, block, share, cell(rank, block, share));
  }
  template <class WithCell>
  void for_ends(const ReversedHop& hop, WithCell with_cell) {
    for (const int end : {hop.from, hop.to})
      for (int k = 0; k < hop.blocks; ++k) with_cell(cell(hop, end, k));
  }

  const Schedule& s_;
  ReversedHops hops_;
  Schedule out_;
  bool sums_;
  std::vector<Group> groups_;  // of s_, in out_
  int kept_ranks_;             // the ranks whose moves are all kept: one, the first tile, or all
  std::vector<Row> rows_;      // by rank; one if all ranks do the same
  std::vector<MemoryCell> cells_;
  std::vector<Schedule::Rule> rules_;  // group -1: one rank alone
};

}  // namespace

bool has_opposite(CollectiveKind kind) { return other_of(opposites, kind).has_value(); }

CollectiveKind opposite(CollectiveKind kind) {
  assert(has_opposite(kind));
  return *other_of(opposites, kind);
}

bool reversible(const Schedule& schedule) {
  const auto moves_in_place = [](const Schedule::Rule& rule) {
    return rule.kind == Schedule::Rule::Kind::move &&
           rule.move.into_block.value_or(rule.move.block) == rule.move.block;
  };
  return has_opposite(schedule.collective().kind) && std::ranges::all_of(schedule.rules(), moves_in_place) &&
         Reversal(schedule).along_trees();
}

Schedule reverse(const Schedule& schedule) {
  assert(reversible(schedule));
  return Reversal(schedule).reverse();
}

void write_backwards(Schedule& s, const Algorithm& algorithm) {
  assert(s.rules().empty() && s.collective().kind == opposite(algorithm.collective));
  const Schedule forwards = schedule_for(algorithm, s);
  s.cut_into(forwards.blocks());
  if (forwards.tile() > 0) s.repeat_every(forwards.tile(), forwards.turn());
  s.partition_rule(forwards.partition_rule());
  for (const std::string& note : forwards.notes()) s.note(note);
  concat(s, {reverse(forwards)});  // which splits it into as many shares
}

}  // namespace commlab
