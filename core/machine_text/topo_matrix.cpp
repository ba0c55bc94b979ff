#include "core/machine_text/topo_matrix.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <vector>

#include <fmt/ranges.h>

#include "core/machine/nccl_rates.h"
#include "core/machine_text/computer_report.h"
#include "core/machine_text/imported_machine.h"
#include "core/machine_text/topo_matrix_text.h"

namespace commlab {
namespace {

using Cell = TopoMatrix::Cell;
using Reach = TopoMatrix::Reach;

// Sets that grow together (union-find).
class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t of(std::size_t i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> parent_;
};

// Builds the machine that the matrix describes: NVLinks, PCIe switches, sockets, and the links between them.
class Builder {
 public:
  Builder(const TopoMatrix& matrix, const GpuModel& model, const ComputerReport& report)
      : matrix_(matrix), model_(model), report_(report) {}

  ImportedWiring build(std::string_view file) {
    const int devices = static_cast<int>(matrix_.devices.size());
    for (int i = 0; i < matrix_.gpus; ++i) topology_.add(fmt::format("gpu{}", i), NodeType::gpu);
    for (int i = 0; i < devices - matrix_.gpus; ++i) topology_.add(fmt::format("nic{}", i), NodeType::nic);
    add_nvlinks();
    add_host();
    const int gpus = matrix_.gpus;
    const std::filesystem::path path(file);
    return {.name = path.stem().string(),
            .title = fmt::format("{} {}, {}", gpus, model_.name, wiring_),
            .gpu = model_,
            .topology = std::move(topology_),
            .network = network_of_nic(matrix_.first_nic),
            .sources = {fmt::format("Wiring: nvidia-smi topo -m, pasted into {}.{}", path.filename().string(),
                                    said_by_report())},
            .assumed = std::move(assumed_)};
  }

 private:
  // " It tells the GPUs (NVIDIA H100 80GB HBM3) and the driver (535.104.05)."
  std::string said_by_report() const {
    std::vector<std::string> said;
    for (const auto& [what, value] : {std::pair("GPUs", &report_.gpu), std::pair("CPUs", &report_.processor),
                                      std::pair("driver", &report_.driver)})
      if (!value->empty()) said.push_back(fmt::format("{}: {}", what, *value));
    return said.empty() ? "" : fmt::format(" It names {}.", fmt::join(said, "; "));
  }

  // k if every two GPUs are joined by k NVLinks; else 0.
  int same_nvlinks_everywhere() const {
    if (matrix_.gpus < 2) return 0;
    const Cell& first = matrix_.cells[0][1];
    for (int a = 0; a < matrix_.gpus; ++a)
      for (int b = 0; b < matrix_.gpus; ++b)
        if (a != b && !(matrix_.cells[a][b] == first)) return 0;
    return first.nvlinks;
  }

  void add_nvlinks() {
    const int same = same_nvlinks_everywhere();
    if (same * (matrix_.gpus - 1) > model_.nvlinks ||
        (same > 0 && same == model_.nvlinks && matrix_.gpus > 2)) {
      const NodeId nvswitch = topology_.add("nvswitch", NodeType::nvswitch);
      for (NodeId gpu = 0; gpu < matrix_.gpus; ++gpu) connect(gpu, nvswitch, same);
      wiring_ = fmt::format("{} NVLinks each, on NVSwitch", same);
      assumed_.push_back(
          fmt::format("Assumed: NVSwitch, since every GPU has NV{} to all {} others, and {} NVLinks "
                      "in all.",
                      same, matrix_.gpus - 1, model_.nvlinks));
      return;
    }
    int pairs = 0;
    for (NodeId a = 0; a < matrix_.gpus; ++a)
      for (NodeId b = a + 1; b < matrix_.gpus; ++b)
        if (const int links = matrix_.cells[a][b].nvlinks; links > 0) {
          connect(a, b, links);
          ++pairs;
        }
    wiring_ = pairs == 0 ? "over PCIe"
              : same > 0 ? fmt::format("{} NVLinks for each pair", same)
                         : "NVLinks between some pairs";
    if (pairs > 0) assumed_.push_back("Assumed: NVLinks join GPUs directly, without a switch.");
    if (pairs == 0 && matrix_.gpus > 1) assumed_.emplace_back(peers_over_pcie);
  }

