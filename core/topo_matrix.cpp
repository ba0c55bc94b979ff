#include "core/topo_matrix.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "core/gpu_model.h"

namespace commlab {
namespace {

constexpr std::size_t most_devices = 1024;

struct Token {
  std::string_view text;
  int line;
};

// Terminal colours: ESC [ digits m, and what is left of them where a paste lost the ESC.
std::size_t length_of_colour(std::string_view text) {
  std::size_t i = 0;
  if (i < text.size() && text[i] == '\x1b') ++i;
  if (i >= text.size() || text[i] != '[') return 0;
  ++i;
  while (i < text.size() && (text[i] == ';' || (text[i] >= '0' && text[i] <= '9'))) ++i;
  return i < text.size() && text[i] == 'm' ? i + 1 : 0;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1;
  std::size_t begin = 0;
  const auto end_token = [&](std::size_t end) {
    if (end > begin) tokens.push_back({text.substr(begin, end - begin), line});
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t colour = length_of_colour(text.substr(i, 16));
    const bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n';
    if (colour == 0 && !is_blank) {
      ++i;
      continue;
    }
    end_token(i);
    if (text[i] == '\n') ++line;
    i += std::max<std::size_t>(colour, 1);
    begin = i;
  }
  end_token(text.size());
  return tokens;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_gpu(std::string_view text) { return text.starts_with("GPU") && is_number(text.substr(3)); }

// "NIC0", or the driver's own name: "mlx5_0", "hfi1_0".
bool is_nic(std::string_view text) {
  if (text.starts_with("NIC")) return is_number(text.substr(3));
  const std::size_t dash = text.rfind('_');
  return dash != text.npos && dash > 0 && is_number(text.substr(dash + 1));
}

enum class Reach : std::uint8_t { self, nvlink, pix, pxb, phb, node, sys };

struct Cell {
  Reach reach = Reach::self;
  int nvlinks = 0;
  int line = 0;  // 0: not said
  bool operator==(const Cell& other) const { return reach == other.reach && nvlinks == other.nvlinks; }
};

std::optional<Cell> parse_cell(Token token) {
  const std::string_view text = token.text;
  if (text.starts_with("NV") && is_number(text.substr(2))) {
    int links = 0;
    std::from_chars(text.data() + 2, text.data() + text.size(), links);
    if (links < 1 || links > 64) return std::nullopt;
    return Cell{Reach::nvlink, links, token.line};
  }
  static constexpr std::pair<std::string_view, Reach> names[] = {
      {"X", Reach::self},    {"PIX", Reach::pix}, {"PXB", Reach::pxb}, {"PHB", Reach::phb},
      {"NODE", Reach::node}, {"SYS", Reach::sys}, {"SOC", Reach::sys}};
  for (const auto& [name, reach] : names)
    if (name == text) return Cell{reach, 0, token.line};
  return std::nullopt;
}

struct Matrix {
  std::vector<std::string> devices;  // GPUs first
  int gpus = 0;
  std::vector<std::vector<Cell>> cells;
  std::vector<std::string> affinity;  // of each GPU: its NUMA node, else its CPUs; may be empty
};

class MatrixReader {
 public:
  MatrixReader(std::string_view text, std::string_view file) : file_(file), tokens_(tokens_of(text)) {}

  Result<Matrix> read() {
    if (const Status header = read_header(); !header) return tl::unexpected(header.error());
    std::vector<int> row_line(matrix_.devices.size());
    while (const std::optional<std::size_t> row = next_row()) {
      const Token& label = tokens_[at_ - 1];
      if (row_line[*row] != 0)
        return fail_at(label.line,
                       fmt::format("a second row {}; the first is on line {}", label.text, row_line[*row]));
      row_line[*row] = label.line;
      if (const Status cells = read_cells(*row); !cells) return tl::unexpected(cells.error());
      if (*row < static_cast<std::size_t>(matrix_.gpus)) read_affinity(*row);
    }
    for (int gpu = 0; gpu < matrix_.gpus; ++gpu)
      if (row_line[gpu] == 0)
        return fail_at(header_line_,
                       fmt::format("no row for GPU{} of this header; expected one for each GPU", gpu));
    if (const Status same = check_symmetry(); !same) return tl::unexpected(same.error());
    return matrix_;
  }

 private:
  tl::unexpected<Error> fail_at(int line, std::string_view sentence) const {
    return fail("{}:{}: {}", file_, line, sentence);
  }

  // "GPU0 GPU1 NIC0 CPU Affinity": from the first GPU0 that is no row's label, while devices follow.
  Status read_header() {
    while (at_ < tokens_.size() && tokens_[at_].text != "GPU0") ++at_;
    if (at_ == tokens_.size())
      return fail_at(1, "no header with GPU0; expected what nvidia-smi topo -m prints");
    header_line_ = tokens_[at_].line;
    for (; at_ < tokens_.size() && (is_gpu(tokens_[at_].text) || is_nic(tokens_[at_].text)); ++at_) {
      const Token& token = tokens_[at_];
      if (token.text == "GPU0" && matrix_.gpus > 0) break;  // no affinities: the first row's label
      const bool gpu = is_gpu(token.text);
      if (gpu && token.text != fmt::format("GPU{}", matrix_.devices.size()))
        return fail_at(token.line, fmt::format("{} where GPU{} was expected: GPUs come first, and in order",
                                               token.text, matrix_.gpus));
      if (std::ranges::find(matrix_.devices, token.text) != matrix_.devices.end())
        return fail_at(token.line,
                       fmt::format("{} is there twice; expected columns that differ", token.text));
      if (matrix_.devices.size() == most_devices)
        return fail_at(token.line, fmt::format("more than {} columns; expected fewer", most_devices));
      matrix_.devices.emplace_back(token.text);
      if (gpu) ++matrix_.gpus;
    }
    const std::size_t n = matrix_.devices.size();
    matrix_.cells.assign(n, std::vector<Cell>(n));
    matrix_.affinity.assign(matrix_.gpus, "");
    return {};
  }

  // Goes behind the label of the next row. What is between rows is passed over.
  std::optional<std::size_t> next_row() {
    for (; at_ < tokens_.size() && tokens_[at_].text != "Legend:"; ++at_) {
      const auto device = std::ranges::find(matrix_.devices, tokens_[at_].text);
      if (device == matrix_.devices.end()) continue;
      ++at_;
      return device - matrix_.devices.begin();
    }
    return std::nullopt;
  }

  Status read_cells(std::size_t row) {
    const std::size_t n = matrix_.devices.size();
    const int line = tokens_[at_ - 1].line;
    for (std::size_t column = 0; column < n; ++column, ++at_) {
      if (at_ == tokens_.size())
        return fail_at(
            line, fmt::format("row {} ends after {} cells; expected {}", matrix_.devices[row], column, n));
      const std::optional<Cell> cell = parse_cell(tokens_[at_]);
      if (!cell)
        return fail_at(
            tokens_[at_].line,
            fmt::format("cell {} of row {}, to {}, is '{}'; expected X, NV1 to NV64, PIX, PXB, PHB, "
                        "NODE or SYS",
                        column + 1, matrix_.devices[row], matrix_.devices[column], shown(tokens_[at_].text)));
      if ((cell->reach == Reach::self) != (row == column))
        return fail_at(cell->line,
                       fmt::format("row {} has {} under {}; expected X there, and only there",
                                   matrix_.devices[row], shown(tokens_[at_].text), matrix_.devices[column]));
      matrix_.cells[row][column] = *cell;
    }
    return {};
  }

  // What is left of the row: its CPUs, then its NUMA node, then perhaps a GPU NUMA id.
  void read_affinity(std::size_t row) {
    const int line = tokens_[at_ - 1].line;
    std::vector<std::string_view> words;
    for (std::size_t i = at_; i < tokens_.size() && tokens_[i].line == line; ++i)
      words.push_back(tokens_[i].text);
    if (words.empty()) return;
    const bool has_numa = words.size() > 1 && is_number(words[1]);
    matrix_.affinity[row] = has_numa ? words[1] : words[0];
  }

  Status check_symmetry() const {
    for (std::size_t a = 0; a < matrix_.devices.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const Cell& there = matrix_.cells[a][b];
        const Cell& back = matrix_.cells[b][a];
        if (there.line == 0 || back.line == 0 || there == back) continue;
        return fail_at(there.line,
                       fmt::format("{} reaches {} otherwise than {} reaches {} on line {}; expected the same",
                                   matrix_.devices[a], matrix_.devices[b], matrix_.devices[b],
                                   matrix_.devices[a], back.line));
      }
    return {};
  }

  static std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 24)) result += c >= ' ' && c <= '~' ? c : '?';
    return result;
  }

