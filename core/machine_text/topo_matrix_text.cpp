#include "core/machine_text/topo_matrix_text.h"

#include <algorithm>
#include <optional>

#include "core/base/numbers.h"

namespace commlab {
namespace {

using Cell = TopoMatrix::Cell;
using Reach = TopoMatrix::Reach;

constexpr std::size_t most_devices = 1024;

struct Token {
  std::string_view text;
  int line;
};

// Terminal colours: ESC [ digits m; also without the ESC, which a paste may lose.
std::size_t length_of_colour(std::string_view text) {
  std::size_t i = 0;
  if (i < text.size() && text[i] == '\x1b') ++i;
  if (i >= text.size() || text[i] != '[') return 0;
  ++i;
  while (i < text.size() && (text[i] == ';' || (text[i] >= '0' && text[i] <= '9'))) ++i;
  return i < text.size() && text[i] == 'm' ? i + 1 : 0;
}

// Marks of a quotation, of code and of a table.
bool is_mark(char c) { return c == '>' || c == '`' || c == '|'; }

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1;
  std::size_t begin = 0;
  const auto end_token = [&](std::size_t end) {
    if (end > begin) tokens.push_back({text.substr(begin, end - begin), line});
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t colour = length_of_colour(text.substr(i, 16));
    const bool is_blank =
        text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n' || is_mark(text[i]);
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

std::optional<Cell> parse_cell(Token token) {
  const std::string_view text = token.text;
  if (text.starts_with("NV") && is_number(text.substr(2))) {
    const auto links = parse_number<int>(text.substr(2));
    if (!links || *links < 1 || *links > 64) return std::nullopt;
    return Cell{Reach::nvlink, *links, token.line};
  }
  static constexpr std::pair<std::string_view, Reach> names[] = {
      {"X", Reach::self},    {"PIX", Reach::pix}, {"PXB", Reach::pxb}, {"PHB", Reach::phb},
      {"NODE", Reach::node}, {"SYS", Reach::sys}, {"SOC", Reach::sys}};
  for (const auto& [name, reach] : names)
    if (name == text) return Cell{reach, 0, token.line};
  return std::nullopt;
}

// Where the matrix begins: at the last GPU0 before its first row, which begins with GPU0 and X. Where there
// is no such row, at the first GPU0.
std::vector<Token>::const_iterator begin_of_matrix(const std::vector<Token>& tokens) {
  auto header = std::ranges::find(tokens, "GPU0", &Token::text);
  for (auto at = header; at != tokens.end();) {
    const auto next =
        std::find_if(std::next(at), tokens.end(), [](Token token) { return token.text == "GPU0"; });
    if (next != tokens.end() && std::next(next) != tokens.end() && std::next(next)->text == "X") return at;
    at = next;
  }
  return header;
}

class MatrixReader {
 public:
  MatrixReader(std::string_view text, std::string_view file) : file_(file), tokens_(tokens_of(text)) {}

  Result<TopoMatrix> read() {
    if (const Status header = read_header(); !header) return tl::unexpected(header.error());
    std::vector<int> row_line(matrix_.devices.size());
    while (const std::optional<std::size_t> row = next_row()) {
      const Token& label = tokens_[at_ - 1];
      const bool is_whole =
          std::all_of(row_line.begin(), row_line.begin() + matrix_.gpus, [](int line) { return line > 0; });
      if (is_whole && !begins_row()) continue;     // a word of the text behind it
      if (is_whole && row_line[*row] != 0) break;  // the matrix once more
      if (row_line[*row] != 0)
        return fail_at(label.line, fmt::format("row {} is there twice; the first one is on line {}",
                                               label.text, row_line[*row]));
      row_line[*row] = label.line;
      if (const Status cells = read_cells(*row); !cells) return tl::unexpected(cells.error());
      if (*row < static_cast<std::size_t>(matrix_.gpus)) read_affinity(*row);
    }
    for (int gpu = 0; gpu < matrix_.gpus; ++gpu)
      if (row_line[gpu] == 0)
        return fail_at(header_line_,
                       fmt::format("no row for GPU{} of this header; expected one for each GPU", gpu));
    if (const Status same = check_symmetry(); !same) return tl::unexpected(same.error());
    name_first_nic();
    return matrix_;
  }

 private:
  tl::unexpected<Error> fail_at(int line, std::string_view sentence) const {
    return fail("{}:{}: {}", file_, line, sentence);
  }

  // "GPU0 GPU1 NIC0 CPU Affinity": the header begins at the first GPU0, and ends at the first other word.
  Status read_header() {
    at_ = static_cast<std::size_t>(begin_of_matrix(tokens_) - tokens_.begin());
    if (at_ == tokens_.size())
      return fail_at(1, "no header with GPU0; expected what nvidia-smi topo -m prints");
    header_line_ = tokens_[at_].line;
    for (; at_ < tokens_.size() && (is_gpu(tokens_[at_].text) || is_nic(tokens_[at_].text)); ++at_) {
      const Token& token = tokens_[at_];
      if (token.text == "GPU0" && matrix_.gpus > 0) break;  // no affinities: the first row's label
      const bool gpu = is_gpu(token.text);
      if (gpu && !matrix_.devices.empty() && !is_gpu(matrix_.devices.back()))
        return fail_at(token.line, fmt::format("{} comes after {}; expected GPUs first, and in order",
                                               token.text, matrix_.devices.back()));
      if (gpu && token.text != fmt::format("GPU{}", matrix_.gpus))
        return fail_at(token.line, fmt::format("{} where GPU{} was expected: GPUs come first, and in order",
                                               token.text, matrix_.gpus));
      if (std::ranges::find(matrix_.devices, token.text) != matrix_.devices.end())
        return fail_at(token.line,
                       fmt::format("column {} is there twice; expected different columns", token.text));
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

  // Goes to the first cell of the next row, after its label. Skips what is between rows.
  std::optional<std::size_t> next_row() {
    for (; at_ < tokens_.size() && tokens_[at_].text != "Legend:"; ++at_) {
      const auto device = std::ranges::find(matrix_.devices, tokens_[at_].text);
      if (device == matrix_.devices.end()) continue;
      ++at_;
      return device - matrix_.devices.begin();
    }
    return std::nullopt;
  }

  bool begins_row() const { return at_ < tokens_.size() && parse_cell(tokens_[at_]).has_value(); }

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

  // "NIC0: mlx5_0" in the legend; with older drivers, the column itself has this name.
  void name_first_nic() {
    if (matrix_.devices.size() == static_cast<std::size_t>(matrix_.gpus)) return;
    matrix_.first_nic = matrix_.devices[matrix_.gpus];
    for (; at_ + 1 < tokens_.size(); ++at_)
      if (tokens_[at_].text == "NIC0:") matrix_.first_nic = tokens_[at_ + 1].text;
  }

  // The end of the row: its CPUs, then its NUMA node, then perhaps a GPU NUMA id.
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
        return fail_at(
            there.line,
            fmt::format("{} -> {} differs from {} -> {} on line {}; expected the same in both directions",
                        matrix_.devices[a], matrix_.devices[b], matrix_.devices[b], matrix_.devices[a],
                        back.line));
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
  TopoMatrix matrix_;
};

}  // namespace

bool looks_like_topo_matrix(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto first = begin_of_matrix(tokens);
  if (first == tokens.end()) return false;
  const auto row =
      std::find_if(std::next(first), tokens.end(), [](Token token) { return token.text == "GPU0"; });
  if (row != tokens.end() && std::next(row) != tokens.end() && std::next(row)->text == "X") return true;
  constexpr std::ptrdiff_t words_before = 64;
  if (first - tokens.begin() > words_before) return false;
  const auto second = std::next(first);
  return second == tokens.end() || is_gpu(second->text) || is_nic(second->text) || second->text == "CPU" ||
         second->text == "X";
}

Result<TopoMatrix> read_topo_matrix(std::string_view text, std::string_view file_name) {
  return MatrixReader(text, file_name).read();
}

}  // namespace commlab
