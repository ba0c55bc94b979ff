#include "gui/window/matrix/texels.h"

#include <algorithm>

#include "core/base/index.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr std::size_t cells_for_each_store = 8;  // with more stores, all cells are made anew

// The colours of cells that are complete with `need` contributions.
TexelColors colors_of_texels(int need, const Theme& theme) {
  TexelColors colors{.done = theme.good, .foreign = {}, .of_have = {}};
  for (const bool promised : {false, true}) {
    const double faint = promised ? 1 : 0.35;  // what is not promised
    const auto shade = [&](double share) {
      return blend(theme.panel, blend(theme.raised, theme.words, share), faint);
    };
    colors.foreign[promised] = shade(0.15);
    for (int have = 0; have <= need; ++have)
      colors.of_have[promised].push_back(shade(static_cast<double>(have) / need));
  }
  return colors;
}

Color texel_of(const MatrixCell& cell, const TexelColors& colors) {
  if (cell.done()) return colors.done;
  if (cell.foreign) return colors.foreign[cell.promised];
  return colors.of_have[cell.promised][cell.have];
}

// One column for each block; if there is only one block, one for each of its parts.
int columns_of(const Partition& partition) {
  return partition.blocks == 1 ? partition.parts : partition.blocks;
}

MatrixCell cell_of(const Replay& replay, Rank rank, int column, Time t) {
  const Partition& partition = replay.partition();
  return partition.blocks == 1 ? cell_at(replay, rank, 0, column, 1, t)
                               : cell_at(replay, rank, column, 0, partition.parts, t);
}

void make_texel(MatrixTexels& texels, Rank rank, int column, Time t) {
  const auto place = index(rank) * index(texels.raster.width) + index(column);
  texels.raster.texels[place] = texel_of(cell_of(*texels.replay, rank, column, t), texels.colors);
}

void make_all(MatrixTexels& texels, Time t) {
  Raster& raster = texels.raster;
  raster.width = columns_of(texels.replay->partition());
  raster.height = texels.replay->collective().ranks;
  raster.texels.resize(index(raster.width) * index(raster.height));
  for (Rank rank = 0; rank < raster.height; ++rank)
    for (int column = 0; column < raster.width; ++column) make_texel(texels, rank, column, t);
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
  if (!same) texels.colors = colors_of_texels(cell_of(replay, 0, 0, t).need, theme);
  texels.raster.name = "matrix";
  ++texels.raster.version;
  // If there are many stores all over the matrix, it is faster to look at every cell in turn.
  if (!same || changes.size() >= texels.raster.texels.size() / cells_for_each_store)
    return make_all(texels, t);
  for (const Deposit& deposit : changes)
    if (deposit.buffer != Buffer::input)
      make_texel(texels, deposit.rank, chunk_number(replay.partition(), deposit.block, deposit.part), t);
}

}  // namespace commlab
