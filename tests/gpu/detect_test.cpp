// Looking at a computer of paper: NVML's calls answered by this file, /sys and /proc written to a folder.

#include "gpu/detect/detect.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace commlab {
namespace {

namespace fs = std::filesystem;

// A management library of paper: two H100 with one NVSwitch. The call of this number fails.
struct PaperNvml {
  int failing_call = -1;
  int calls = 0;
  bool loaded = false;
};
PaperNvml paper_nvml;

nvml::Return answer() { return paper_nvml.calls++ == paper_nvml.failing_call ? 999 : nvml::success; }
unsigned number_of(nvml::Handle handle) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(handle)) - 1;
}

nvml::Return say(char* text, unsigned room, const std::string& words) {
  std::snprintf(text, room, "%s", words.c_str());
  return answer();
}

nvml::Calls paper_calls() {
  using nvml::Handle;
  return {
      .init =
          [] {
            paper_nvml.loaded = true;
            return answer();
          },
      .shutdown =
          [] {
            paper_nvml.loaded = false;
            return answer();
          },
      .error_text = [](nvml::Return) { return "paper tore"; },
      .driver_version = [](char* text, unsigned room) { return say(text, room, "580.65"); },
      .count =
          [](unsigned* count) {
            *count = 2;
            return answer();
          },
      .handle =
          [](unsigned i, Handle* handle) {
            *handle = reinterpret_cast<Handle>(std::uintptr_t{i + 1});
            return answer();
          },
      .name = [](Handle, char* text, unsigned room) { return say(text, room, "NVIDIA H100 80GB HBM3"); },
      .uuid = [](Handle h, char* text,
                 unsigned room) { return say(text, room, fmt::format("GPU-{}", number_of(h))); },
      .memory =
          [](Handle, nvml::MemoryInfo* memory) {
            memory->total = 80ULL << 30;
            return answer();
          },
      .pci =
          [](Handle h, nvml::PciInfo* pci) {
            return say(pci->bus_id, 32, fmt::format("00000000:{}8:00.0", number_of(h) + 1));
          },
      .capability =
          [](Handle, int* major, int* minor) {
            *major = 9;
            *minor = 0;
            return answer();
          },
      .cores =
          [](Handle, unsigned* cores) {
            *cores = 132 * 128;
            return answer();
          },
      .link_state =
          [](Handle, unsigned link, int* enabled) {
            *enabled = link < 4;
            return link < 6 ? nvml::success : 3;
          },
      .link_remote = [](Handle, unsigned,
                        nvml::PciInfo* pci) { return say(pci->bus_id, 32, "00000000:A0:00.0"); },
      .link_remote_type =
          [](Handle, unsigned, int* type) {
            *type = nvml::leads_to_switch;
            return answer();
          },
      .peer_status =
          [](Handle, Handle, int, int* status) {
            *status = nvml::can;
            return answer();
          },
  };
}

