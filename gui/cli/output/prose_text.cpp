#include "gui/cli/output/prose_text.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/base/index.h"
#include "gui/cli/output/table.h"
#include "lessons/text/line_breaks.h"
#include "lessons/text/markdown.h"

namespace commlab {
namespace {

constexpr std::size_t widest = 88;     // longer lines are hard to read
constexpr std::size_t narrowest = 40;  // narrower terminals wrap the lines themselves
constexpr std::string_view bold_begins = "\033[1m", bold_ends = "\033[0m";

// A piece of text that must not be broken (lessons/text/line_breaks.h), with its escape codes. Escape codes
// never span two words, so a line can end between any two.
struct Word {
  std::string text;
  std::size_t width = 0;
};

std::vector<Word> words_of(const std::vector<MarkdownRun>& runs, const ProseStyle& style, bool strong) {
  std::vector<Word> words;
  bool joins = false;  // the next piece belongs to the word before
  for (const MarkdownRun& run : runs) {
    const std::string mark = run.code && !style.bold ? "`" : "";
    const bool look = style.bold && (strong || run.strong || run.code);
    const std::string text = mark + run.text + mark;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == ' ' || text[at] == '\n') {
        joins = false;
        ++at;
        continue;
      }
      const std::string_view line = std::string_view(text).substr(0, text.find('\n', at));
      const std::string word = text.substr(at, end_of_unbreakable(line, at) - at);
      if (!joins) words.emplace_back();
      words.back().text += look ? fmt::format("{}{}{}", bold_begins, word, bold_ends) : word;
      words.back().width += width_of(word);
      joins = true;
      at += word.size();
    }
  }
  return words;
}

std::string lines_of(const std::vector<Word>& words, std::size_t width, const std::string& first,
                     const std::string& next) {
  std::string text = first;
  std::size_t at = width_of(first);
  bool begun = false;
  for (const Word& word : words) {
    if (begun && at + 1 + word.width > width) {
      text += "\n" + next;
      at = width_of(next);
      begun = false;
    }
    text += (begun ? " " : "") + word.text;
    at += (begun ? 1 : 0) + word.width;
    begun = true;
  }
  return text + "\n";
}

std::string code_lines(const MarkdownBlock& block, const std::string& indent) {
  std::string text, code;
  for (const MarkdownRun& run : block.runs) code += run.text;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find('\n', at), code.size());
    text += indent + "    " + code.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

// The rows of the table that begins at `first`; moves `first` past them.
std::string table_lines(const std::vector<MarkdownBlock>& blocks, std::size_t& first,
                        const std::string& indent) {
  const auto cells_of = [](const MarkdownBlock& row, std::size_t columns) {
    std::vector<std::string> cells(columns);
    for (const MarkdownRun& run : row.runs)
      if (index(run.cell) < columns) cells[run.cell] += run.text;
    return cells;
  };
  std::size_t columns = 1;
  for (const MarkdownRun& run : blocks[first].runs) columns = std::max(columns, index(run.cell) + 1);
  std::vector<Table::Column> titles;
  for (const std::string& title : cells_of(blocks[first], columns)) titles.push_back({title});
  Table table(std::move(titles));
  for (++first;
       first < blocks.size() && blocks[first].kind == MarkdownBlock::Kind::row && !blocks[first].head;
       ++first)
    table.add(cells_of(blocks[first], columns));
  std::string text, all = table.text();
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    text += indent + all.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

std::string block_text(const MarkdownBlock& block, const ProseStyle& style, const std::string& indent) {
  using Kind = MarkdownBlock::Kind;
  if (block.kind == Kind::code) return code_lines(block, indent);
  std::string first = indent, next = indent;
  if (block.kind == Kind::quote) first = next = indent + "| ";
  if (block.kind == Kind::item) {
    const std::string margin = indent + std::string(2 * index(std::max(block.depth - 1, 0)), ' ');
    const std::string mark = block.mark.empty() ? "" : block.mark + " ";
    first = margin + mark;
    next = margin + std::string(std::max<std::size_t>(width_of(mark), 2), ' ');
    if (mark.empty()) first = next;
  }
  return lines_of(words_of(block.runs, style, block.kind == Kind::heading), style.width, first, next);
}

}  // namespace

ProseStyle terminal_style() {
  if (isatty(STDOUT_FILENO) != 1) return {.width = 80};
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return {.width = std::clamp<std::size_t>(known ? size.ws_col : 80, narrowest, widest), .bold = true};
}

std::string prose_text(std::string_view markdown, const ProseStyle& style, std::string_view indent) {
  const std::vector<MarkdownBlock> blocks = parse_markdown(markdown);
  std::string text;
  for (std::size_t i = 0; i < blocks.size();) {
    const bool in_list =
        i > 0 && blocks[i].kind == MarkdownBlock::Kind::item && blocks[i - 1].kind == blocks[i].kind;
    if (i > 0 && !in_list) text += "\n";
    if (blocks[i].kind == MarkdownBlock::Kind::row)
      text += table_lines(blocks, i, std::string(indent));
    else
      text += block_text(blocks[i++], style, std::string(indent));
  }
  return text;
}

std::string strong_text(std::string_view words, const ProseStyle& style) {
  return style.bold ? fmt::format("{}{}{}", bold_begins, words, bold_ends) : std::string(words);
}

}  // namespace commlab
