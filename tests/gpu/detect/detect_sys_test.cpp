// Detection on a made-up computer: the test writes its /sys and /proc into a folder.

#include "gpu/detect/detect_host.h"
#include "gpu/detect/detect_pci.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace commlab {
namespace {

namespace fs = std::filesystem;

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
  ASSERT_EQ(path.size(), 2u) << "the switch and the GPU; the switch's ports are not listed";
  EXPECT_EQ(path[0].bus, "0000:16:00.0");
  EXPECT_EQ(path[0].device_class, "0x060400");
  EXPECT_EQ(path[1].link_speed, "32.0 GT/s PCIe");
  EXPECT_EQ(path[1].link_width, 8);
  EXPECT_EQ(computer.gpus[0].numa, 1);
  EXPECT_EQ(computer.gpus[1].path.size(), 1u) << "a GPU that /sys does not know is put below the socket";
  EXPECT_THAT(computer.looked_for, testing::Contains(testing::HasSubstr("/sys: no device 0000:99:00.0")));
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

}  // namespace
}  // namespace commlab
