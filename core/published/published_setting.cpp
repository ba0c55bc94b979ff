#include "core/published/published_setting.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/published/nccl_environment.h"
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
  const PublishedRow& largest = largest_row(table);
  if (has(facts.gpu, "every pair of nodes")) {
    facts.nodes = 2;
    facts.per_node = 1;
  }
  if (!table.of_pairs) {
    facts.nodes = largest.nodes;
    facts.per_node = std::max(1, largest.ranks / largest.nodes);
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
  if (!named.assumed.empty()) setting.assumed_of_machine.push_back(std::move(named.assumed));
}

// The number of GPUs that NVSwitches join over the trays of this machine; 0: it is no rack.
int gpus_of_a_rack(std::string_view machine) {
  return machine == "gb200-nvl72" ? 72 : machine == "gb200-nvl36" ? 36 : 0;
}

// The words of the key are those of a machine's name.
Status set_network(PublishedSetting& setting, const Facts& facts, const PublishedTable& table) {
  const bool in_one_rack = facts.nodes * facts.per_node <= gpus_of_a_rack(setting.node);
  if (facts.nodes == 1 || in_one_rack) return {};
  NamedNetwork named = network_named(facts.interconnect, facts.per_node);
  if (const std::string key = table.fact("network"); !key.empty()) {
    Result<NetworkWords> words = network_words(key);
    if (!words) return fail("network: {}", words.error().message);
    if (words->fabric.empty())
      words->fabric = named.network.fabric;
    else
      named.assumed.clear();
    named.network = *std::move(words);
  }
  setting.network = std::move(named.network);
  if (!named.assumed.empty()) setting.assumed_of_machine.push_back(std::move(named.assumed));
  return {};
}

void set_launch(PublishedSetting& setting, const Facts& facts) {
  if (has(facts.launch, "graph")) {
    setting.launch = LaunchMode::graph;
  } else if (has_any(facts.launch, {"-g ", "single process", "1 process,", "thread"})) {
    setting.launch = LaunchMode::thread;
  } else if (!has_any(facts.launch, {"process per gpu", "processes"})) {
    setting.launch_is_assumed = true;
    setting.assumed.emplace_back(
        "The header does not say what launched the work: assumed to be one process per GPU.");
  }
}

// What follows `key` up to a blank: "Ring" of "NCCL_ALGO=Ring (24 channels)"; empty if the key is not there.
std::string_view value_after(std::string_view text, std::string_view key) {
  const std::size_t place = text.find(key);
  if (place == text.npos) return {};
  text.remove_prefix(place + key.size());
  return text.substr(0, text.find_first_of(" ;:("));
}

void set_forced(PublishedSetting& setting, const Facts& facts) {
  const std::string& a = facts.algorithm;
  NcclSettings& nccl = setting.nccl;
  if (const std::string_view value = value_after(a, "nccl_algo="); !value.empty()) {
    take_forced(setting, nccl.algorithms, parse_nccl_algorithms(value));
  } else if (has_any(a, {"ring forced", ": ring", "program: ring"})) {
    nccl.algorithms = {NcclAlgorithm::ring};
  } else if (has(a, "nvls_enable=0")) {
    nccl.algorithms = algorithms_without_nvls();
  }
  if (const std::string_view value = value_after(a, "nccl_proto="); !value.empty()) {
    take_forced(setting, nccl.protocols, parse_nccl_protocols(value));
  } else if (has(a, "protocol ll128")) {
    nccl.protocols = {NcclProtocol::ll128};
  } else if (has(a, "protocol ll")) {
    nccl.protocols = {NcclProtocol::ll};
  } else if (has(a, "protocol simple")) {
    nccl.protocols = {NcclProtocol::simple};
  }
  setting.custom_pairs = has(a, "all-pairs");
}

// What a log tells of a run that no other key has.
void set_logged(PublishedSetting& setting, const Facts& facts, const PublishedTable& table) {
  use_environment(setting, table.fact("environment"), facts.nodes);
  if (const std::string tuner = table.fact("tuner"); !tuner.empty())
    assume(setting,
           fmt::format("The tuner plugin {} chose in NCCL's place: predicted as NCCL itself would choose.",
                       tuner));
  if (!table.fact("buffers").empty())
    assume(setting,
           "Buffers were registered (-R 2), so that NCCL may have run its symmetric kernels: predicted "
           "without.");
  if (!table.fact("timed").empty())
    assume(setting, "Each call was timed by itself (-I): predicted as calls that follow one another.");
  if (const std::string joined = table.fact("joined"); !joined.empty())
    assume(setting, fmt::format("{} calls were joined in a group (-m): predicted one by one.", joined));
}

// "2.18", "23102", "2.29.2+cuda13.1", "RCCL 2.21.5 with ...": the version that stands first.
std::optional<NcclVersion> version_in(std::string_view text) {
  if (text.starts_with("RCCL ")) text.remove_prefix(5);
  const Result<NcclVersion> version = parse_nccl_version(text.substr(0, text.find(' ')));
  return version ? std::optional(*version) : std::nullopt;
}

