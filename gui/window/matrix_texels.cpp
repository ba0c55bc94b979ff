#include "gui/window/matrix_texels.h"

#include <algorithm>

#include "gui/window/matrix_cell.h"

namespace commlab {
namespace {

Color texel_of(const MatrixCell& cell, const Theme& theme) {
  if (cell.done()) return theme.good;
  const double faint = cell.promised ? 1 : 0.35;  // what never matters
  const double share = cell.foreign ? 0.15 : cell.share();
  return blend(theme.panel, blend(theme.raised, theme.words, share), faint);
}

// A column for each block, all its parts together; where there is but one block, for each part.
int columns_of(const Partition& partition) {
  return partition.blocks == 1 ? partition.parts : partition.blocks;
}

void make_texel(MatrixTexels& texels, Rank rank, int column, Time t, const Theme& theme) {
  const Replay& replay = *texels.replay;
  const Partition& partition = replay.partition();
  const MatrixCell cell = partition.blocks == 1 ? cell_at(replay, rank, 0, column, 1, t)
                                                : cell_at(replay, rank, column, 0, partition.parts, t);
  const auto place = static_cast<std::size_t>(rank) * static_cast<std::size_t>(texels.raster.width) +
                     static_cast<std::size_t>(column);
  texels.raster.texels[place] = texel_of(cell, theme);
}

void make_all(MatrixTexels& texels, Time t, const Theme& theme) {
  Raster& raster = texels.raster;
  raster.width = columns_of(texels.replay->partition());
  raster.height = texels.replay->collective().ranks;
  raster.texels.resize(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height));
  for (Rank rank = 0; rank < raster.height; ++rank)
    for (int column = 0; column < raster.width; ++column) make_texel(texels, rank, column, t, theme);
}

}  // namespace

void show_time(MatrixTexels& texels, const Replay& replay, Time t, const Theme& theme) {
  const bool same = texels.replay == &replay && texels.theme == theme.name;
  if (same && texels.at == t) return;
  const auto changes =
      same ? replay.deposits(std::min(texels.at, t), std::max(texels.at, t)) : std::span<const Deposit>{};
  texels.replay = &replay;
  texels.theme = theme.name;
  texels.at = t;
  if (same && changes.empty()) return;
  texels.raster.name = "matrix";
  ++texels.raster.version;
  // Beyond as many stores as there are cells, every cell is looked at once instead.
  if (!same || changes.size() >= texels.raster.texels.size()) return make_all(texels, t, theme);
  for (const Deposit& deposit : changes)
    if (deposit.buffer != Buffer::input)
      make_texel(texels, deposit.rank, chunk_number(replay.partition(), deposit.block, deposit.part), t,
                 theme);
}

}  // namespace commlab
