#include "core/published/published_setting.h"

#include <algorithm>
#include <filesystem>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/published/table_names.h"

namespace commlab {
namespace {

bool has(const std::string& text, std::string_view word) { return text.find(word) != text.npos; }
bool has_any(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return has(text, word); });
}

// What the header says, by its keys. Free text, such as notes, decides nothing.
struct Facts {
  std::string gpu, interconnect, launch, algorithm, matrix;
  int nodes = 1;
  int per_node = 0;  // 0: not said
};

Facts facts_of(const PublishedTable& table) {
  Facts facts{.gpu = table.fact("gpu"),
              .interconnect = table.fact("interconnect"),
              .launch = lower_case(table.fact("launch")),
              .algorithm = lower_case(table.fact("algorithm")),
              .matrix = lower_case(table.fact("matrix"))};
  const PublishedRow& first = table.rows.front();
  if (has(facts.gpu, "every pair of nodes")) {
    facts.nodes = 2;
    facts.per_node = 1;
  }
  if (!table.of_pairs) {
    facts.nodes = first.nodes;
    facts.per_node = std::max(1, first.ranks / first.nodes);
  }
  return facts;
}

void assume(PublishedSetting& setting, std::string sentence) {
  if (!sentence.empty()) setting.assumed.push_back(std::move(sentence));
}

void set_node(PublishedSetting& setting, const Facts& facts, const PublishedTable& table) {
  setting.node = table.fact("machine_spec");
  if (!setting.node.empty()) return;
  NamedNode named = node_named(facts.gpu, facts.interconnect, facts.per_node);
  setting.node = std::move(named.machine);
  assume(setting, std::move(named.assumed));
}

void set_network(PublishedSetting& setting, const Facts& facts, const PublishedTable& table) {
  if (facts.nodes == 1 || setting.node == "gb200-nvl72") return;
  const std::string key = table.fact("network");
  NamedNetwork named = key.empty() ? network_named(facts.interconnect, facts.per_node) : network_of_key(key);
  setting.network = std::move(named.parameters);
  setting.nic = std::move(named.nic);
  setting.nics = named.nics;
  assume(setting, std::move(named.assumed));
}

void set_launch(PublishedSetting& setting, const Facts& facts) {
  if (has(facts.launch, "graph")) {
    setting.launch = LaunchMode::graph;
  } else if (has_any(facts.launch, {"-g ", "single process", "1 process,", "thread"})) {
    setting.launch = LaunchMode::thread;
  } else if (!has_any(facts.launch, {"process per gpu", "processes"})) {
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
  if (has(lower_case(facts.interconnect), "mpi ") || has(lower_case(table.fact("library")), "openmpi"))
    return fail("MPI moved these messages, but the model's parameters are those of NCCL");

  PublishedSetting setting;
  set_node(setting, facts, table);
  set_network(setting, facts, table);
  if (!table.of_pairs) set_launch(setting, facts);
  set_forced(setting, facts);
  if (const std::string channels = table.fact("channels"); !channels.empty()) {
    const std::optional<int> number = parse_number<int>(channels);
    if (!number || *number < 1)
      return fail("channels: '{}'; expected a number of channels, 1 or more", channels);
    setting.channels = *number;
    if (setting.algorithm == "direct")
      setting.channels *= table.rows.front().ranks - 1;  // to each of the others
  }
  if (const std::string loop = table.fact("loop"); !loop.empty()) {
    if (loop != "yes" && loop != "no") return fail("loop: '{}'; expected yes or no", loop);
    setting.loop = loop == "yes";
  }
  setting.without_p2p = has(facts.matrix, "p2p=disabled") || table.fact("p2p") == "off";
  setting.both_directions = has(facts.matrix, "bidirectional");
  setting.between_nodes = table.of_pairs && facts.nodes > 1;
  setting.per_peer = table.fact("size_of") == "one peer";
  return setting;
}

}  // namespace commlab
