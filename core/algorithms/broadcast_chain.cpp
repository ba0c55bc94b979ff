// The vector goes from rank to rank in pieces: every rank but the last passes a piece on while the next
// one arrives.
//
//   root -> 1 -> 2 -> 3          time    root->1   1->2   2->3
//                                  0      piece 0
//                                  1      piece 1  piece 0
//                                  2      piece 2  piece 1  piece 0
//
// Cost: (p-2+B) (alpha + S/B beta) with B pieces: as good as S beta for long vectors, as bad as
// p alpha for short ones. Best with B = sqrt((p-2) S beta / alpha).
#include <cmath>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group chain = s.from_root();
  for (int v = 0; v + 1 < s.ranks(); ++v) {
    s.next_step();
    if (v == 0) s.every(chain, {.to = at(0), .from = Buffer::input, .who = only(0)});  // the root's own copy
    s.every(chain, {.to = shift(1), .from = v == 0 ? Buffer::input : Buffer::output, .who = only(v)});
  }
}

}  // namespace

extern constinit const Algorithm broadcast_chain = {
    .name = "chain",
    .collective = CollectiveKind::broadcast,
    .idea = "The vector goes from rank to rank in pieces, each passed on while the next arrives.",
    .cost = "(p-2+B) (alpha + S/B beta) with B pieces",
    .source = "NCCL 2.28, src/device/broadcast.h",
    .supports = any_ranks,
    .write = write,
    .pieces = [](int ranks, double ratio) { return std::sqrt((ranks - 2) * ratio); },
};

}  // namespace commlab
