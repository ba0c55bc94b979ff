#include "core/published/nccl_log_facts.h"

#include <algorithm>
#include <array>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;
using Words = std::vector<std::string_view>;

// As NCCL's lines name them. Algorithms and protocols have their words since 2.24, before the numbers of its
// tables.
constexpr NamedValue<Kind> logged_kinds[] = {{"AllReduce", Kind::all_reduce},
                                             {"AllGather", Kind::all_gather},
                                             {"ReduceScatter", Kind::reduce_scatter},
                                             {"Broadcast", Kind::broadcast},
                                             {"Reduce", Kind::reduce}};

// By number, "5", or by word, "NVLS_TREE".
template <class Value, std::size_t n>
std::optional<Value> value_logged(const NamedValue<Value> (&table)[n], std::string_view text) {
  if (const auto number = parse_number<std::size_t>(text); number && *number < n) return table[*number].value;
  std::string word = lower_case(text);
  std::erase(word, '_');
  const auto* const found =
      std::ranges::find(table, word, [](const NamedValue<Value>& row) { return lower_case(row.name); });
  return found == std::end(table) ? std::nullopt : std::optional(found->value);
}

bool has(std::string_view line, std::string_view word) { return line.find(word) != line.npos; }

// What follows the mark; empty if the line has no mark.
std::string_view after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  return at == line.npos ? std::string_view{} : trimmed(line.substr(at + mark.size()));
}

// NCCL's names of networks, by their beginning, as tables name them. The name of InfiniBand and RoCE is the
// same, and Libfabric's says nothing of what is below.
struct NetworkOfNccl {
  std::string_view begins;
  std::string_view name;
};
constexpr std::string_view verbs = "verbs", libfabric = "libfabric", sockets = "TCP sockets";
constexpr std::array networks_of_nccl = {
    NetworkOfNccl{"Socket", sockets},
    NetworkOfNccl{"IB", verbs},
    NetworkOfNccl{"UCX", verbs},
    NetworkOfNccl{"AWS Libfabric", libfabric},
    NetworkOfNccl{"Libfabric", libfabric},
    NetworkOfNccl{"OFI", libfabric},
    NetworkOfNccl{"FasTrak", "GPUDirect-TCPXO"},
    NetworkOfNccl{"GPUDirectTCPXO", "GPUDirect-TCPXO"},
    NetworkOfNccl{"GPUDirectTCPX", "GPUDirect-TCPX"},
    NetworkOfNccl{"gIB", "gIB (RoCE)"},
};

// Libfabric's providers, by a part of their name: "verbs;ofi_rxm".
constexpr std::array providers = {
    NetworkOfNccl{"efa", "EFA"},   NetworkOfNccl{"cxi", "Slingshot"}, NetworkOfNccl{"verbs", "InfiniBand"},
    NetworkOfNccl{"tcp", sockets}, NetworkOfNccl{"sockets", sockets},
};

std::string network_of_provider(const std::string& provider) {
  if (provider.empty()) return "EFA";  // aws-ofi-nccl is made for it
  for (const auto& [part, name] : providers)
    if (has(provider, part)) return std::string(name);
  return "Libfabric " + provider;
}

bool is_of_name(char c) { return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }

// A value of the shell or of a sentence: up to a blank, without quotes and the sentence's full stop.
std::string_view value_at(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('\\')) text.remove_prefix(1);
  const bool is_quoted = text.starts_with('"') || text.starts_with('\'') || text.starts_with('`');
  if (is_quoted) return text.substr(1, text.find_first_of("\"'`\\", 1) - 1);
  std::string_view value = text.substr(0, text.find_first_of(" \t\"'`()\\"));
  while (value.ends_with('.') || value.ends_with(';') || value.ends_with(',')) value.remove_suffix(1);
  return value;
}

// "simple" of " environment variable set to \"simple\"", what a library says behind the name. `needs_set`:
// not of " to simple" alone. Empty: it says no value.
std::string_view value_said(std::string_view rest, bool needs_set) {
  constexpr std::array<std::string_view, 7> between = {"environment", "variable", "was", "set",
                                                       "by",          "user",     "to"};
  bool is_set = !needs_set;
  while (rest.starts_with(' ')) {
    const std::string_view text = trimmed(rest), word = text.substr(0, text.find(' '));
    if (std::ranges::count(between, word) == 0) return {};
    is_set = is_set || word == "set";
    rest = text.substr(word.size());
    if (word == "to") return is_set ? value_at(rest) : std::string_view{};
  }
  return {};
}

}  // namespace

void NcclLogFacts::set_version(std::string version) {
  if (version_.empty()) version_ = std::move(version);
}

void NcclLogFacts::set_variable(std::string_view name, std::string_view value, SetBy by, bool is_exported) {
  constexpr std::size_t most = 64, longest = 200;
  if (value.empty() || value.size() > longest || has(value, "$") || variables_.size() == most) return;
  LoggedVariable& variable = variables_[std::string(name)];
  if (!variable.value.empty() && variable.by > by) return;
  variable = {std::string(value), by, is_exported || (variable.is_exported && by == SetBy::shell)};
}

