#include "gui/window/article/article_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace commlab {
namespace {

struct WordsOfItem {
  std::string operator()(const Article::Heading& heading) const { return heading.text; }
  std::string operator()(const Article::Sentence& sentence) const { return sentence.text; }
  std::string operator()(const Article::Gauge& gauge) const { return gauge.name + " " + gauge.value; }
  std::string operator()(const Article::Strip&) const { return {}; }
  std::string operator()(const Article::Table& table) const {
    std::string lines = fmt::format("{}", fmt::join(table.columns, " "));
    for (const Article::Table::Row& row : table.rows) lines += fmt::format("\n{}", fmt::join(row.cells, " "));
    return lines;
  }
  std::string operator()(const Article::Split& split) const {
    std::vector<std::string> pieces;
    for (const Article::Split::Piece& piece : split.pieces)
      if (piece.has_line()) pieces.push_back(piece.name + " " + piece.value);
    return fmt::format("{}", fmt::join(pieces, ", "));
  }
};

}  // namespace

std::string text_of(const Article& article) {
  std::string text;
  for (const Article::Item& item : article.items) {
    const std::string words = std::visit(WordsOfItem{}, item);
    if (!words.empty()) text += (text.empty() ? "" : "\n") + words;
  }
  return text;
}

}  // namespace commlab
