// From what was found on a computer to a machine: three computers as NVML and /sys describe them.

#include "core/machine_text/computer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/machine_text/topo_matrix.h"
#include "core/routes/router.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;

Computer of_gpus(int gpus, const std::string& name, int capability) {
  Computer computer{.host = "server7",
                    .date = "2025-11-22",
                    .vendor = "GenuineIntel",
                    .family = 6,
                    .model = 0x8F,
                    .driver = "580.65",
                    .looked_for = {"NVML: driver 580.65"}};
  for (int g = 0; g < gpus; ++g) {
    const std::string bus = fmt::format("0000:{:02x}:00.0", 0x18 + 0x10 * g);
    computer.gpus.push_back({.name = name,
                             .uuid = fmt::format("GPU-{:04d}", g),
                             .bus = bus,
                             .capability = capability,
                             .numa = g < gpus / 2 ? 0 : 1,
                             .path = {{bus, "0x030200", "16.0 GT/s PCIe", 16}}});
  }
  computer.reaches.assign(gpus, std::vector<bool>(gpus, true));
  return computer;
}

// Each GPU is below a PCIe switch of its own, and has 18 NVLinks to four NVSwitches.
Computer eight_h100() {
  Computer computer = of_gpus(8, "NVIDIA H100 80GB HBM3", 90);
  for (Computer::Gpu& gpu : computer.gpus) {
    gpu.path = {{"0000:1" + gpu.bus.substr(5, 1) + ":01.0", "0x060400", "32.0 GT/s PCIe", 16},
                {gpu.bus, "0x030200", "32.0 GT/s PCIe", 16}};
    gpu.nvlinks = {{"0000:a0:00.0", "0x068000", 4},
                   {"0000:a1:00.0", "0x068000", 4},
                   {"0000:a2:00.0", "0x068000", 5},
                   {"0000:a3:00.0", "0x068000", 5}};
  }
  return computer;
}

Result<Machine> detected(const Computer& computer) {
  return machine_of(computer, std::string(machine_folder) + "/parameters");
}

Bandwidth narrowest(const Machine& machine, int from, int to) {
  Bandwidth least{INT64_MAX};
  const std::vector<LinkId> route = Router(machine.topology).route(from, to).value();
  for (const LinkId link : route)
    least = std::min(least, machine.topology.links[static_cast<std::size_t>(link)].bandwidth);
  return least;
}

std::string reach(const Machine& machine, int from, int to) {
  return reach_text(machine.topology, Router(machine.topology).route(from, to).value());
}

