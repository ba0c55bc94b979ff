#include "core/published/nccl_environment.h"

#include <algorithm>
#include <array>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Text = std::string_view;

bool is_off(Text value) { return value == "0" || lower_case(value) == "off" || lower_case(value) == "loc"; }

void take_count(int& into, Text value) {
  constexpr int most = 1024;
  if (const auto count = parse_number<int>(value); count && *count >= 1 && *count <= most) into = *count;
}

// What the model has a place for. False: this value has none.
struct UsedVariable {
  Text name;
  bool (*use)(PublishedSetting&, Text value);
};
// NcclLogFacts::network() uses it.
bool tells_the_network(PublishedSetting&, Text) { return true; }
constexpr std::array used_variables = {
    UsedVariable{"NCCL_ALGO",
                 [](PublishedSetting& s, Text value) {
                   take_forced(s, s.nccl.algorithms, parse_nccl_algorithms(lower_case(value)));
                   return true;
                 }},
    UsedVariable{"NCCL_PROTO",
                 [](PublishedSetting& s, Text value) {
                   take_forced(s, s.nccl.protocols, parse_nccl_protocols(lower_case(value)));
                   return true;
                 }},
    UsedVariable{"NCCL_NVLS_ENABLE",
                 [](PublishedSetting& s, Text value) {
                   if (is_off(value) && s.nccl.algorithms.empty())
                     s.nccl.algorithms = algorithms_without_nvls();
                   return true;
                 }},
    UsedVariable{
        "NCCL_MIN_NCHANNELS",
        [](PublishedSetting& s, Text value) { return take_count(s.nccl.least_channels, value), true; }},
    UsedVariable{"NCCL_MIN_CTAS", [](PublishedSetting& s,
                                     Text value) { return take_count(s.nccl.least_channels, value), true; }},
    UsedVariable{
        "NCCL_MIN_NRINGS",
        [](PublishedSetting& s, Text value) { return take_count(s.nccl.least_channels, value), true; }},
    UsedVariable{
        "NCCL_MAX_NCHANNELS",
        [](PublishedSetting& s, Text value) { return take_count(s.nccl.most_channels, value), true; }},
    UsedVariable{"NCCL_MAX_CTAS", [](PublishedSetting& s,
                                     Text value) { return take_count(s.nccl.most_channels, value), true; }},
    UsedVariable{"NCCL_MAX_NRINGS", [](PublishedSetting& s,
                                       Text value) { return take_count(s.nccl.most_channels, value), true; }},
    UsedVariable{"NCCL_NTHREADS",
                 [](PublishedSetting& s, Text value) { return take_count(s.nccl.threads, value), true; }},
    UsedVariable{"NCCL_NET_GDR_LEVEL",
                 [](PublishedSetting& s, Text value) {
                   if (is_off(value)) s.gpudirect = false;
                   return is_off(value);
                 }},
    UsedVariable{"NCCL_SOCKET_NTHREADS", tells_the_network},
    UsedVariable{"NCCL_IB_DISABLE", tells_the_network},
    UsedVariable{"NCCL_NET", tells_the_network},
};

// They change what is printed, how ranks find one another, which of equal NICs are taken and how long
// failures last; and these values of others are the defaults.
constexpr std::array<Text, 27> without_effect = {
    "NCCL_DEBUG",        "NCCL_SOCKET_IFNAME", "NCCL_SOCKET_FAMILY", "NCCL_IB_HCA",   "NCCL_IB_GID",
    "NCCL_IB_TC",        "NCCL_IB_SL",         "NCCL_IB_TIMEOUT",    "NCCL_IB_RETRY", "NCCL_IB_PKEY",
    "NCCL_IB_ROCE",      "NCCL_IB_ADDR",       "NCCL_NET_PLUGIN",    "NCCL_COMM_ID",  "NCCL_HOME",
    "NCCL_ROOT",         "NCCL_VERSION",       "NCCL_DIR",           "NCCL_LIB",      "NCCL_INCLUDE",
    "NCCL_TESTS",        "NCCL_ASYNC",         "NCCL_BLOCKING",      "NCCL_OOB",      "NCCL_CONF",
    "NCCL_NVLSTREE_MAX", "NCCL_NVLS_CHUNKSIZE"};
constexpr std::array<Text, 7> defaults = {"NCCL_P2P_DISABLE=0",    "NCCL_SHM_DISABLE=0", "NCCL_IB_DISABLE=0",
                                          "NCCL_COLLNET_ENABLE=0", "NCCL_CROSS_NIC=2",   "NCCL_PXN_DISABLE=0",
                                          "NCCL_NET_GDR_READ=1"};

bool has_no_effect(Text variable) {
  return std::ranges::count(defaults, variable) > 0 ||
         std::ranges::any_of(without_effect, [&](Text name) { return variable.starts_with(name); });
}

// Nodes alone have no network.
bool is_of_network(Text variable) {
  constexpr std::array<Text, 5> names = {"NCCL_IB", "NCCL_NET", "NCCL_CROSS_NIC", "NCCL_PXN", "NCCL_GDR"};
  return std::ranges::any_of(names, [&](Text name) { return variable.starts_with(name); });
}

}  // namespace

std::vector<NcclAlgorithm> algorithms_without_nvls() {
  std::vector<NcclAlgorithm> all;
  for (const auto& [name, algorithm] : nccl_algorithm_names)
    if (algorithm != NcclAlgorithm::nvls && algorithm != NcclAlgorithm::nvls_tree) all.push_back(algorithm);
  return all;
}

void use_environment(PublishedSetting& setting, std::string_view said, int nodes) {
  std::vector<Text> not_modelled;
  for (const Text variable : split_at_blanks(said)) {
    if (has_no_effect(variable) || (nodes == 1 && is_of_network(variable))) continue;
    const std::size_t equals = std::min(variable.find('='), variable.size());
    const auto* const used =
        std::ranges::find(used_variables, variable.substr(0, equals), &UsedVariable::name);
    const Text value = variable.substr(std::min(equals + 1, variable.size()));
    if (used == used_variables.end() || !used->use(setting, value)) not_modelled.push_back(variable);
  }
  if (!not_modelled.empty())
    setting.assumed.push_back(
        fmt::format("The log sets {}, for which the model has no place: predicted without.",
                    fmt::join(not_modelled, ", ")));
}

}  // namespace commlab
