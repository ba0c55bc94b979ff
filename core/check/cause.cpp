#include "core/check/cause.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/index.h"
#include "core/machine/gpu_model.h"
#include "core/machine/host_memory.h"
#include "core/machine/nccl_rates.h"
#include "core/nccl/nccl_comm.h"
#include "core/published/nccl_environment.h"

namespace commlab {
namespace {

using Forms = std::vector<Suspicion>;

bool has_several_nodes(const Machine& machine) {
  return machine.topology.per_node > 0 && machine.topology.per_node < machine.topology.gpus;
}

bool is_nic(const Topology& topology, NodeId node) {
  return topology.nodes[index(node)].type == NodeType::nic;
}

std::optional<std::string> first_nic(const Topology& topology) {
  const auto nic = std::ranges::find(topology.nodes, NodeType::nic, &Node::type);
  return nic == topology.nodes.end() ? std::nullopt : std::optional(nic->name);
}

// The NICs of each node; 0 if there is one node.
int nics_of_a_node(const Machine& machine) {
  if (!has_several_nodes(machine)) return 0;
  const Topology& topology = machine.topology;
  return static_cast<int>(std::ranges::count(topology.nodes, NodeType::nic, &Node::type)) /
         (topology.gpus / topology.per_node);
}

// As the hardware says it, so that NCCL knows.
template <class IsOne>
CheckedRun at_half_rate(CheckedRun run, IsOne is_one) {
  for (Link& link : run.machine.topology.links)
    if (is_one(link)) link.bandwidth.bytes_per_second /= 2;
  return run;
}

bool has_links(const Topology& topology, LinkType type) {
  return std::ranges::any_of(topology.links, [&](const Link& link) { return link.type == type; });
}

Suspicion damaged_by(const CheckedRun& run, std::string what, std::string slow, std::string cut = {}) {
  Suspicion suspicion{.what = std::move(what), .run = run};
  if (!slow.empty()) suspicion.run.slow.push_back(std::move(slow));
  if (!cut.empty()) suspicion.run.cut.push_back(std::move(cut));
  return suspicion;
}

// The machine with these words for its network, if they suit it.
void add_rewired(Forms& forms, const CheckedRun& run, const Rewire& rewire, std::string what,
                 std::string_view words) {
  Result<Machine> machine = rewire(words);
  if (!machine || !machine->nccl) return;
  Suspicion suspicion{.what = std::move(what), .run = run};
  suspicion.run.machine = *std::move(machine);
  forms.push_back(std::move(suspicion));
}

Forms half_nic(const CheckedRun& run, const Rewire& rewire) {
  const Topology& topology = run.machine.topology;
  const std::optional<std::string> nic = first_nic(topology);
  if (!has_several_nodes(run.machine) || !nic) return {};
  Forms forms;
  forms.push_back({"all NICs give half their rate", at_half_rate(run, [&](const Link& link) {
                     return link.type == LinkType::network &&
                            (is_nic(topology, link.from) || is_nic(topology, link.to));
                   })});
  forms.push_back(damaged_by(run, fmt::format("one NIC gives half its rate ({})", *nic), *nic + ":50%"));
  if (const int nics = nics_of_a_node(run.machine); nics > 1)
    add_rewired(forms, run, rewire, fmt::format("{} of {} NICs of each node are used", nics / 2, nics),
                fmt::format("{} NICs", nics / 2));
  return forms;
}

Forms dead_nic(const CheckedRun& run, const Rewire&) {
  const std::optional<std::string> nic = first_nic(run.machine.topology);
  if (nics_of_a_node(run.machine) < 2 || !nic) return {};
  return {damaged_by(run, fmt::format("one NIC is not used ({})", *nic), {}, *nic)};
}

Forms no_gpudirect(const CheckedRun& run, const Rewire&) {
  if (!has_several_nodes(run.machine) || !run.machine.nccl->gpudirect) return {};
  Suspicion without{"messages between nodes pass host memory", run};
  without.run.machine.nccl->gpudirect = false;
  return {std::move(without)};
}

Forms plain_tcp(const CheckedRun& run, const Rewire& rewire) {
  if (!has_several_nodes(run.machine) || run.machine.nccl->fabric == "tcp") return {};
  Forms forms;
  add_rewired(forms, run, rewire, "messages between nodes go over sockets", "tcp");
  return forms;
}

Forms oversubscribed(const CheckedRun& run, const Rewire& rewire) {
  if (!has_several_nodes(run.machine)) return {};
  Forms forms;
  for (const int times : {2, 4})
    if (run.machine.network.oversubscription < times)
      add_rewired(forms, run, rewire,
                  fmt::format("leaf switches have {} times the bandwidth below that they have above", times),
                  fmt::format("leaf=1,{}:1", times));
  return forms;
}

Forms half_pcie(const CheckedRun& run, const Rewire&) {
  if (!has_links(run.machine.topology, LinkType::pcie)) return {};
  return {{"all PCIe slots have half their lanes",
           at_half_rate(run, [](const Link& link) { return link.type == LinkType::pcie; })},
          damaged_by(run, "the slot of gpu0 has half its lanes", "gpu0.pcie:50%")};
}

Forms half_nvlink(const CheckedRun& run, const Rewire&) {
  if (!has_links(run.machine.topology, LinkType::nvlink)) return {};
  return {damaged_by(run, "half of the NVLinks of gpu0 are down", "gpu0.nvlink:50%")};
}

// The nodes of the topology that links other than these join to `start`.
std::vector<NodeId> joined_to(const Topology& topology, NodeId start) {
  std::vector<NodeId> joined{start};
  for (std::size_t next = 0; next < joined.size(); ++next)
    for (const Link& link : topology.links)
      if (link.from == joined[next] && link.type != LinkType::network &&
          std::ranges::find(joined, link.to) == joined.end())
        joined.push_back(link.to);
  return joined;
}

// GPUs of a node that PCIe does not join meet at a socket: each over the switch above it, or over a slot.
void join_at_sockets(Topology& topology, Bandwidth slot) {
  const int in_a_node = topology.per_node > 0 ? topology.per_node : topology.gpus;
  for (NodeId first = 0; first < topology.gpus; first += in_a_node) {
    const std::vector<NodeId> with_first = joined_to(topology, first);
    if (std::ranges::find(with_first, first + in_a_node - 1) != with_first.end()) continue;
    const NodeId socket = topology.add(fmt::format("socket{}", first / in_a_node), NodeType::cpu);
    for (NodeId gpu = first; gpu < first + in_a_node; ++gpu) {
      const std::vector<NodeId> here = joined_to(topology, gpu);
      if (std::ranges::find(here, socket) != here.end()) continue;
      const auto above = std::ranges::find_if(
          here, [&](NodeId node) { return topology.nodes[index(node)].type == NodeType::pcie_switch; });
      topology.connect(above == here.end() ? gpu : *above, socket, LinkType::pcie, slot, {});
    }
  }
}

// The rate of a slot of the GPU's PCIe generation; of the third where the GPU is not known.
Bandwidth slot_of(const Machine& machine) {
  constexpr int third = 3;
  const Result<GpuModel> model = find_gpu_model(machine.gpu);
  return nccl_pcie_rate(16, pcie_speed(model ? model->pcie : third));
}

// NVLinks are not used, or GPUs do not read one another over PCIe: host memory stands between them.
Forms no_p2p(const CheckedRun& run, const Rewire&) {
  if (run.machine.topology.staged) return {};
  Suspicion without{"GPUs reach one another only through host memory", run};
  Machine& machine = without.run.machine;
  if (has_links(machine.topology, LinkType::nvlink)) {
    std::erase_if(machine.topology.links, [](const Link& link) { return link.type == LinkType::nvlink; });
    machine.topology.multicast = false;
    join_at_sockets(machine.topology, slot_of(machine));
    return {std::move(without)};
  }
  Result<Machine> staged = staged_through_memory(machine);
  if (!staged) return {};
  machine = *std::move(staged);
  return {std::move(without)};
}

// The algorithms that are left where these are allowed.
std::vector<NcclAlgorithm> allowed(const NcclSettings& settings, std::span<const NcclAlgorithm> only) {
  std::vector<NcclAlgorithm> left;
  for (const NcclAlgorithm each : only)
    if (settings.algorithms.empty() || std::ranges::count(settings.algorithms, each) > 0)
      left.push_back(each);
  return left;
}

Forms with_algorithms(const CheckedRun& run, std::string what, std::span<const NcclAlgorithm> only) {
  std::vector<NcclAlgorithm> left = allowed(run.setting.nccl, only);
  if (left.empty() || left == run.setting.nccl.algorithms) return {};
  Suspicion forced{std::move(what), run};
  forced.run.setting.nccl.algorithms = std::move(left);
  return {std::move(forced)};
}

Forms no_nvls(const CheckedRun& run, const Rewire&) {
  if (!run.machine.topology.multicast) return {};
  return with_algorithms(run, "NVLS is off", algorithms_without_nvls());
}
Forms only_ring(const CheckedRun& run, const Rewire&) {
  return with_algorithms(run, "Ring is forced", std::array{NcclAlgorithm::ring});
}
Forms only_tree(const CheckedRun& run, const Rewire&) {
  return with_algorithms(run, "Tree is forced", std::array{NcclAlgorithm::tree});
}

Forms other_protocol(const CheckedRun& run, const Rewire&) {
  if (!run.setting.nccl.protocols.empty()) return {};
  using P = NcclProtocol;
  Forms forms;
  for (const auto& [what, protocols] :
       {std::pair{"LL is forced", std::vector{P::ll}}, std::pair{"LL128 is forced", std::vector{P::ll128}},
        std::pair{"Simple is forced", std::vector{P::simple}},
        std::pair{"LL128 is off", std::vector{P::ll, P::simple}}}) {
    Suspicion forced{what, run};
    forced.run.setting.nccl.protocols = protocols;
    forms.push_back(std::move(forced));
  }
  return forms;
}

Forms few_channels(const CheckedRun& run, const Rewire&) {
  Forms forms;
  for (const int most : {8, 4, 2, 1}) {
    if (run.setting.nccl.most_channels > 0 && run.setting.nccl.most_channels <= most) continue;
    Suspicion limited{fmt::format("{} channels at most", most), run};
    limited.run.setting.nccl.most_channels = most;
    forms.push_back(std::move(limited));
  }
  return forms;
}

void add_one_thread(Forms& forms, const CheckedRun& run) {
  if (run.setting.launch != LaunchMode::processes) return;
  Suspicion thread{"one thread starts all GPUs", run};
  thread.run.setting.launch = LaunchMode::thread;
  forms.push_back(std::move(thread));
}

void add_other_versions(Forms& forms, const CheckedRun& run) {
  for (const NcclVersion version :
       {NcclVersion{2, 12}, NcclVersion{2, 18}, NcclVersion{2, 22}, NcclVersion{2, 26}, newest_known_nccl}) {
    if (version == run.setting.nccl.version) continue;
    Suspicion other{fmt::format("NCCL {} ran", to_text(version)), run};
    other.run.setting.nccl.version = version;
    forms.push_back(std::move(other));
  }
}

Forms host_bound(const CheckedRun& run, const Rewire&) {
  Forms forms;
  if (!run.setting.launch_is_assumed) add_one_thread(forms, run);
  for (const int more_us : {10, 30, 100}) {
    Suspicion slow{fmt::format("the host takes {} us more for each call", more_us), run};
    slow.run.machine.nccl->launch += more_us;
    forms.push_back(std::move(slow));
  }
  return forms;
}

Forms other_nccl(const CheckedRun& run, const Rewire&) {
  Forms forms;
  if (!run.setting.version_is_assumed) add_other_versions(forms, run);
  return forms;
}

constexpr std::array all_causes = {
    Cause{"half-nic", "NICs give half their rate", "ibstat (or ethtool) on every node: the rate of each port",
          half_nic},
    Cause{"dead-nic", "a NIC is not used", "NCCL_DEBUG=INFO: the devices that 'NET/IB : Using' names",
          dead_nic},
    Cause{"no-gpudirect", "NICs do not reach the memory of GPUs (no GPUDirect RDMA)",
          "NCCL_DEBUG=INFO: 'via NET/IB/0/GDRDMA', or without GDRDMA; lsmod | grep nvidia_peermem",
          no_gpudirect},
    Cause{"tcp", "the network is used over sockets, without RDMA",
          "NCCL_DEBUG=INFO: 'NET/Socket : Using' in place of 'NET/IB : Using'", plain_tcp},
    Cause{"oversubscribed", "the network is oversubscribed above the leaf switches",
          "the same on nodes below one leaf switch", oversubscribed},
    Cause{
        "pcie-x8", "a PCIe slot has half its lanes",
        "nvidia-smi --query-gpu=pcie.link.width.current --format=csv under load; lspci -vv for NICs: LnkSta",
        half_pcie},
    Cause{"half-nvlink", "NVLinks are down", "nvidia-smi nvlink --status", half_nvlink},
    Cause{"no-p2p", "GPUs do not reach one another (P2P is off)",
          "NCCL_DEBUG=INFO: 'via SHM' in place of 'via P2P'; nvidia-smi topo -p2p r", no_p2p},
    Cause{"no-nvls", "NVLS is off",
          "NCCL_DEBUG=INFO: no line 'NVLS multicast support is available'; NCCL_NVLS_ENABLE; the fabric "
          "manager",
          no_nvls},
    Cause{"ring-forced", "Ring is forced", "NCCL_ALGO in the environment, or /etc/nccl.conf", only_ring},
    Cause{"tree-forced", "Tree is forced", "NCCL_ALGO in the environment, or /etc/nccl.conf", only_tree},
    Cause{"protocol", "a protocol is forced, or off", "NCCL_PROTO in the environment, or /etc/nccl.conf",
          other_protocol},
    Cause{"few-channels", "NCCL may use few channels",
          "NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS; NCCL_DEBUG=INFO: '... coll channels'", few_channels},
    Cause{"host-bound", "the host starts calls late",
          "the same in a CUDA graph (nccl-tests -G 1); top: cores that are busy", host_bound},
    Cause{"other-nccl", "another NCCL ran", "NCCL_DEBUG=VERSION", other_nccl},
};

}  // namespace

std::span<const Cause> causes() { return all_causes; }

std::vector<Suspicion> other_readings(const CheckedRun& run) {
  Forms forms;
  if (run.setting.launch_is_assumed) add_one_thread(forms, run);
  if (run.setting.version_is_assumed) add_other_versions(forms, run);
  return forms;
}

}  // namespace commlab
