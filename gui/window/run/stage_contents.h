#pragma once
// What each rank holds after each step of the algorithm, and when it was done with that step. This is asked
// by step and not by time: a rank may receive a message of the next step before it is done with this one.

#include <vector>

#include "core/base/index.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/run/scene.h"

namespace commlab {

class StageContents {
 public:
  // REQUIRES: the scene has a replay.
  explicit StageContents(const Scene&);

  int columns() const { return columns_; }  // column 0 is what ranks bring; column k is after step k
  const MatrixCell& of(Rank rank, int column, int sector) const { return cells_[at(rank, column, sector)]; }
  // When the rank had sent, received and stored all that it does up to this step. If it does nothing in the
  // step: when all others were done with it, but never later than its own next step.
  Time done(Rank rank, int column) const { return done_[at(rank, column)]; }
  // When that was there: what the rank stores in this step when it is stored, all else when the rank is done.
  // In a pipeline, a step's pieces come one after the other.
  Time filled(Rank rank, int column, int sector) const { return filled_[at(rank, column, sector)]; }
  // Whether all that is promised to the rank is there after this step, and something is promised.
  bool complete(Rank rank, int column) const;

 private:
  std::size_t at(Rank rank, int column) const { return index(column) * index(ranks_) + index(rank); }
  std::size_t at(Rank rank, int column, int sector) const {
    return at(rank, column) * index(sectors_) + index(sector);
  }
  void find_times(const Scene&);
  void find_fillings(const Scene&);
  void find_cells(const Scene&);

  int ranks_;
  int sectors_;
  int columns_;
  std::vector<Time> done_;         // by column, then rank
  std::vector<Time> filled_;       // by column, then rank, then sector
  std::vector<MatrixCell> cells_;  // by column, then rank, then sector
};

}  // namespace commlab
