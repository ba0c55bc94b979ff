#include "core/published/published_setting.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/words.h"

namespace commlab {
namespace {

bool has(const std::string& text, std::string_view word) { return text.find(word) != text.npos; }
bool has_any(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return has(text, word); });
}

// The first rule whose words are in the header decides: `gpu` in the GPU's name, `also` in GPU, interconnect,
// topology or notes. `gpus`: the most GPUs in a node; 0: any number.
struct NodeRule {
  std::string_view gpu;
  std::string_view also;  // empty: nothing more
  int gpus;
  std::string_view machine;
};
constexpr std::array node_rules = {
    NodeRule{"gb200", "", 0, "gb200-nvl72"},
    NodeRule{"b200", "", 0, "hgx-b200"},
    NodeRule{"gh200", "", 4, "gh200x4"},
    NodeRule{"h200", "", 0, "hgx-h200"},
    NodeRule{"h100", "4-gpu board", 4, "h100x4"},
    NodeRule{"h100", "", 0, "dgx-h100"},
    NodeRule{"mi300x", "", 0, "mi300x"},
    NodeRule{"a100", "a100-pcie", 0, "a100-pcie"},
    NodeRule{"a100", "nv4", 4, "a100x4"},
    NodeRule{"a100", "4-gpu node", 4, "a100x4"},
    NodeRule{"a100", "hgx 4-gpu", 4, "a100x4"},
    NodeRule{"a100", "slingshot", 4, "a100x4"},
    NodeRule{"a100", "", 0, "dgx-a100"},
    NodeRule{"v100", "sxm3", 16, "dgx2"},
    NodeRule{"v100", "hybrid cube mesh", 8, "dgx1-v100"},
    NodeRule{"v100", "", 4, "v100x4"},
    NodeRule{"v100", "", 0, "dgx1-v100"},
    NodeRule{"p100", "sxm2", 8, "dgx1-p100"},
    NodeRule{"p100", "different cpu sockets", 0, "p100-pcie"},
    NodeRule{"p100", "", 0, "p100-pcie-x4"},
    NodeRule{"rtx 4090", "p2p patched", 0, "rtx4090-p2p"},
    NodeRule{"rtx 4090", "2x rtx", 0, "rtx4090x2"},
    NodeRule{"rtx 4090", "", 0, "rtx4090"},
    NodeRule{"rtx 5090", "", 0, "rtx5090x2"},
    NodeRule{"l40s", "", 0, "l40s"},
    NodeRule{"t4", "", 0, "t4"},
};

// The kind of network between nodes, told by a word of the header.
struct NetworkRule {
  std::string_view word;
  std::string_view parameters;
};
constexpr std::array network_rules = {
    NetworkRule{"tcp", "tcp"},        NetworkRule{"slingshot", "slingshot"},
    NetworkRule{"efa", "efa"},        NetworkRule{"roce", "roce"},
    NetworkRule{"gib", "roce"},       NetworkRule{"infiniband", "infiniband"},
    NetworkRule{"hdr", "infiniband"}, NetworkRule{"edr", "infiniband"},
    NetworkRule{"ndr", "infiniband"},
};

// The speed of one NIC, where the header says it in one of these ways.
constexpr std::array nic_rules = {
    std::pair{std::string_view("400g"), std::string_view("400G")},
    std::pair{std::string_view("32x100 gb/s"), std::string_view("400G")},
    std::pair{std::string_view("200g"), std::string_view("200G")},
    std::pair{std::string_view("hdr 200"), std::string_view("200G")},
    std::pair{std::string_view("slingshot-11"), std::string_view("200G")},
    std::pair{std::string_view("infiniband hdr"), std::string_view("200G")},
    std::pair{std::string_view("edr"), std::string_view("100G")},
    std::pair{std::string_view("100 gb/s"), std::string_view("100G")},
};

struct Facts {
  std::string gpu, interconnect, all, launch, algorithm, note, matrix;
  int nodes = 1;
  int per_node = 0;  // 0: not said
};

Facts facts_of(const PublishedTable& table) {
  Facts facts{.gpu = lower_case(table.fact("gpu")),
              .interconnect = lower_case(table.fact("interconnect")),
              .launch = lower_case(table.fact("launch") + ' ' + table.fact("env")),
              .algorithm = lower_case(table.fact("algorithm")),
              .note = lower_case(table.fact("note")),
              .matrix = lower_case(table.fact("matrix"))};
  for (const std::string_view key : {"gpu", "interconnect", "topology", "topo", "note", "devices"})
    facts.all += lower_case(table.fact(key)) + '\n';
  for (const PublishedTable::Fact& fact : table.facts)
    if (fact.key.starts_with("general_knowledge")) facts.all += lower_case(fact.value) + '\n';
  const PublishedRow& first = table.rows.front();
  if (has(facts.gpu, "every pair of nodes")) {
    facts.nodes = 2;
    facts.per_node = 1;
  }
  if (!table.of_pairs) {
    facts.nodes = first.nodes;
    facts.per_node = first.ranks / first.nodes;
  }
  return facts;
}

