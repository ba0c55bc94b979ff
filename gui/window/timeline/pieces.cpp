#include "gui/window/timeline/pieces.h"

#include <algorithm>

#include "gui/window/draw/hatching.h"

namespace commlab {

std::vector<Piece> pieces_of(const Track& track, const TimeRuler& scale) {
  std::vector<Piece> pieces;
  const std::span<const std::int32_t> visible =
      sent_within(*track.trace, track.transfers, scale.first(), scale.last());
  const auto at = [&](std::size_t k) -> const Transfer& { return track.trace->transfers[visible[k]]; };
  for (std::size_t k = 0; k < visible.size(); ++k) {
    const Transfer& t = at(k);
    Piece piece{visible[k],         1, scale.x_of(t.start), scale.x_of(t.sent), scale.x_of(t.end),
                scale.x_of(t.ready)};
    if (k + 1 < visible.size()) piece.right = std::min(piece.right, scale.x_of(at(k + 1).start));
    if (!pieces.empty()) {
      Piece& before = pieces.back();
      piece.ready = std::max(piece.ready, before.sent);
      const bool both_short = before.right - before.left < shortest_bar || before.count > 1;
      if (both_short && piece.right - piece.left < shortest_bar && piece.left - before.right < 2) {
        before.right = before.sent = std::max(before.right, piece.right);
        ++before.count;
        continue;
      }
    }
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace commlab