// "2.4.8+cuda10.0": a version before all that are known. "up to 2.23": what is known of it.
std::optional<NcclVersion> version_near(PublishedSetting& setting, std::string_view said) {
  constexpr std::string_view up_to = "up to ";
  if (said.starts_with(up_to)) {
    const Result<NcclVersion> last = parse_nccl_version(said.substr(up_to.size()));
    if (!last) return std::nullopt;
    assume(setting,
           fmt::format("The log does not say which NCCL ran, but writes lines as up to {}: assumed to "
                       "be {}.",
                       to_text(*last), to_text(*last)));
    return *last;
  }
  const std::vector<std::string_view> parts = split_at(said, '.');
  const auto major = parse_number<int>(parts[0]);
  const auto minor = parts.size() > 1 ? parse_number<int>(parts[1]) : std::nullopt;
  if (!major || !minor || NcclVersion{*major, *minor} >= oldest_known_nccl) return std::nullopt;
  assume(setting, fmt::format("NCCL {} is older than all whose constants are known: predicted as {}.", said,
                              to_text(oldest_known_nccl)));
  return oldest_known_nccl;
}

// The last year of this century in the text: 2023 of "not stated (2022-2023)".
std::optional<int> year_in(std::string_view text) {
  std::optional<int> year;
  for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
    const std::optional<int> number = parse_number<int>(text.substr(at, 4));
    if (number && *number >= 2015 && *number < 2100) year = number;
  }
  return year;
}

void set_version(PublishedSetting& setting, const PublishedTable& table) {
  const std::string said = table.fact("nccl"), library = table.fact("library"), date = table.fact("date");
  std::optional<NcclVersion> version = version_in(said);
  if (!version) version = version_in(library);
  setting.version_is_assumed = !version;
  if (!version) version = version_near(setting, said);
  if (!version) {
    std::optional<int> year = year_in(said);
    if (!year) year = year_in(date);
    version = year ? nccl_version_of_year(*year) : newest_known_nccl;
    assume(setting,
           fmt::format("The header does not say which NCCL ran: assumed to be {}{}.", to_text(*version),
                       year ? fmt::format(", as in {}", *year) : ", the newest that is known"));
  }
  setting.nccl.version = *version;
}

Result<bool> yes_or_no(const PublishedTable& table, std::string_view key, bool otherwise) {
  const std::string text = table.fact(key);
  if (text.empty()) return otherwise;
  if (text != "yes" && text != "no") return fail("{}: '{}'; expected yes or no", key, text);
  return text == "yes";
}

Result<PublishedSetting> setting_of_own(const PublishedTable& table) {
  Result<Experiment> experiment = parse_line(table.fact("experiment"));
  if (!experiment) return fail("experiment: {}", experiment.error().message);
  const std::filesystem::path machine = table.fact("machine");
  if (machine.empty())
    return fail("the header has an experiment, but no line 'machine: FILE.toml' that says where it ran");
  return PublishedSetting{.node = (std::filesystem::path(table.file).parent_path() / machine).string(),
                          .launch = experiment->launch,
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
  if (const Status read = set_network(setting, facts, table); !read) return tl::unexpected(read.error());
  if (!table.of_pairs) set_launch(setting, facts);
  set_version(setting, table);
  set_forced(setting, facts);
  set_logged(setting, facts, table);
  if (const std::string channels = table.fact("channels"); !channels.empty()) {
    const std::optional<int> number = parse_number<int>(channels);
    if (!number || *number < 1)
      return fail("channels: '{}'; expected a number of channels, 1 or more", channels);
    setting.channels = *number;
  }
  const Result<bool> loop = yes_or_no(table, "loop", true), gpudirect = yes_or_no(table, "gpudirect", true);
  for (const Result<bool>* read : {&loop, &gpudirect})
    if (!*read) return tl::unexpected(read->error());
  setting.loop = *loop;
  setting.gpudirect = setting.gpudirect && *gpudirect;
  if (std::string fit = table.fact("fit"); !fit.empty()) {
    fit = fit.substr(0, fit.find(';'));
    const Result<Bytes> from = fit.starts_with("from ") ? parse_bytes(fit.substr(5)) : parse_bytes(fit);
    if (!from) return fail("fit: '{}'; expected the smallest size to fit, as in from 1MiB", fit);
    setting.fitted_from = *from;
  }
  setting.in_place = table.fact("column") == "in-place";
  setting.one_way = table.fact("directions") == "one";
  setting.without_p2p = has(facts.matrix, "p2p=disabled") || table.fact("p2p") == "off";
  setting.both_directions = has(facts.matrix, "bidirectional");
  setting.between_nodes = table.of_pairs && facts.nodes > 1;
  setting.per_peer = table.fact("size_of") == "one peer";
  return setting;
}

}  // namespace commlab
