#include "gui/window/run/stage_contents.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "gui/window/run/staged_scene.h"

namespace commlab {
namespace {

constexpr Time before_all{-1};

// The contents of all ranks' chunks after the steps that were played so far.
class PlayedSteps {
 public:
  explicit PlayedSteps(const Replay& replay)
      : replay_(replay), parts_(index(replay.partition().parts)), blocks_(index(replay.partition().blocks)) {
    for (Rank rank = 0; rank < replay.collective().ranks; ++rank)
      for (int block = 0; block < replay.partition().blocks; ++block)
        for (int part = 0; part < replay.partition().parts; ++part) {
          output_.push_back(replay.held(rank, block, part, before_all));
          passing_.push_back(replay.passing(rank, block, part, before_all));
        }
  }

  void play(const Deposit& store) {
    const std::size_t of_vector = index(store.block) * parts_ + index(store.part);
    const std::size_t chunk = index(store.rank) * blocks_ * parts_ + of_vector;
    Held held{.contributions = replay_.values().contributors(store.value),
              .value = store.value,
              .written = true,
              .done = store.done};
    if (store.buffer == Buffer::output) output_[chunk] = held;
    if (store.buffer != Buffer::scratch) return;
    held.done = false;
    const bool in_its_place = replay_.values().chunk(store.value) == static_cast<int>(of_vector);
    passing_[chunk] = in_its_place ? held : Held{};
  }

  MatrixCell cell(Rank rank, int sector) const {
    const bool one_block = blocks_ == 1;
    const std::size_t first = (index(rank) * blocks_ + (one_block ? 0 : index(sector))) * parts_;
    std::vector<Held> held;
    for (std::size_t part = 0; part < parts_; ++part)
      if (!one_block || part == index(sector))
        held.push_back(held_or_passing(output_[first + part], passing_[first + part]));
    return cell_with(replay_, rank, one_block ? 0 : sector, held);
  }

 private:
  const Replay& replay_;
  std::size_t parts_;
  std::size_t blocks_;
  std::vector<Held> output_;  // by rank, block, part
  std::vector<Held> passing_;
};

}  // namespace

StageContents::StageContents(const Scene& scene)
    : ranks_(scene.trace().collective.ranks),
      sectors_(sectors_of(scene.trace().partition)),
      columns_(columns_of(scene)) {
  assert(scene.replay && "it is known what ranks hold");
  find_times(scene);
  find_fillings(scene);
  find_cells(scene);
}

void StageContents::find_times(const Scene& scene) {
  done_.assign(index(columns_) * index(ranks_), before_all);
  const auto note = [&](Rank rank, std::int32_t step, Time when) {
    Time& done = done_[at(rank, step + 1)];
    done = std::max(done, when);
  };
  for (const Transfer& transfer : scene.trace().transfers) {
    note(transfer.from, transfer.step, transfer.sent);
    note(transfer.to, transfer.step, transfer.end);
  }
  for (const Span& span : scene.trace().spans) note(span.rank, span.step, span.end);
  for (const Deposit& store : scene.replay->deposits()) note(store.rank, store.step, store.at);
  for (Rank rank = 0; rank < ranks_; ++rank) {
    done_[at(rank, 0)] = {};
    Time next = never;
    for (int column = columns_ - 1; column > 0; --column) {
      Time& done = done_[at(rank, column)];
      if (done == before_all) done = std::min(next, scene.playback.step_end(column - 1).end);
      next = done;
    }
    for (int column = 1; column < columns_; ++column)
      done_[at(rank, column)] = std::max(done_[at(rank, column)], done_[at(rank, column - 1)]);
  }
}

// REQUIRES: find_times().
void StageContents::find_fillings(const Scene& scene) {
  filled_.assign(done_.size() * index(sectors_), before_all);
  for (const Deposit& store : scene.replay->deposits()) {
    const int sector = sector_of(scene.replay->partition(), store.block, store.part);
    Time& filled = filled_[at(store.rank, store.step + 1, sector)];
    filled = std::max(filled, store.at);
  }
  for (int column = 0; column < columns_; ++column)
    for (Rank rank = 0; rank < ranks_; ++rank)
      for (int sector = 0; sector < sectors_; ++sector) {
        Time& filled = filled_[at(rank, column, sector)];
        if (filled == before_all) filled = done(rank, column);
        if (column > 0) filled = std::max(filled, filled_[at(rank, column - 1, sector)]);
      }
}

void StageContents::find_cells(const Scene& scene) {
  const std::span<const Deposit> all = scene.replay->deposits();
  std::vector<std::uint32_t> by_step(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) by_step[i] = static_cast<std::uint32_t>(i);
  std::ranges::stable_sort(by_step, {}, [&](std::uint32_t i) { return all[i].step; });
  PlayedSteps played(*scene.replay);
  std::size_t next = 0;
  for (int column = 0; column < columns_; ++column) {
    for (; next < all.size() && all[by_step[next]].step < column; ++next) played.play(all[by_step[next]]);
    for (Rank rank = 0; rank < ranks_; ++rank)
      for (int sector = 0; sector < sectors_; ++sector) cells_.push_back(played.cell(rank, sector));
  }
}

bool StageContents::complete(Rank rank, int column) const {
  bool promised = false;
  for (int sector = 0; sector < sectors_; ++sector) {
    const MatrixCell& cell = of(rank, column, sector);
    if (cell.promised && !cell.done()) return false;
    promised |= cell.promised;
  }
  return promised;
}

}  // namespace commlab
