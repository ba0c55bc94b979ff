#pragma once
// The facts that were found on a computer: its devices and how they are wired, without rates. machine_of()
// makes a Machine of them: it takes rates and costs from the parameters for its GPUs.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/machine/machine.h"
#include "core/machine_text/imported_machine.h"

namespace commlab {

struct Computer {
  struct PciDevice {
    std::string bus;           // "0000:18:00.0"
    std::string device_class;  // "0x030200"
    std::string link_speed;    // its highest speed: "32.0 GT/s PCIe"; empty: unknown
    int link_width = 0;        // lanes; 0: unknown
  };
  struct NvLink {
    std::string target;        // bus of the device to which it leads
    std::string target_class;  // "0x030200" a GPU, "0x068000" an NVSwitch
    int count = 1;
  };
  struct Gpu {
    std::string name;  // "NVIDIA H100 80GB HBM3"
    std::string uuid;
    std::string bus;
    Bytes memory{};
    int capability = 0;           // compute capability times ten: 90
    int multiprocessors = 0;      // 0: unknown
    int numa = -1;                // -1: unknown
    std::vector<PciDevice> path;  // from below the socket: PCIe switches, then itself
    std::vector<NvLink> nvlinks;
  };
  struct Nic {
    std::string name;  // name of the NIC: "mlx5_0"
    int megabits = 0;  // megabits per second
    int numa = -1;
    std::vector<PciDevice> path;
  };
  struct NumaNode {
    int id = 0;
    std::string processors;  // "0-31,64-95"
    Bytes memory{};
  };

  std::string host;  // its name
  std::string date;  // "2025-11-22"
  std::string processor;
  std::string vendor;  // "GenuineIntel"
  int family = 0;
  int model = 0;
  int processors = 0;  // number of processors that this program may use
  Bytes memory{};
  std::vector<NumaNode> numa;

  std::string driver;     // version of NVIDIA's driver; empty: there is none
  std::string visible;    // CUDA_VISIBLE_DEVICES, if it is set: only these GPUs are in `gpus`
  int hidden_gpus = 0;    // GPUs that CUDA_VISIBLE_DEVICES hides
  std::vector<Gpu> gpus;  // in the order in which CUDA numbers them, as far as is known
  std::string numbering;  // a sentence if CUDA's order is not known, else empty
  // [a][b]: GPU b reaches GPU a's memory, peer to peer. As many rows as GPUs, or none.
  std::vector<std::vector<bool>> reaches;
  std::vector<Nic> nics;
  std::vector<std::string> looked_for;  // one sentence for each search and its result
};

// The indices in `gpus` that CUDA_VISIBLE_DEVICES shows, in its order. It lists numbers or beginnings of
// uuids; the list ends at the first entry that names no GPU (CUDA C++ Programming Guide, "CUDA Environment
// Variables").
std::vector<int> visible_gpus(const std::string& variable, const std::vector<Computer::Gpu>& gpus);

// The text that NCCL_TOPO_DUMP_FILE would write (core/machine_text/nccl_topology.h).
std::string nccl_topology_of(const Computer&);

// The wiring, named "detected". If there is no GPU, the error (Fault::no) says what was looked for.
Result<ImportedWiring> wiring_of(const Computer&);
// Every number has its source: detected, NCCL's, or the source in the parameters for these GPUs.
Result<Machine> machine_of(const Computer&, const std::filesystem::path& parameter_folder);

}  // namespace commlab