TEST(Detected, EightH100OnNvswitch) {
  const auto machine = detected(eight_h100());

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->name, "detected");
  EXPECT_EQ(machine->gpu, "H100");
  EXPECT_EQ(machine->title, "8 H100, NVLinks to NVSwitch");
  EXPECT_EQ(reach(*machine, 0, 7), "NV18");
  EXPECT_EQ(narrowest(*machine, 0, 7), (Bandwidth{370'800'000'000}));
  EXPECT_THAT(machine->sources, Contains(HasSubstr("Detected on server7, 2025-11-22")));
  EXPECT_THAT(machine->sources, Contains(HasSubstr("NCCL counts")));
  EXPECT_THAT(machine->sources, Contains(HasSubstr("Parameters of dgx-h100")));
  EXPECT_TRUE(machine->topology.multicast);
  EXPECT_THAT(machine->sources, Contains("Peer-to-peer: detected between all GPUs."));
  const auto read = machine_from_toml(machine_to_toml(*machine), "detected.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(machine_to_toml(*read), machine_to_toml(*machine));
}

TEST(Detected, FourA100InAMesh) {
  Computer computer = of_gpus(4, "NVIDIA A100-SXM4-40GB", 80);
  for (Computer::Gpu& gpu : computer.gpus)
    for (const Computer::Gpu& other : computer.gpus)
      if (other.bus != gpu.bus) gpu.nvlinks.push_back({other.bus, "0x030200", 4});

  const auto machine = detected(computer);

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->title, "4 A100, NVLinks between GPUs");
  EXPECT_EQ(reach(*machine, 1, 3), "NV4");
  EXPECT_EQ(narrowest(*machine, 3, 1), (Bandwidth{4 * 23'250'000'000})) << "the rate of the shipped a100x4";
}

TEST(Detected, TwoRtx4090OnPcie) {
  Computer computer = of_gpus(2, "NVIDIA GeForce RTX 4090", 89);
  computer.reaches = {{true, false}, {false, true}};
  computer.gpus[1].path.back().link_width = 8;

  const auto machine = detected(computer);

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->title, "2 RTX 4090, over PCIe");
  EXPECT_EQ(reach(*machine, 0, 1), "SYS");
  EXPECT_EQ(narrowest(*machine, 0, 1), MBps(12'650)) << "half of the 25.3 GB/s measured over 16 lanes";
  EXPECT_THAT(machine->sources, Contains(HasSubstr("between 0 of 2 ordered pairs")));
}

TEST(Detected, AnOrderThatMayNotBeCudasIsTold) {
  Computer computer = of_gpus(2, "NVIDIA A100-PCIE-40GB", 80);
  computer.numbering = "GPUs are numbered by lot.";
  EXPECT_THAT(detected(computer)->sources, Contains("GPUs are numbered by lot."));
}

TEST(Detected, AGpuThatIsNotInTheTableIsTakenForItsGeneration) {
  const auto machine = detected(of_gpus(2, "NVIDIA RTX 4000 Ada Generation", 89));

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_THAT(machine->sources,
              Contains(HasSubstr("Assumed: NVIDIA RTX 4000 Ada Generation is not in the table")));
}

// Two GPUs are below one switch. Their NVLinks lead to a GPU that is hidden, and are left out.
TEST(Detected, GpusBelowOneSwitchShareIt) {
  Computer computer = of_gpus(2, "NVIDIA A100-PCIE-40GB", 80);
  for (Computer::Gpu& gpu : computer.gpus) {
    gpu.numa = 0;
    gpu.path.insert(gpu.path.begin(), {"0000:16:00.0", "0x060400", "16.0 GT/s PCIe", 16});
    gpu.nvlinks = {{"0000:ff:00.0", "0x030200", 4}};
  }
  const auto machine = detected(computer);

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(reach(*machine, 0, 1), "PIX");
}

TEST(Detected, WithoutAGpuSaysWhatWasLookedFor) {
  Computer computer{.host = "laptop"};
  computer.looked_for = {"NVML: libnvidia-ml.so.1 was not found"};
  EXPECT_EQ(detected(computer).error().message, "no GPU on laptop; NVML: libnvidia-ml.so.1 was not found");
  EXPECT_EQ(detected(computer).error().fault, Fault::no);
  computer.hidden_gpus = 4;
  computer.visible = "-1";
  EXPECT_THAT(detected(computer).error().message, HasSubstr("that CUDA_VISIBLE_DEVICES='-1' shows"));
}

TEST(VisibleGpus, AreThoseNamedUpToTheFirstThatIsNone) {
  const auto gpus = of_gpus(4, "NVIDIA A100-SXM4-40GB", 80).gpus;
  using Numbers = std::vector<int>;
  EXPECT_EQ(visible_gpus("2,0", gpus), (Numbers{2, 0}));
  EXPECT_EQ(visible_gpus("GPU-0003,1", gpus), (Numbers{3, 1}));
  EXPECT_EQ(visible_gpus("1,9,2", gpus), Numbers{1});
  EXPECT_EQ(visible_gpus("1,1", gpus), Numbers{1});
  EXPECT_EQ(visible_gpus("-1", gpus), Numbers{});
  EXPECT_EQ(visible_gpus("", gpus), Numbers{});
  EXPECT_EQ(visible_gpus("0,,1", gpus), Numbers{0});
}

}  // namespace
}  // namespace commlab
