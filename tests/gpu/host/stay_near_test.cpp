// A thread stays near a device of a made-up /sys, and then goes where it went before.

#include "gpu/host/stay_near.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/host/host_processors.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

class StayNearTest : public testing::Test {
 protected:
  void device(std::string_view file, std::string_view text) const {
    const std::filesystem::path folder = root_ / "sys/bus/pci/devices/0000:0a:00.0";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / file) << text;
  }

  ScratchFolder root_;
  std::vector<int> before_ = allowed_processors();
};

TEST_F(StayNearTest, LeavesTheThreadOnlyTheProcessorsNearTheDevice) {
  const int one = before_.back();
  device("local_cpulist", std::to_string(one) + "\n");
  device("numa_node", "1\n");
  {
    const StayNear near("0000:0A:00.0", root_ / "");
    EXPECT_THAT(allowed_processors(), testing::ElementsAre(one));
    EXPECT_EQ(near.where(), "processors " + std::to_string(one) + " of NUMA node 1");
  }
  EXPECT_EQ(allowed_processors(), before_);
}

TEST_F(StayNearTest, UsesOnlyProcessorsThatTheThreadMightUseBefore) {
  device("local_cpulist", "0-1023\n");
  device("numa_node", "-1\n");
  const StayNear near("0000:0a:00.0", root_ / "");
  EXPECT_EQ(allowed_processors(), before_);
  EXPECT_EQ(near.where(), "processors " + processors_text(before_));
}

TEST_F(StayNearTest, ChangesNothingWhereSysDoesNotTell) {
  const auto changes = [&] {
    const StayNear near("0000:0a:00.0", root_ / "");
    EXPECT_EQ(near.where(), "");
    return allowed_processors() != before_;
  };
  EXPECT_FALSE(changes()) << "no such device";
  for (const char* list : {"", "\n", "all\n", "1023\n"}) {  // the last one: no processor that may be used
    device("local_cpulist", list);
    EXPECT_FALSE(changes()) << list;
  }
  EXPECT_EQ(StayNear("", root_ / "").where(), "");
}

}  // namespace
}  // namespace commlab
