#pragma once
// The contents of ranks, in the form in which a GPU's buffer or ring of sectors shows them.

#include <cassert>

#include "core/base/index.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/run/shown.h"

namespace commlab {

inline constexpr int most_sectors = 16;  // for one GPU
inline constexpr std::size_t most_chunks_counted = 8192;

// Whether it is known what ranks hold, or will be known soon.
inline bool may_show_buffers(const Scene& scene) { return scene.replay || scene.unfinished(); }

class TopologyHoldings {
 public:
  explicit TopologyHoldings(const Shown& shown)
      : replay_(shown.scene.replay ? &*shown.scene.replay : nullptr),
        now_(shown.view.now),
        only_inputs_(shown.scene.only_inputs()) {}

  bool known() const { return replay_ != nullptr; }
  int sectors() const { return sectors_of(replay_->partition()); }
  std::size_t chunks() const {
    return index(replay_->partition().blocks) * index(replay_->partition().parts);
  }

  MatrixCell of(Rank rank, int sector) const {
    const bool one_block = replay_->partition().blocks == 1;
    const MatrixCell cell = one_block ? cell_at(*replay_, rank, 0, sector, 1, now_)
                                      : cell_at(*replay_, rank, sector, 0, replay_->partition().parts, now_);
    return only_inputs_ ? without_goal(cell) : cell;
  }

  // The rank's share of the data that it is promised: 1 if it holds everything. REQUIRES: known(), and
  // something is promised.
  double of(Rank rank) const {
    assert(known() && "it is known what ranks hold");
    double held = 0, promised = 0;
    for (int sector = 0; sector < sectors(); ++sector) {
      const MatrixCell cell = of(rank, sector);
      if (!cell.promised) continue;
      ++promised;
      held += cell.share();
    }
    assert(promised > 0 && "something is promised to the rank");
    return held / promised;
  }
  bool complete(Rank rank) const { return !only_inputs_ && replay_->complete(rank, now_); }

 private:
  // Whether a rank may keep what it brings is told by the run, so all inputs look the same.
  static MatrixCell without_goal(MatrixCell cell) {
    if (cell.foreign) cell.have = cell.need;
    cell.promised = true;
    cell.foreign = false;
    cell.parts_done = 0;
    return cell;
  }

  const Replay* replay_;
  Time now_;
  bool only_inputs_;
};

}  // namespace commlab
