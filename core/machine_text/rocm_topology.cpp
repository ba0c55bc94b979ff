#include "core/machine_text/rocm_topology.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/gpu_model.h"
#include "core/machine/nccl_rates.h"
#include "core/machine_text/computer_report.h"
#include "core/machine_text/imported_machine.h"

namespace commlab {
namespace {

constexpr int most_gpus_of_tables = 128;
constexpr std::string_view title_of_links = "Link Type between two GPUs",
                           title_of_hops = "Hops between two GPUs";

struct RocmTopology {
  std::vector<std::vector<std::string_view>> links;  // "XGMI", "PCIE"; of a GPU to itself "0"
  std::vector<std::vector<std::string_view>> hops;   // may be empty
  std::map<int, int> numa;                           // of each GPU of which it is said
  int line = 0;                                      // of the table of links
};

// The number of "GPU3".
std::optional<int> gpu_number(std::string_view word) {
  return word.starts_with("GPU") ? parse_number<int>(word.substr(3)) : std::nullopt;
}

class RocmReader {
 public:
  RocmReader(std::string_view text, std::string_view file) : lines_(split_at(text, '\n')), file_(file) {}

  Result<RocmTopology> read() {
    RocmTopology topology;
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      if (has(title_of_links)) {
        topology.line = number_of_line();
        if (const Status read = read_table(topology.links); !read) return tl::unexpected(read.error());
      } else if (has(title_of_hops)) {
        if (const Status read = read_table(topology.hops); !read) return tl::unexpected(read.error());
      } else if (has("Numa Node:")) {
        read_numa(topology);
      }
    }
    if (topology.links.empty())
      return fail("{}:1: no table '{}'; expected what rocm-smi --showtopo prints", file_, title_of_links);
    if (!topology.hops.empty() && topology.hops.size() != topology.links.size())
      return fail("{}:{}: {} GPUs in this table, and {} in that of hops; expected the same", file_,
                  topology.line, topology.links.size(), topology.hops.size());
    return topology;
  }

 private:
  bool has(std::string_view words) const { return lines_[at_].find(words) != std::string_view::npos; }
  int number_of_line() const { return static_cast<int>(at_) + 1; }

  // The words of a line behind the marks of a quotation.
  std::vector<std::string_view> words() const {
    std::vector<std::string_view> all = split_at_blanks(lines_[at_]);
    std::erase_if(all, [](std::string_view word) { return word == ">" || word == "\r"; });
    return all;
  }

  // The header, "GPU0 GPU1", then a row for each GPU.
  Status read_table(std::vector<std::vector<std::string_view>>& table) {
    table.clear();
    std::size_t gpus = 0;
    for (++at_; at_ < lines_.size() && (gpus == 0 || table.size() < gpus); ++at_) {
      std::vector<std::string_view> row = words();
      if (row.empty()) continue;
      if (gpu_number(row[0]) != static_cast<int>(table.size()))
        return fail("{}:{}: '{}' where GPU{} was expected", file_, number_of_line(), row[0].substr(0, 24),
                    table.size());
      if (gpus == 0) {
        gpus = row.size();
        if (gpus > most_gpus_of_tables)
          return fail("{}:{}: {} GPUs; expected at most {}", file_, number_of_line(), gpus,
                      most_gpus_of_tables);
        continue;
      }
      row.erase(row.begin());
      if (row.size() != gpus)
        return fail("{}:{}: row GPU{} has {} cells; expected {}", file_, number_of_line(), table.size(),
                    row.size(), gpus);
      table.push_back(std::move(row));
    }
    --at_;
    if (gpus == 0 || table.size() < gpus)
      return fail("{}:{}: the table ends after {} rows; expected {}", file_, number_of_line(), table.size(),
                  std::max<std::size_t>(gpus, 1));
    return {};
  }

  // "GPU[0]		: (Topology) Numa Node: 1"
  void read_numa(RocmTopology& topology) const {
    const std::string_view line = lines_[at_];
    const std::size_t open = line.find("GPU["), close = line.find(']');
    if (open == line.npos || close == line.npos || close < open) return;
    const auto gpu = parse_number<int>(line.substr(open + 4, close - open - 4));
    const auto node = parse_number<int>(trimmed(line.substr(line.find("Numa Node:") + 10)));
    if (gpu && node && *gpu >= 0 && *gpu < most_gpus_of_tables) topology.numa[*gpu] = std::max(0, *node);
  }

