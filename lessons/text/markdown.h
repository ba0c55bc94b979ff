#pragma once
// Prose of lessons, read as CommonMark (and tables): a list of blocks that every face can draw. The parser is
// MD4C.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

// Words of one look.
struct MarkdownRun {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  int cell = 0;         // of a row
  std::string image{};  // the file, where it is one; the text says what it shows
  bool operator==(const MarkdownRun&) const = default;
};

struct MarkdownBlock {
  enum class Kind : std::uint8_t { paragraph, heading, item, code, quote, row };
  Kind kind = Kind::paragraph;
  int depth = 0;       // of lists
  std::string mark{};  // an item's: "•", "2."; empty: it goes on
  std::vector<MarkdownRun> runs;
  bool head = false;  // a table's first row
};

// Never fails: every text is Markdown. HTML is words.
std::vector<MarkdownBlock> parse_markdown(std::string_view);

// Its words alone.
std::string plain_text(std::string_view markdown);

}  // namespace commlab