NcclLogFacts NcclLogFacts::inherited() const {
  NcclLogFacts next = *this;
  std::erase_if(next.variables_,
                [](const auto& each) { return !each.second.is_exported || each.second.by != SetBy::shell; });
  next.tuner_.clear();
  next.ways_.clear();
  next.channels_.reset();
  return next;
}

void NcclLogFacts::read(std::string_view line) {
  read_variables(line);
  const bool is_ours = has(line, "NCCL") || has(line, "RCCL") || has(line, "nccl");
  if (is_ours) read_library(line);
}

void NcclLogFacts::read_library(std::string_view line) {
  read_version(line);
  read_way(line);
  read_channels(line);
  read_network(line);
  if (const std::string_view plugin = after(line, "Using tuner plugin "); !plugin.empty())
    tuner_ = split_at_blanks(plugin).front();
}

// The library's own statement. "nccl-library=22809" stands in nccl-tests' first line.
void NcclLogFacts::read_version(std::string_view line) {
  if (const std::string_view code = after(line, "nccl-library="); !code.empty())
    set_version(std::string(split_at_blanks(code).front()));
  for (const auto& [mark, library] :
       {std::pair{"RCCL version", "RCCL "}, std::pair{"NCCL version", ""}, std::pair{"nccl version", ""}}) {
    const Words words = split_at_blanks(after(line, mark));
    const auto number = std::ranges::find_if(words, [](std::string_view word) { return is_digit(word[0]); });
    if (number != words.end() && number - words.begin() < 2)
      return set_version(library + std::string(value_at(*number)));
  }
}

void NcclLogFacts::read_way(std::string_view line) {
  constexpr std::string_view arrow = " Bytes -> Algo ", info = "NCCL INFO ";
  constexpr std::size_t most = 100'000;
  const std::size_t at = line.find(arrow), begin = line.find(info);
  if (at == line.npos || begin == line.npos || begin > at || ways_.size() == most) return;
  const Words call = split_at_blanks(line.substr(begin + info.size(), at - begin - info.size()));
  const Words words = split_at_blanks(line.substr(at + arrow.size()));
  if (call.empty() || call.size() > 2 || words.size() < 3 || words[1] != "proto") return;
  LoggedWay way;
  if (call.size() == 2) {
    if (!call[0].ends_with(':')) return;
    const auto kind = value_in(logged_kinds, call[0].substr(0, call[0].size() - 1), "collective");
    if (!kind) return;
    way.kind = *kind;
  }
  const auto bytes = parse_number<std::int64_t>(call.back());
  const auto algorithm = value_logged(nccl_algorithm_names, words[0]);
  const auto protocol = value_logged(nccl_protocol_names, words[2]);
  if (!bytes || *bytes < 0 || !algorithm || !protocol) return;
  way.size = Bytes{*bytes};
  way.algorithm = *algorithm;
  way.protocol = *protocol;
  ways_.push_back(way);
}

// "24 coll channels, 24 collnet channels, 16 nvls channels, ..."; every rank says it.
void NcclLogFacts::read_channels(std::string_view line) {
  if (channels_ || !has(line, " coll channels, ")) return;
  const Words words = split_at_blanks(line);
  const auto counted = [&](std::string_view what) -> std::optional<int> {
    const auto found = std::ranges::find(words, what);
    return found == words.begin() || found == words.end() ? std::nullopt : parse_number<int>(*(found - 1));
  };
  if (const auto collectives = counted("coll"))
    channels_ = {.collectives = *collectives, .nvls = counted("nvls").value_or(0)};
}

// The network that is used, the way of each channel ("via NET/IB/0/GDRDMA"), and what a plugin has found.
void NcclLogFacts::read_network(std::string_view line) {
  if (const std::string_view name = after(line, "Using network "); !name.empty()) used_network_ = name;
  if (const std::string_view route = after(line, "via NET/"); !route.empty()) {
    route_network_ = route.substr(0, route.find('/'));
    ++(has(route, "GDRDMA") ? direct_ : indirect_);
  }
  for (const std::string_view plugin : {"FasTrak", "GPUDirectTCPX", "gIB"})
    if (route_network_.empty() && has(line, fmt::format("NET/{}", plugin))) route_network_ = plugin;
  // "NET/Socket: Using 4 threads and 1 sockets per thread"
  if (const auto words = split_at_blanks(after(line, "NET/Socket: Using ")); words.size() > 1)
    if (words[1] == "threads") socket_threads_ = parse_number<int>(words[0]).value_or(0);
  if (has(line, "NET/IB")) read_ports(line.substr(0, line.find("OOB")));
  if (has(line, "NET/OFI Selected")) {
    const std::string lower = lower_case(line);
    provider_ = value_at(after(lower, "provider is "));
    if (const auto found = split_at_blanks(after(lower, "(found ")); !found.empty())
      nics_ = std::max(nics_, parse_number<int>(found[0]).value_or(0));
    if (route_network_.empty()) route_network_ = "OFI";
  }
  if (has(line, "GPU Direct RDMA Disabled") || has(line, "disabling GDR")) ++indirect_;
  if (has(line, "GPU Direct RDMA Enabled")) ++direct_;
}