  std::vector<std::string_view> lines_;
  std::string_view file_;
  std::size_t at_ = 0;
};

// The two GPUs of one package, 2k and 2k + 1.
bool in_one_package(const GpuModel& model, int a, int b) {
  return model.name.starts_with("MI250") && a / 2 == b / 2;
}

Status add_xgmi(Topology& topology, const RocmTopology& read, const GpuModel& model, std::string_view file) {
  constexpr int links_in_a_package = 4;
  for (std::size_t a = 0; a < read.links.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const std::string_view type = read.links[a][b];
      if (type != read.links[b][a])
        return fail("{}:{}: GPU{} -> GPU{} is '{}', and back '{}'; expected the same in both directions",
                    file, read.line, a, b, type.substr(0, 24), read.links[b][a].substr(0, 24));
      if (type != "XGMI" && type != "PCIE")
        return fail("{}:{}: GPU{} -> GPU{} is '{}'; expected XGMI or PCIE", file, read.line, a, b,
                    type.substr(0, 24));
      const bool is_next = read.hops.empty() || read.hops[a][b] == "1";
      if (type != "XGMI" || !is_next) continue;
      const int links =
          in_one_package(model, static_cast<int>(a), static_cast<int>(b)) ? links_in_a_package : 1;
      topology.connect(static_cast<NodeId>(b), static_cast<NodeId>(a), LinkType::nvlink,
                       unrated_nvlinks(links), {}, links);
    }
  return {};
}

// A socket for each NUMA node; one, if the text does not have them.
void add_sockets_of(Topology& topology, const RocmTopology& read, const GpuModel& model,
                    const CpuModel& cpu) {
  std::map<int, NodeId> sockets;
  const Bandwidth pcie = nccl_pcie_rate(16, pcie_speed(model.pcie));
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu) {
    const auto said = read.numa.find(gpu);
    const int numa = said == read.numa.end() ? 0 : said->second;
    if (!sockets.contains(numa))
      sockets[numa] = topology.add(fmt::format("cpu{}", sockets.size()), NodeType::cpu);
    topology.connect(gpu, sockets.at(numa), LinkType::pcie, pcie, {});
  }
  for (auto a = sockets.begin(); a != sockets.end(); ++a)
    for (auto b = std::next(a); b != sockets.end(); ++b)
      topology.connect(a->second, b->second, LinkType::socket, nccl_socket_rate(cpu), {});
}

Result<ImportedWiring> rocm_wiring(const RocmTopology& read, const GpuModel& model,
                                   const ComputerReport& report, std::string_view file) {
  const std::filesystem::path path(file);
  const int gpus = static_cast<int>(read.links.size());
  ImportedWiring wiring{
      .name = path.stem().string(),
      .title = fmt::format("{} {}, from rocm-smi --showtopo", gpus, model.name),
      .gpu = model,
      .network = "infiniband",
      .sources = {fmt::format("Wiring: rocm-smi --showtopo, pasted into {}.", path.filename().string())}};
  for (int gpu = 0; gpu < gpus; ++gpu) wiring.topology.add(fmt::format("gpu{}", gpu), NodeType::gpu);
  if (const Status added = add_xgmi(wiring.topology, read, model, file); !added)
    return tl::unexpected(added.error());
  add_sockets_of(wiring.topology, read, model, report.cpu.value_or(model.usual_cpu));
  const bool has_xgmi = std::ranges::any_of(wiring.topology.links,
                                            [](const Link& link) { return link.type == LinkType::nvlink; });
  if (has_xgmi)
    wiring.assumed.emplace_back(
        "Assumed: one xGMI link between two GPUs that are one hop apart, and four between those of one "
        "package, "
        "since the tables do not count them.");
  else if (gpus > 1)
    wiring.assumed.emplace_back(peers_over_pcie);
  if (read.numa.empty())
    wiring.assumed.emplace_back("Assumed: one socket, since the text has no NUMA nodes.");
  return wiring;
}

}  // namespace

bool looks_like_rocm_topology(std::string_view text) { return text.find(title_of_links) != text.npos; }

Result<Machine> machine_from_rocm_topology(std::string_view text, std::string_view file_name,
                                           std::string_view gpu,
                                           const std::filesystem::path& parameter_folder) {
  const Result<RocmTopology> read = RocmReader(text, file_name).read();
  if (!read) return tl::unexpected(read.error());
  const ComputerReport report = computer_report(text);
  if (gpu.empty() && report.gpu.empty())
    return fail("{}: rocm-smi --showtopo does not name the GPUs; name them, as in --gpu MI300X", file_name);
  const Result<GpuModel> model = model_in_report(report, gpu, file_name);
  if (!model) return tl::unexpected(model.error());
  Result<Machine> machine =
      rocm_wiring(*read, *model, report, file_name).and_then([&](const ImportedWiring& wiring) {
        return with_parameters(wiring, parameter_folder).map_error([&](const Error& error) {
          return Error{fmt::format("{}: {}", file_name, error.message), error.fault};
        });
      });
  return machine;
}

}  // namespace commlab