  void connect(NodeId a, NodeId b, int links) {
    topology_.connect(a, b, LinkType::nvlink, unrated_nvlinks(links), {}, links);
  }

  void add_host() {
    const std::size_t n = matrix_.devices.size();
    Groups below_switch(n), on_socket(n);
    const auto join_where = [&](Groups& groups, Reach from, Reach to) {
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
          const Cell& cell = matrix_.cells[a][b];
          if (cell.line > 0 && cell.reach >= from && cell.reach <= to) groups.join(a, b);
        }
    };
    join_where(below_switch, Reach::pix, Reach::pxb);
    join_where(on_socket, Reach::pix, Reach::node);
    if (affinities_agree()) {
      std::map<std::string, std::size_t> first;
      for (int gpu = 0; gpu < matrix_.gpus; ++gpu) {
        if (matrix_.affinity[gpu].empty()) continue;
        on_socket.join(first.try_emplace(matrix_.affinity[gpu], gpu).first->second, gpu);
      }
    }
    if (split_by_nothing(on_socket)) {
      for (std::size_t device = 1; device < n; ++device) on_socket.join(0, device);
      if (n > 1)
        assumed_.push_back("Assumed: one socket, since the matrix does not tell which GPUs share one.");
    }
    add_sockets(below_switch, on_socket);
  }

  // Equal affinities mean one socket, unless the matrix says SYS (two sockets) between two such GPUs.
  bool affinities_agree() const {
    for (int a = 0; a < matrix_.gpus; ++a)
      for (int b = 0; b < a; ++b)
        if (matrix_.affinity[a] == matrix_.affinity[b] && matrix_.cells[a][b].reach == Reach::sys)
          return false;
    return true;
  }

  // Every device is on a socket of its own, and nothing in the matrix really says so.
  bool split_by_nothing(const Groups& on_socket) const {
    const std::size_t n = matrix_.devices.size();
    for (std::size_t device = 0; device < n; ++device)
      if (on_socket.of(device) != device) return false;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        if (a != b && matrix_.cells[a][b].reach != Reach::sys) return true;
    return n < 2 || !affinities_differ();
  }

  bool affinities_differ() const {
    for (int gpu = 0; gpu < matrix_.gpus; ++gpu)
      if (!matrix_.affinity[gpu].empty() && matrix_.affinity[gpu] != matrix_.affinity[0]) return true;
    return false;
  }

  void add_sockets(const Groups& below_switch, const Groups& on_socket) {
    const std::size_t n = matrix_.devices.size();
    std::map<std::size_t, NodeId> sockets, switches;
    std::map<std::size_t, int> members;
    const Bandwidth pcie = nccl_pcie_rate(16, pcie_speed(model_.pcie));
    for (std::size_t device = 0; device < n; ++device) ++members[below_switch.of(device)];
    for (std::size_t device = 0; device < n; ++device)
      if (on_socket.of(device) == device)
        sockets[device] = topology_.add(fmt::format("cpu{}", sockets.size()), NodeType::cpu);
    for (std::size_t device = 0; device < n; ++device) {
      NodeId above = sockets.at(on_socket.of(device));
      const std::size_t group = below_switch.of(device);
      if (members[group] > 1) {
        const bool is_new = !switches.contains(group);
        if (is_new) {
          switches[group] = topology_.add(fmt::format("pcie{}", switches.size()), NodeType::pcie_switch);
          topology_.connect(switches[group], above, LinkType::pcie, pcie, {});
        }
        above = switches[group];
      }
      topology_.connect(static_cast<NodeId>(device), above, LinkType::pcie, pcie, {});
    }
    const Bandwidth between = nccl_socket_rate(report_.cpu.value_or(model_.usual_cpu));
    if (sockets.size() > 1 && !report_.cpu)
      assumed_.push_back(fmt::format(
          "Assumed: {} between sockets, if the parameters do not say it: NCCL's rate for the usual "
          "CPUs of servers with {} (src/graph/topo.h), since the matrix does not name them.",
          to_text(between), model_.name));
    for (auto a = sockets.begin(); a != sockets.end(); ++a)
      for (auto b = std::next(a); b != sockets.end(); ++b)
        topology_.connect(a->second, b->second, LinkType::socket, between, {});
  }

