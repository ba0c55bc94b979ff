#include "core/fit/published_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/published/published_machine.h"
#include "tests/predict_by_sim.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

const std::filesystem::path machines = COMMLAB_SOURCE_DIR "/sim/machines";
const Predict simulates = predict_by_sim();

PublishedTable table_of(const std::string& header, const std::string& rows) {
  const auto table = parse_published(
      header + "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n" + rows,
      "lab.csv");
  EXPECT_TRUE(table) << table.error().message;
  return *table;
}

TEST(PublishedCall, RunsAsNcclChoosesOrAsWasForced) {
  const std::string rows = "all_reduce,8,1,1024,256,float,sum,20,,\nsendrecv,8,1,1048576,,float,,50,,\n";
  const auto free =
      call_table(table_of("# machine_spec: dgx-h100\n# nccl: 2.28\n", rows), machines, simulates);
  ASSERT_TRUE(free) << free.error().message;
  ASSERT_EQ(free->rows.size(), 2u);
  EXPECT_EQ(free->family, "dgx-h100");
  EXPECT_EQ(algorithm_name(free->rows[0].call.route), "Ring");
  EXPECT_EQ(protocol_name(free->rows[0].call.route), "LL");
  EXPECT_EQ(algorithm_name(free->rows[1].call.route), "direct");
  const auto forced =
      call_table(table_of("# machine_spec: dgx-h100\n# nccl: 2.28\n# algorithm: NCCL_ALGO=NVLS\n", rows),
                 machines, simulates);
  EXPECT_EQ(algorithm_name(forced->rows[0].call.route), "NVLS");
  const std::string broadcast = "broadcast,8,1,1024,256,float,none,20,,\n";
  const auto impossible =
      call_table(table_of("# machine_spec: dgx-h100\n# nccl: 2.18\n# algorithm: NCCL_ALGO=Tree\n", broadcast),
                 machines, simulates);
  EXPECT_EQ(algorithm_name(impossible->rows[0].call.route), "Ring") << "NCCL has no tree for it";
}

TEST(PublishedCall, IsMissingWhereNothingCanBeSaid) {
  const auto of = [](const std::string& rows) {
    return call_table(table_of("# machine_spec: dgx-h100\n", rows), machines, simulates)->rows.size();
  };
  EXPECT_EQ(of("all_reduce,8,1,1024,256,float,sum,,,\n"), 0u);    // no time
  EXPECT_EQ(of("all_reduce,16,1,1024,256,float,sum,9,,\n"), 0u);  // too many ranks
  EXPECT_EQ(of("all_reduce,1,1,1024,256,float,sum,9,,\n"), 0u);   // one rank
  EXPECT_EQ(of("all_reduce,8,1,0,0,float,sum,9,,\n"), 0u);        // nothing sent
  EXPECT_EQ(call_table(table_of("# machine_spec: dgx1-p100\n", "all_reduce,8,1,64,16,float,sum,9,,\n"),
                       machines, simulates)
                ->rows.size(),
            0u);  // NCCL's costs are not known
  EXPECT_FALSE(call_table(table_of("# machine_spec: nowhere\n", "all_reduce,8,1,64,16,float,sum,9,,\n"),
                          machines, simulates));
}

TEST(PublishedCall, SizesOfOnePeerAreThoseOfAllPeers) {
  const std::string row = "alltoall,8,1,1024,256,float,none,20,,\n";
  const auto call = [&](const std::string& header) {
    return call_table(table_of("# machine_spec: dgx-h100\n" + header, row), machines, simulates)
        ->rows.front()
        .call.collective;
  };
  EXPECT_EQ(size_of(call("# size_of: one peer\n")).count, 8 * size_of(call("")).count);
}

TEST(PublishedCall, NetworksAndNicsAreThoseOfTheHeader) {
  const auto table = call_table(table_of("# machine_spec: a100x4\n# network: tcp, 200G, 4 NICs\n",
                                         "all_reduce,8,2,1024,256,float,sum,50,,\n"),
                                machines, simulates);
  const PublishedCall& row = table->rows.front();
  EXPECT_EQ(table->family, "a100x4, tcp");
  EXPECT_TRUE(table->many_nodes);
  EXPECT_EQ(nccl_site(*row.ground->nccl).nics, 4);
  EXPECT_FALSE(row.costs.gpudirect);
  EXPECT_TRUE(row.costs.behind_host);
}

}  // namespace
}  // namespace commlab
