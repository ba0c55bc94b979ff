// Every rank sends to the next, all at once: the pattern of nccl-tests' sendrecv_perf.
//
//   r0 -> r1 -> r2 -> r3 -> r0
//
// Cost: alpha + S beta where links are full duplex.
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// The next rank is the one with the next number, even where other algorithms use another order of ranks.
void write(Schedule& s) {
  std::vector<Rank> by_number(index(s.ranks()));
  std::iota(by_number.begin(), by_number.end(), 0);
  s.next_step();
  s.every(s.group(std::move(by_number)), {.to = shift(1), .from = Buffer::input});
}

}  // namespace

extern constinit const Algorithm sendrecv_direct = {
    .name = "direct",
    .collective = CollectiveKind::sendrecv,
    .idea = "Every rank sends to the next and receives from the one before, at once.",
    .cost = "alpha + S beta",
    .source = "nccl-tests, src/sendrecv.cu",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
