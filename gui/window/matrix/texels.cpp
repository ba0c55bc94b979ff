#include "gui/window/matrix/texels.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

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

void make_texel(MatrixTexels& texels, int row, int column, Time t) {
  const auto place = index(row) * index(texels.raster.width) + index(column);
  const MatrixCell cell =
      cell_of(*texels.replay, texels.rows.cell_of[row], texels.columns.cell_of[column], t);
  texels.raster.texels[place] = texel_of(cell, texels.colors);
}

void make_all(MatrixTexels& texels, Time t) {
  for (int row = 0; row < texels.raster.height; ++row)
    for (int column = 0; column < texels.raster.width; ++column) make_texel(texels, row, column, t);
}

// The texels of another run, theme or size.
void begin(MatrixTexels& texels, const Replay& replay, const Theme& theme, MostTexels most) {
  texels.replay = &replay;
  texels.theme = theme.name;
  texels.most = most;
  texels.colors = colors_of_texels(cell_of(replay, 0, 0, Time{}).need, theme);
  texels.columns = shown_cells(columns_of(replay.partition()), most.columns);
  texels.rows = shown_cells(replay.collective().ranks, most.rows);
  Raster& raster = texels.raster;
  raster.name = "matrix";
  raster.width = static_cast<int>(texels.columns.cell_of.size());
  raster.height = static_cast<int>(texels.rows.cell_of.size());
  raster.texels.resize(index(raster.width) * index(raster.height));
}

}  // namespace

ShownCells shown_cells(int cells, int most) {
  assert(most > 0 && "something can be seen");
  const int texels = std::min(cells, most);
  ShownCells shown{.cell_of = {}, .texel_of = std::vector<int>(index(cells), -1)};
  for (int texel = 0; texel < texels; ++texel) {
    const auto cell = static_cast<int>((2 * std::int64_t{texel} + 1) * cells / (2 * std::int64_t{texels}));
    shown.cell_of.push_back(cell);
    shown.texel_of[cell] = texel;
  }
  return shown;
}

void show_time(MatrixTexels& texels, const Replay& replay, Time t, const Theme& theme, MostTexels most) {
  const bool same = texels.replay == &replay && texels.theme == theme.name && texels.most == most;
  if (same && texels.at == t) return;
  const auto changes =
      same ? replay.deposits(std::min(texels.at, t), std::max(texels.at, t)) : std::span<const Deposit>{};
  texels.at = t;
  if (same && changes.empty()) return;
  if (!same) begin(texels, replay, theme, most);
  ++texels.raster.version;
  // If there are many stores all over the matrix, it is faster to look at every cell in turn.
  if (!same || changes.size() >= texels.raster.texels.size() / cells_for_each_store)
    return make_all(texels, t);
  for (const Deposit& deposit : changes) {
    const int row = texels.rows.texel_of[deposit.rank];
    const int column =
        texels.columns.texel_of[chunk_number(replay.partition(), deposit.block, deposit.part)];
    if (deposit.buffer != Buffer::input && row >= 0 && column >= 0) make_texel(texels, row, column, t);
  }
}

}  // namespace commlab
