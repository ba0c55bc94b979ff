// The table [tempo] of a machine file: how each mistake is answered, and which machines have none.

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "core/machine_text/machine_toml.h"

namespace commlab {
namespace {

std::string with_times(const std::string& times) {
  return "gpus = 2\n[tempo]\nbackend = \"host\"\nranks = 2\nmessages = 6\ntimes = [" + times + "]";
}

TEST(MachineTempo, IsRead) {
  const auto machine = machine_from_toml(with_times("\"4KiB 20us 19us 25us\""), "lab.toml");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_TRUE(machine->tempo.known());
  ASSERT_EQ(machine->tempo.times.size(), 1u);
  EXPECT_EQ(machine->tempo.times[0].message, KiB(4));
  EXPECT_EQ(machine->tempo.times[0].slowest, microseconds(25));
}

TEST(MachineTempo, ExplainsMistakes) {
  const auto error = [](const std::string& times) {
    return machine_from_toml(with_times(times), "lab.toml").error().message;
  };
  EXPECT_EQ(error("\"4KiB 20us\""),
            "lab.toml:6: '4KiB 20us' has 2 parts; expected a size and three times: of quiet moments, of the "
            "fastest sweep and of the slowest, as in 64KiB 57us 51us 68us");
  EXPECT_EQ(error("\"4KiB 20us 0 25us\""),
            "lab.toml:6: '4KiB 20us 0 25us' has the time 0; expected more than 0");
  EXPECT_EQ(
      error("\"4KiB 20us 25us 19us\""),
      "lab.toml:6: '4KiB 20us 25us 19us': the fastest sweep took longer than the slowest; expected them in "
      "that order");
  EXPECT_EQ(error("\"4KiB 1us 1us 1us\", \"4KiB 1us 1us 1us\""),
            "lab.toml:6: '4KiB 1us 1us 1us': expected sizes above 0 that rise");
  EXPECT_EQ(error(""), "lab.toml:2: [tempo] is not complete; expected backend, ranks, messages and times");
}

// What is only like a calibrated computer was not timed itself.
TEST(MachineTempo, IsNotTakenOverFromAMachineThatThisOneIsLikeOrMadeOf) {
  Machine node = *machine_from_spec("switch:8,450GB/s,350ns");
  node.tempo = machine_from_toml(with_times("\"4KiB 20us 19us 25us\""), "lab.toml")->tempo;
  const FindNode find = [&](std::string_view) { return Result<Machine>(node); };
  ASSERT_TRUE(node.tempo.known());

  const auto like = machine_from_toml("like = \"lab\"", "mine.toml", {}, find);
  const auto cluster =
      machine_from_toml("nodes = 2\nnode = \"lab\"\n[network]\nnic = \"400G\"", "two.toml", {}, find);

  ASSERT_TRUE(like) << like.error().message;
  EXPECT_FALSE(like->tempo.known());
  ASSERT_TRUE(cluster) << cluster.error().message;
  EXPECT_FALSE(cluster->tempo.known());
}

}  // namespace
}  // namespace commlab