TEST(Detect, ReadsGpusFromNvml) {
  paper_nvml = {};
  Computer computer;
  add_gpus(computer, paper_calls(), nullptr);

  EXPECT_EQ(computer.driver, "580.65");
  ASSERT_EQ(computer.gpus.size(), 2u);
  const Computer::Gpu& gpu = computer.gpus[1];
  EXPECT_EQ(gpu.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(gpu.bus, "0000:28:00.0");
  EXPECT_EQ(gpu.capability, 90);
  EXPECT_EQ(gpu.multiprocessors, 132);
  EXPECT_EQ(gpu.memory, (Bytes{std::int64_t{80} << 30}));
  ASSERT_EQ(gpu.nvlinks.size(), 1u);
  EXPECT_EQ(gpu.nvlinks[0].target, "0000:a0:00.0");
  EXPECT_EQ(gpu.nvlinks[0].target_class, "0x068000");
  EXPECT_EQ(gpu.nvlinks[0].count, 4);
  EXPECT_TRUE(computer.reaches[0][1]);
  EXPECT_EQ(computer.looked_for, (std::vector<std::string>{"NVML: driver 580.65 has 2 GPUs"}));
  EXPECT_FALSE(paper_nvml.loaded) << "what was initialized is shut down";
}

TEST(Detect, LinksToWhatAVirtualMachineHidesLeadToASwitch) {
  paper_nvml = {};
  nvml::Calls calls = paper_calls();
  calls.link_remote = [](nvml::Handle, unsigned, nvml::PciInfo* pci) {
    return say(pci->bus_id, 32, "FFFFFFF:FFFF:FF");
  };
  calls.link_remote_type = [](nvml::Handle, unsigned, int*) { return nvml::Return{999}; };
  Computer computer;
  add_gpus(computer, calls, nullptr);

  ASSERT_EQ(computer.gpus[0].nvlinks.size(), 1u);
  EXPECT_EQ(computer.gpus[0].nvlinks[0].target_class, "0x068000");
  EXPECT_EQ(computer.gpus[0].nvlinks[0].count, 4);
  EXPECT_EQ(computer.looked_for.size(), 1u) << "nothing failed";
}

TEST(Detect, ShowsWhatCudaWouldShow) {
  paper_nvml = {};
  Computer computer;
  add_gpus(computer, paper_calls(), "GPU-1");

  ASSERT_EQ(computer.gpus.size(), 1u);
  EXPECT_EQ(computer.gpus[0].bus, "0000:28:00.0");
  EXPECT_EQ(computer.hidden_gpus, 1);
  EXPECT_EQ(computer.reaches.size(), 1u);
  EXPECT_THAT(computer.looked_for.back(), testing::HasSubstr("CUDA_VISIBLE_DEVICES='GPU-1' shows 1"));
}

// Each call in turn: no crash, and a sentence that names it.
TEST(Detect, WhicheverCallFailsIsTold) {
  paper_nvml = {};
  Computer whole;
  add_gpus(whole, paper_calls(), nullptr);
  const int calls = paper_nvml.calls;
  ASSERT_GT(calls, 20);
  for (int failing = 0; failing < calls; ++failing) {
    paper_nvml = {.failing_call = failing};
    Computer computer;
    add_gpus(computer, paper_calls(), nullptr);
    EXPECT_THAT(computer.looked_for,
                testing::Contains(testing::ContainsRegex("NVML: nvml.* failed: paper tore")))
        << failing;
    EXPECT_LE(computer.gpus.size(), 2u);
    EXPECT_EQ(computer.reaches.size(), computer.gpus.size()) << failing;
  }
}

class PaperFolder {
 public:
  PaperFolder() : root_(fs::temp_directory_path() / ("commlab_sys_" + std::to_string(getpid()))) {}
  ~PaperFolder() { fs::remove_all(root_); }

  const fs::path& root() const { return root_; }
  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  void link(const fs::path& from, const fs::path& to) const {
    fs::create_directories((root_ / from).parent_path());
    fs::create_directory_symlink(root_ / to, root_ / from);
  }

 private:
  fs::path root_;
};

TEST(Detect, ReadsTheTreeOfPcieFromSys) {
  const PaperFolder folder;
  const fs::path up = "sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0";
  const fs::path gpu = up / "0000:17:00.0/0000:18:00.0";
  folder.write(up / "class", "0x060400\n");
  folder.write(up / "max_link_speed", "32.0 GT/s PCIe\n");
  folder.write(up / "max_link_width", "16\n");
  folder.write(gpu / "class", "0x030200\n");
  folder.write(gpu / "max_link_speed", "32.0 GT/s PCIe\n");
  folder.write(gpu / "max_link_width", "8\n");
  folder.write(gpu / "numa_node", "1\n");
  folder.link("sys/bus/pci/devices/0000:18:00.0", gpu);
  const fs::path nic = up / "0000:17:01.0/0000:19:00.0";
  folder.write(nic / "class", "0x020700\n");
  folder.write(nic / "numa_node", "1\n");
  folder.write("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)\n");
  folder.link("sys/class/infiniband/mlx5_0/device", nic);
  Computer computer;
  computer.gpus = {{.bus = "0000:18:00.0"}, {.bus = "0000:99:00.0"}};

  add_pci_paths(computer, folder.root());
  add_nics(computer, folder.root());

  const auto& path = computer.gpus[0].path;
  ASSERT_EQ(path.size(), 2u) << "the switch and the GPU; its ports are no switches of their own";
  EXPECT_EQ(path[0].bus, "0000:16:00.0");
  EXPECT_EQ(path[0].device_class, "0x060400");
  EXPECT_EQ(path[1].link_speed, "32.0 GT/s PCIe");
  EXPECT_EQ(path[1].link_width, 8);
  EXPECT_EQ(computer.gpus[0].numa, 1);
  EXPECT_EQ(computer.gpus[1].path.size(), 1u) << "unknown to /sys: right below the socket";
  EXPECT_THAT(computer.looked_for, testing::Contains(testing::HasSubstr("/sys: no 0000:99:00.0 there")));
  ASSERT_EQ(computer.nics.size(), 1u);
  EXPECT_EQ(computer.nics[0].megabits, 400'000);
  EXPECT_EQ(computer.nics[0].path.front().bus, "0000:16:00.0");
}

TEST(Detect, ReadsTheHostFromProcAndSys) {
  const PaperFolder folder;
  folder.write("proc/cpuinfo",
               "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"
               "model name\t: Intel(R) Xeon(R) Platinum 8480C\n");
  folder.write("proc/meminfo", "MemTotal:       2097152 kB\n");
  folder.write("sys/devices/system/node/node1/cpulist", "56-111\n");
  folder.write("sys/devices/system/node/node1/meminfo", "Node 1 MemTotal:       1048576 kB\n");
  folder.write("sys/devices/system/node/node0/cpulist", "0-55\n");
  folder.write("sys/devices/system/node/online", "0-1\n");
  Computer computer;

  add_host(computer, folder.root());

  EXPECT_EQ(computer.processor, "Intel(R) Xeon(R) Platinum 8480C");
  EXPECT_EQ(computer.vendor, "GenuineIntel");
  EXPECT_EQ(computer.model, 143);
  EXPECT_EQ(computer.memory, (Bytes{std::int64_t{2} << 30}));
  ASSERT_EQ(computer.numa.size(), 2u);
  EXPECT_EQ(computer.numa[1].processors, "56-111");
  EXPECT_EQ(computer.numa[1].memory, (Bytes{std::int64_t{1} << 30}));
}

TEST(Detect, WithoutADriverSaysWhatWasLookedFor) {
  const Computer computer = look_at_this_computer();
  EXPECT_FALSE(computer.looked_for.empty());
  EXPECT_GE(computer.processors, 1);
}

}  // namespace
}  // namespace commlab