  std::string_view file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int header_line_ = 1;
  Matrix matrix_;
};

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

// The machine around the matrix: NVLinks first, then PCIe switches, sockets, and what joins these.
class Builder {
 public:
  Builder(const Matrix& matrix, const GpuModel& model) : matrix_(matrix), model_(model) {}

  Machine build(std::string_view file) {
    Machine machine;
    machine.name = std::filesystem::path(file).stem().string();
    machine.gpu = model_.name;
    machine.collective = {.launch = model_.launch, .overhead = {}, .latency = model_.step};
    machine.copy = {.launch = {}, .overhead = {}, .latency = model_.copy};
    for (const std::string& device : matrix_.devices)
      topology_.add(is_gpu(device) ? fmt::format("gpu{}", topology_.gpus)
                                   : fmt::format("nic{}", topology_.nodes.size() - topology_.gpus),
                    is_gpu(device) ? NodeType::gpu : NodeType::nic);
    add_nvlinks();
    add_host();
    const int gpus = matrix_.gpus;
    machine.title = fmt::format("{} {}, {}", gpus, model_.name, wiring_);
    machine.sources = {fmt::format("Wiring: nvidia-smi topo -m, pasted into {}.",
                                   std::filesystem::path(file).filename().string()),
                       source_of(model_)};
    machine.sources.insert(machine.sources.end(), assumed_.begin(), assumed_.end());
    machine.topology = std::move(topology_);
    return machine;
  }