void set_node(PublishedSetting& setting, const Facts& facts) {
  for (const NodeRule& rule : node_rules) {
    if (!has(facts.gpu, rule.gpu)) continue;
    if (rule.gpus > 0 && facts.per_node > rule.gpus) continue;
    if (!has(facts.all, rule.also)) continue;
    setting.node = rule.machine;
    return;
  }
}

void set_network(PublishedSetting& setting, const Facts& facts) {
  if (facts.nodes == 1 || setting.node == "gb200-nvl72") return;
  for (const NetworkRule& rule : network_rules)
    if (setting.network.empty() && has(facts.interconnect, rule.word)) setting.network = rule.parameters;
  for (const auto& [word, nic] : nic_rules)
    if (setting.nic.empty() && has(facts.interconnect, word)) setting.nic = nic;
  if (has_any(facts.interconnect, {"one 100 gb/s"})) setting.nics = 1;
  if (has(facts.gpu, "a100") && has(facts.all, "4x infiniband")) setting.nics = 4;
  // Sockets move 1.7 GB/s, in and out together, over any NIC: simllm_a100_2n_tcp_w2_x2_*.
  if (setting.network == "tcp") setting.nic = "1.7GB/s";
  if (setting.network.empty()) {
    setting.network = "infiniband";
    setting.assumed.emplace_back("The network between the nodes is not named: assumed to be InfiniBand.");
  }
}

void set_launch(PublishedSetting& setting, const Facts& facts) {
  if (has(facts.launch, "graph")) {
    setting.launch = LaunchMode::graph;
  } else if (has_any(facts.launch, {"-g ", "single process", "1 process,"})) {
    setting.launch = LaunchMode::thread;
  } else if (!has_any(facts.launch, {"process per gpu"})) {
    setting.assumed.emplace_back(
        "The header does not say what launched the work: assumed to be one process per GPU.");
  }
}

void set_forced(PublishedSetting& setting, const Facts& facts) {
  const std::string& a = facts.algorithm;
  if (has_any(a, {"nccl_algo=ring", "ring forced", ": ring", "program: ring", "nccl_algo=ring"}))
    setting.algorithm = "ring";
  if (has(a, "auto: log shows ring")) setting.algorithm = "ring";
  if (has(a, "nccl_algo=tree")) setting.algorithm = "double-tree";
  if (has(a, "nccl_algo=nvls")) setting.algorithm = "nvls";
  if (has(a, "all-pairs")) setting.algorithm = "direct";
  setting.without_nvls = has(a, "nvls_enable=0") || has_any(a, {"nccl_proto"});
  if (has_any(a, {"proto=ll128", "protocol ll128"}))
    setting.protocol = ProtocolChoice::ll128;
  else if (has_any(a, {"proto=ll", "protocol ll"}))
    setting.protocol = ProtocolChoice::ll;
  else if (has_any(a, {"proto=simple", "protocol simple", "ring/simple"}))
    setting.protocol = ProtocolChoice::simple;
}

Result<PublishedSetting> setting_of_own(const PublishedTable& table) {
  Result<Experiment> experiment = parse_line(table.fact("experiment"));
  if (!experiment) return fail("experiment: {}", experiment.error().message);
  const std::filesystem::path machine = table.fact("machine");
  if (machine.empty())
    return fail("the header has an experiment, but no line 'machine: FILE.toml' that says where it ran");
  return PublishedSetting{.node = (std::filesystem::path(table.file).parent_path() / machine).string(),
                          .launch = experiment->launch,
                          .algorithm = experiment->algorithm,
                          .experiment = *std::move(experiment)};
}

}  // namespace

Result<PublishedSetting> setting_of(const PublishedTable& table) {
  if (!table.fact("experiment").empty()) return setting_of_own(table);
  const Facts facts = facts_of(table);
  if (has(facts.gpu, "host buffers") || has(facts.gpu, "host memory"))
    return fail(
        "these messages are between host memories, but the model predicts only messages between GPUs");
  if (has(facts.interconnect, "mpi ") || has(lower_case(table.fact("library")), "openmpi"))
    return fail("MPI moved these messages, but the model's parameters are those of NCCL");

  PublishedSetting setting;
  set_node(setting, facts);
  set_network(setting, facts);
  if (!table.of_pairs) set_launch(setting, facts);
  set_forced(setting, facts);
  // "ring_simple_8_1": instances, then channels of each.
  if (has(facts.algorithm, "(instances/channels)")) setting.channels = has(table.name, "_8_1") ? 8 : 1;
  if (setting.algorithm == "direct")
    setting.channels *= table.rows.front().ranks - 1;  // to each of the others
  setting.without_p2p = has(facts.matrix, "p2p=disabled") || has(facts.note, "p2p not available");
  setting.both_directions = has(facts.matrix, "bidirectional");
  setting.between_nodes = table.of_pairs && facts.nodes > 1;
  setting.per_peer = has(facts.note, "payload per peer");
  return setting;
}

}  // namespace commlab
