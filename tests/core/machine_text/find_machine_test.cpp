// From the name, file or SPEC that a user gives to the machine.
#include "core/machine/machine.h"

#include <fstream>

#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

TEST(FindMachine, TakesANameAFileOrASpec) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "lab.toml";
  std::ofstream(file) << "gpus = 4";

  EXPECT_EQ(find_machine("hcm8", machine_folder)->topology.gpus, 8);
  EXPECT_EQ(find_machine(file.string(), machine_folder)->topology.gpus, 4);
  EXPECT_EQ(find_machine("switch:16,450GB/s,350ns", machine_folder)->topology.gpus, 16);
}

TEST(FindMachine, OffersTheNearestName) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "machines";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "alpha.toml") << "gpus = 1";
  std::ofstream(folder / "beta.toml") << "gpus = 1";

  EXPECT_EQ(find_machine("bata", folder).error().message,
            "unknown machine 'bata' (did you mean beta?); expected a name of commlab list machines, a file, "
            "or a SPEC like "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(find_machine("bata", folder / "none").error().message,
            "unknown machine 'bata'; expected a name of commlab list machines, a file, or a SPEC like "
            "switch:8,450GB/s,350ns");
}

TEST(FindMachine, SaysThatAFileCannotBeRead) {
  EXPECT_EQ(find_machine("no/such.toml", machine_folder).error().message,
            "machine file no/such.toml cannot be read: there is no such file; expected a TOML file such as "
            "sim/machines/hcm8.toml");
  EXPECT_EQ(find_machine("./", machine_folder).error().message,
            "machine file ./ is a folder, not a file; expected a TOML file such as sim/machines/hcm8.toml");
}

}  // namespace
}  // namespace commlab
