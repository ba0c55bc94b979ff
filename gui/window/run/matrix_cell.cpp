#include "gui/window/run/matrix_cell.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace commlab {
namespace {

// Adds one part to its cell.
void add_part(MatrixCell& cell, const Replay& replay, const Held& held) {
  const bool summed = reduces(replay.collective().kind);
  const int need = summed ? replay.collective().ranks : 1;
  cell.need += need;
  cell.parts_done += held.done ? 1 : 0;
  if (held.done)
    cell.have += need;
  else if (cell.promised && !summed)
    cell.foreign |= held.contributions > 0;
  else
    cell.have += std::min(held.contributions, need);
}

}  // namespace

MatrixCell cell_at(const Replay& replay, Rank rank, int block, int first_part, int parts, Time t) {
  assert(0 <= rank && rank < replay.collective().ranks && "a rank of the run");
  assert(0 <= block && block < replay.partition().blocks && "a block of the run");
  assert(0 <= first_part && first_part + parts <= replay.partition().parts && "parts of the block");
  MatrixCell cell{.parts = parts, .promised = replay.promised(rank, block)};
  for (int part = first_part; part < first_part + parts; ++part) {
    const Held held =
        held_or_passing(replay.held(rank, block, part, t), replay.passing(rank, block, part, t));
    add_part(cell, replay, held);
    if (parts == 1) cell.value = held.value;
  }
  return cell;
}

MatrixCell cell_with(const Replay& replay, Rank rank, int block, std::span<const Held> parts) {
  MatrixCell cell{.parts = static_cast<int>(parts.size()), .promised = replay.promised(rank, block)};
  for (const Held& held : parts) add_part(cell, replay, held);
  if (parts.size() == 1) cell.value = parts[0].value;
  return cell;
}

Held held_or_passing(const Held& output, const Held& passing) {
  return !output.done && passing.contributions > output.contributions ? passing : output;
}

std::string chunk_text(const Partition& partition, int block, int part) {
  if (partition.parts == 1 || partition.blocks == 1)
    return fmt::format("chunk {}", chunk_number(partition, block, part));
  return fmt::format("chunk {}.{}", block, part);
}

std::string cell_text(const Replay& replay, Rank rank, int block, int first_part, int parts, Time t) {
  return fmt::format("{}: {}", cell_name(replay, rank, block, first_part, parts),
                     cell_state(replay, rank, block, first_part, parts, t));
}

std::string cell_name(const Replay& replay, Rank rank, int block, int first_part, int parts) {
  return fmt::format(
      "rank {}, {}", rank,
      parts > 1 ? fmt::format("chunk {}", block) : chunk_text(replay.partition(), block, first_part));
}

std::string cell_state(const Replay& replay, Rank rank, int block, int first_part, int parts, Time t) {
  return cell_state(replay, cell_at(replay, rank, block, first_part, parts, t));
}

std::string cell_state(const Replay& replay, const MatrixCell& cell) {
  if (cell.parts > 1)
    return fmt::format("{} of {} parts are complete, {:.0f} % of all contributions are there",
                       cell.parts_done, cell.parts, 100 * cell.share());
  if (cell.value == Replay::no_value) return cell.promised ? "nothing yet" : "nothing";
  const std::string from = replay.contributors(cell.value);
  if (!reduces(replay.collective().kind)) {
    if (cell.done()) return fmt::format("complete, from {}", from);
    return fmt::format("not yet; it holds data of {}{}", from, cell.promised ? "" : ", which are not needed");
  }
  return fmt::format("{}{} of {} contributions, from {}", cell.done() ? "complete: " : "", cell.have,
                     cell.need, from);
}

}  // namespace commlab
