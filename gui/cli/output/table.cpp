#include "gui/cli/output/table.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/base/index.h"
#include "core/base/utf8.h"

namespace commlab {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted;
  for (const std::string& cell : cells) quoted.push_back(csv_cell(cell));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  return index(std::ranges::count_if(text, [&](char c) { return !continues(c); }));
}

std::string paragraph(std::string_view words, std::string_view indent) {
  constexpr std::size_t widest = 100;
  std::string text, line(indent);
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view word = words.substr(at, end - at);
    if (line.size() > indent.size() && width_of(line) + 1 + width_of(word) > widest) {
      text += line + '\n';
      line = indent;
    }
    if (line.size() > indent.size()) line += ' ';
    line += word;
    at = end + 1;
  }
  return text + line + '\n';
}

std::string fact(std::string_view label, std::string_view value) {
  return fmt::format("  {:<11}{}\n", label, value);
}

void Table::add(std::vector<std::string> row) {
  assert(row.size() == columns_.size() && "as many cells as columns");
  rows_.push_back(std::move(row));
}

std::string Table::text() const { return lines(true); }
std::string Table::rows_only() const { return lines(false); }

std::string Table::titles() const { return line(widths_beforehand(true), title_cells()); }

std::string Table::newest_row() const {
  assert(!rows_.empty() && "a row to print");
  return line(widths_beforehand(true), rows_.back());
}

std::vector<std::string> Table::title_cells() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  return titles;
}

std::vector<std::size_t> Table::widths_beforehand(bool with_titles) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_)
    widths.push_back(std::max(column.least, with_titles ? width_of(column.title) : 0));
  return widths;
}

std::string Table::line(const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) const {
  std::string text;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string blanks(widths[c] - std::min(widths[c], width_of(cells[c])), ' ');
    text += "  " + (columns_[c].align == Align::left ? cells[c] + blanks : blanks + cells[c]);
  }
  return without_trailing_blanks(std::move(text)) + '\n';
}

std::string Table::lines(bool with_titles) const {
  std::vector<std::size_t> widths = widths_beforehand(with_titles);
  for (std::size_t c = 0; c < columns_.size(); ++c)
    for (const auto& row : rows_) widths[c] = std::max(widths[c], width_of(row[c]));
  std::string text;
  if (with_titles) text += line(widths, title_cells());
  for (const auto& row : rows_) text += line(widths, row);
  return text;
}

std::string Table::csv() const { return valid_utf8(csv_line(title_cells())) + csv_rows_only(); }

std::string Table::csv_rows_only() const {
  std::string text;
  for (const auto& row : rows_) text += csv_line(row);
  return valid_utf8(text);
}

}  // namespace commlab