  const TopoMatrix& matrix_;
  const GpuModel& model_;
  const ComputerReport& report_;
  Topology topology_;
  std::string wiring_;
  std::vector<std::string> assumed_;
};

// The link whose rate is missing: the first NVLinks, else PCIe.
std::string unrated(const TopoMatrix& matrix) {
  for (int a = 0; a < matrix.gpus; ++a)
    for (int b = 0; b < a; ++b)
      if (matrix.cells[a][b].nvlinks > 0)
        return fmt::format("NV{} between GPU{} and GPU{}", matrix.cells[a][b].nvlinks, b, a);
  return "PCIe";
}

}  // namespace

Result<Machine> machine_from_topo_matrix(std::string_view text, std::string_view file_name,
                                         std::string_view gpu,
                                         const std::filesystem::path& parameter_folder) {
  const Result<TopoMatrix> matrix = read_topo_matrix(text, file_name);
  if (!matrix) return tl::unexpected(matrix.error());
  const ComputerReport report = computer_report(text);
  if (gpu.empty() && report.gpu.empty())
    return fail("{}: a pasted topology does not say how fast {} is; name the GPU, as in --gpu A100",
                file_name, unrated(*matrix));
  const Result<GpuModel> model = model_in_report(report, gpu, file_name);
  if (!model) return tl::unexpected(model.error());
  for (int a = 0; a < matrix->gpus; ++a)
    for (int b = 0; b < matrix->gpus; ++b)
      if (const Cell& cell = matrix->cells[a][b]; cell.nvlinks > 0 && cell.nvlinks > model->nvlinks)
        return fail("{}:{}: NV{} between GPU{} and GPU{}, but the {} has {} NVLinks; expected another --gpu",
                    file_name, cell.line, cell.nvlinks, a, b, full_name(*model), model->nvlinks);
  Result<Machine> machine =
      with_parameters(Builder(*matrix, *model, report).build(file_name), parameter_folder);
  if (!machine) return fail("{}: {}", file_name, machine.error().message);
  return machine;
}

std::string reach_text(const Topology& topology, const std::vector<LinkId>& route) {
  if (route.empty()) return "X";
  const auto has_link = [&](LinkType type) {
    return std::ranges::any_of(route, [&](LinkId id) { return topology.links[id].type == type; });
  };
  const auto nodes_of = [&](NodeType type) {
    return std::ranges::count_if(
        route, [&](LinkId id) { return topology.nodes[topology.links[id].to].type == type; });
  };
  if (has_link(LinkType::network)) return "NET";
  if (has_link(LinkType::socket)) return "SYS";
  if (nodes_of(NodeType::cpu) + nodes_of(NodeType::memory) > 0) return "PHB";
  if (has_link(LinkType::pcie)) return nodes_of(NodeType::pcie_switch) > 1 ? "PXB" : "PIX";
  int lanes = topology.links[route.front()].lanes;
  for (const LinkId id : route) lanes = std::min(lanes, topology.links[id].lanes);
  return has_link(LinkType::nvlink) ? fmt::format("NV{}", lanes) : "-";
}

}  // namespace commlab