// "Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE": the ports of a process; from 2.28, a line for each.
void NcclLogFacts::read_ports(std::string_view line) {
  int roce = 0, infiniband = 0;
  for (std::size_t at = 0; (at = line.find(":1/", at)) != line.npos; ++at)
    ++(line.substr(at + 3).starts_with("RoCE") ? roce : infiniband);
  roce_ = std::max(roce_, roce);
  infiniband_ = std::max(infiniband_, infiniband);
  if (has(line, "Using [")) nics_ = std::max(nics_, roce + infiniband);
  if (roce + infiniband > 0 && route_network_.empty()) route_network_ = "IB";
}

std::string NcclLogFacts::network() const {
  const std::string& said = used_network_.empty() ? route_network_ : used_network_;
  const auto is_set = [&](std::string_view variable, std::string_view value) {
    const auto found = variables_.find(variable);
    return found != variables_.end() && found->second.value == value;
  };
  if (said.empty())
    return is_set("NCCL_IB_DISABLE", "1") || is_set("NCCL_NET", "Socket") ? name_of_sockets() : "";
  for (const auto& [begins, name] : networks_of_nccl) {
    if (!said.starts_with(begins)) continue;
    if (name == sockets) return name_of_sockets();
    if (name == verbs) return roce_ > infiniband_ ? "RoCE" : "InfiniBand";
    return name == libfabric ? network_of_provider(provider_) : std::string(name);
  }
  return said + " (unknown network)";
}

// NCCL starts threads of its own for each connection if it is told to, and on the NICs of AWS and Google.
std::string NcclLogFacts::name_of_sockets() const {
  const auto is_several = [&](std::string_view variable) {
    const auto found = variables_.find(variable);
    return found != variables_.end() && parse_number<int>(found->second.value).value_or(0) > 1;
  };
  const bool has_helpers = socket_threads_ > 1 || is_several("NCCL_SOCKET_NTHREADS");
  return has_helpers ? "TCP with helper threads" : std::string(sockets);
}

std::optional<bool> NcclLogFacts::gpudirect() const {
  if (direct_ + indirect_ == 0) return std::nullopt;
  return direct_ > 0;
}

void NcclLogFacts::read_variables(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (const std::string_view value = after(text, "value:"); !awaited_.empty() && !value.empty())
    set_variable(awaited_, value_at(value), SetBy::shell, true);
  awaited_.clear();
  const bool of_plugin = has(line, "Setting ") || has(line, "Forcing "), of_nccl = has(line, "NCCL INFO");
  const bool is_comment = text.starts_with('#') && !text.starts_with("##");
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string_view from = line.substr(at);
    const bool begins = from.starts_with("NCCL_") || from.starts_with("RCCL_");
    if (!begins || (at > 0 && is_of_name(line[at - 1]))) continue;
    const auto end = std::ranges::find_if_not(from, is_of_name);
    const std::string_view name(from.begin(), end), rest(end, from.end());
    if (of_plugin || of_nccl)
      set_variable(name, rest.starts_with('=') ? value_at(rest.substr(1)) : value_said(rest, !of_plugin),
                   of_plugin ? SetBy::plugin : SetBy::nccl, false);
    else if (!is_comment)
      read_shell_variable(name, trimmed(line.substr(0, at)), rest);
    at += name.size() - 1;
  }
}

// "NAME=value" of a shell; "-genv NAME value" of Intel MPI; "NAME: value", or "name: NAME" and then "value:
// ...", of YAML; and what programs say.
void NcclLogFacts::read_shell_variable(std::string_view name, std::string_view before,
                                       std::string_view rest) {
  const bool is_exported =
      before.ends_with("export") || before.ends_with("setenv") || before.ends_with("ENV");
  const bool is_alone = before.empty() && split_at_blanks(rest).size() == 1;
  if (rest.starts_with('='))
    set_variable(name, value_at(rest.substr(1)), SetBy::shell, is_exported || is_alone);
  else if (const std::string_view value = value_said(rest, true); !value.empty())
    set_variable(name, value, SetBy::shell, false);
  else if (before.ends_with("-genv") || before.ends_with("-env") || before.ends_with("setenv"))
    set_variable(name, value_at(rest), SetBy::shell, is_exported);
  else if (rest.starts_with(": ") && (before.empty() || before == "-"))
    set_variable(name, value_at(rest.substr(2)), SetBy::shell, true);
  else if (before.ends_with("name:") && trimmed(rest).empty())
    awaited_ = name;
}

}  // namespace commlab
