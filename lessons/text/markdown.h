#pragma once
// Reads prose as CommonMark with tables, into a list of blocks that every face can show. The parser is MD4C.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

// Words in one style.
struct MarkdownRun {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  int cell = 0;         // index of its cell in a row
  std::string image{};  // an image's file; then `text` describes the image
  bool operator==(const MarkdownRun&) const = default;
};

struct MarkdownBlock {
  enum class Kind : std::uint8_t { paragraph, heading, item, code, quote, row };
  Kind kind = Kind::paragraph;
  int depth = 0;       // in how many lists the block is nested
  std::string mark{};  // an item's: "•", "2."; empty: continues the item before
  std::vector<MarkdownRun> runs;
  bool head = false;  // the first row of a table
};

// Never fails: every text is Markdown. HTML is read as words.
std::vector<MarkdownBlock> parse_markdown(std::string_view);

}  // namespace commlab
