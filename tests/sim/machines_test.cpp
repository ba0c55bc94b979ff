// Traffic in both directions at once, on shipped machines.
#include <gtest/gtest.h>

#include "tests/sim/run_on.h"

#include "core/programs/programs_for.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// The rate in GB/s at which two GPUs send to each other at the same time, per direction.
double both_ways(std::string_view name) {
  const Machine whole = shipped_machine(name);
  Collective c{.kind = CollectiveKind::sendrecv, .ranks = 2};
  constexpr std::int64_t bytes = 1 << 30;
  c.count = count_for(c.kind, c.ranks, c.dtype, {bytes});
  Machine machine = whole;
  machine.collective = machine.copy = {};
  machine.protocols = {};
  const Programs programs = *programs_for(**find_algorithm(c.kind, "direct"), c, {});
  return static_cast<double>(bytes) / 1e9 / seconds_of(simulate(programs, machine, {})->finish);
}

// Without peer-to-peer access, both directions share a GPU's bus; with it, and over NVLink, each direction
// has its own bandwidth.
TEST(Machines, ShareABusBothWaysOnlyWithoutPeerToPeer) {
  EXPECT_NEAR(both_ways("rtx4090x2"), 30.8 / 2, 0.1);  // p2pmat_rtx4090_x2_stock_bi_p2poff
  EXPECT_NEAR(both_ways("rtx5090x2"), 42.9 / 2, 0.1);  // p2pmat_rtx5090_x2_stock_bi_p2poff
  EXPECT_NEAR(both_ways("rtx4090"), 14.45, 0.1);       // rtx4090_x8_1n_allreduce_p2poff
  EXPECT_NEAR(both_ways("p100-pcie"), 8.1, 0.1);       // chameleon_p100pcie_x2_1n_sendrecv
  EXPECT_NEAR(both_ways("p100-pcie-x4"), 25.04 / 2, 0.7);
  EXPECT_NEAR(both_ways("rtx4090-p2p"), 50.1 / 2, 0.5);
  EXPECT_NEAR(both_ways("v100x4"), 96.91 / 2, 0.1);
}

}  // namespace
}  // namespace commlab
