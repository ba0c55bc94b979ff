#pragma once
// Reads what `nvidia-smi topo -m` prints: how each GPU reaches the other GPUs and NICs.
//
//          GPU0   GPU1   NIC0   CPU Affinity   NUMA Affinity
//   GPU0    X     NV4    PIX    0-15           0
//   GPU1   NV4     X     SYS    16-31          1
//   NIC0   PIX    SYS     X
//
// Terminal colours, double tabs, blanks instead of tabs, wrapped lines and missing affinities are accepted.
// The matrix may stand anywhere in another text: collect_env's report, an issue, a mail that quotes it (">
// ").

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct TopoMatrix {
  // NVk: k bonded NVLinks; PIX, PXB: over PCIe switches; PHB: over the host bridge of one socket; NODE:
  // between host bridges of a socket; SYS (SOC): between sockets.
  enum class Reach : std::uint8_t { self, nvlink, pix, pxb, phb, node, sys };

  struct Cell {
    Reach reach = Reach::self;
    int nvlinks = 0;
    int line = 0;  // 0: the text does not have this cell
    bool operator==(const Cell& other) const { return reach == other.reach && nvlinks == other.nvlinks; }
  };

  std::vector<std::string> devices;  // GPUs first
  int gpus = 0;
  std::vector<std::vector<Cell>> cells;
  std::string first_nic;              // the driver's name for it: "mlx5_0"; may be empty
  std::vector<std::string> affinity;  // per GPU: its NUMA node, else its CPUs; may be empty
};

bool looks_like_topo_matrix(std::string_view text);
// In the result, both rows of a pair say the same, and every GPU has a row. Errors are one sentence with file
// and line.
Result<TopoMatrix> read_topo_matrix(std::string_view text, std::string_view file_name);

}  // namespace commlab
