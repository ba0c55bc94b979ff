// Which algorithms NCCL may have used in a table whose header forces none.
#include "core/plan/nccl_candidates.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// NCCL makes these of send and receive calls, and no others.
TEST(NcclCandidates, AreDirectForWhatIsMadeOfSendAndReceive) {
  for (const CollectiveKind kind : all_collective_kinds) {
    const bool made_of_send_and_receive =
        kind == CollectiveKind::all_to_all || kind == CollectiveKind::sendrecv || kind == CollectiveKind::p2p;
    for (const int ranks : {2, 3, 8}) {
      const std::vector<std::string> names =
          nccl_candidates({.kind = kind, .ranks = ranks, .count = 60, .to = {1}}, {}, {});
      EXPECT_EQ(std::ranges::count(names, "direct"), made_of_send_and_receive ? 1 : 0)
          << name_of(kind) << " over " << ranks;
    }
  }
}

}  // namespace
}  // namespace commlab