 private:
  // k where every two GPUs are joined by k NVLinks; else 0.
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
  }

  void connect(NodeId a, NodeId b, int links) {
    topology_.connect(a, b, LinkType::nvlink, {links * model_.nvlink.bytes_per_second}, {}, links);
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

  // Equal affinities mean one socket, unless the matrix puts a socket's border between them.
  bool affinities_agree() const {
    for (int a = 0; a < matrix_.gpus; ++a)
      for (int b = 0; b < a; ++b)
        if (matrix_.affinity[a] == matrix_.affinity[b] && matrix_.cells[a][b].reach == Reach::sys)
          return false;
    return true;
  }

  // Every device stands alone: nothing says what shares a socket, except that all are apart.
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
          topology_.connect(switches[group], above, LinkType::pcie, model_.pcie, {});
        }
        above = switches[group];
      }
      topology_.connect(static_cast<NodeId>(device), above, LinkType::pcie, model_.pcie, {});
    }
    for (auto a = sockets.begin(); a != sockets.end(); ++a)
      for (auto b = std::next(a); b != sockets.end(); ++b)
        topology_.connect(a->second, b->second, LinkType::socket, model_.socket, {});
  }

  const Matrix& matrix_;
  const GpuModel& model_;
  Topology topology_;
  std::string wiring_;
  std::vector<std::string> assumed_;
};

// What a rate is missing for: the first NVLinks, else the first pair at all.
std::string unrated(const Matrix& matrix) {
  for (int a = 0; a < matrix.gpus; ++a)
    for (int b = 0; b < a; ++b)
      if (matrix.cells[a][b].nvlinks > 0)
        return fmt::format("NV{} between GPU{} and GPU{}", matrix.cells[a][b].nvlinks, b, a);
  return "PCIe";
}

}  // namespace

bool looks_like_topo_matrix(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text.substr(0, 4096));
  const auto first = std::ranges::find(tokens, "GPU0", &Token::text);
  if (first == tokens.end() || first - tokens.begin() > 64) return false;
  const auto second = std::next(first);
  return second == tokens.end() || is_gpu(second->text) || is_nic(second->text) || second->text == "CPU" ||
         second->text == "X";
}

Result<Machine> machine_from_topo_matrix(std::string_view text, std::string_view file_name,
                                         std::string_view gpu) {
  const Result<Matrix> matrix = MatrixReader(text, file_name).read();
  if (!matrix) return tl::unexpected(matrix.error());
  if (gpu.empty())
    return fail("{}: a pasted topology does not say how fast {} is; name the GPU, as in --gpu A100",
                file_name, unrated(*matrix));
  const Result<GpuModel> model = find_gpu_model(gpu);
  if (!model) return fail("--gpu: {}", model.error().message);
  for (int a = 0; a < matrix->gpus; ++a)
    for (int b = 0; b < matrix->gpus; ++b)
      if (const Cell& cell = matrix->cells[a][b]; cell.nvlinks > 0 && cell.nvlinks > model->nvlinks)
        return fail("{}:{}: NV{} between GPU{} and GPU{}, but the {} has {} NVLinks; expected another --gpu",
                    file_name, cell.line, cell.nvlinks, a, b, model->name, model->nvlinks);
  return Builder(*matrix, *model).build(file_name);
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
