#include "gui/cli/output/prose_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/picture/escaped_markup.h"
#include "lessons/text/line_breaks.h"
#include "lessons/text/markdown.h"

namespace commlab {
namespace {

std::string in_tag(std::string_view tag, const std::string& text) {
  return fmt::format("<{}>{}</{}>", tag, text, tag);
}

// Short code such as `rank - k + 1` stays on one line; a long command may be broken.
std::string code_html(const std::string& code) {
  constexpr std::size_t longest_unbroken = 24;
  const std::string text = escaped_markup(code);
  const bool could_break = code.find(' ') != std::string::npos;
  return could_break && code.size() <= longest_unbroken
             ? fmt::format("<code class=\"unbroken\">{}</code>", text)
             : in_tag("code", text);
}

// Spaces within a unit that must not be broken (lessons/text/line_breaks.h) become no-break spaces.
std::string words_html(std::string_view text) {
  std::string html;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blanks = std::min(text.find_first_not_of(' ', at), text.size()) - at;
    html.append(blanks, ' ');
    at += blanks;
    const std::size_t end = end_of_unbreakable(text, at);
    for (const char c : escaped_markup(text.substr(at, end - at)))
      html += c == ' ' ? std::string_view("&nbsp;") : std::string_view(&c, 1);
    at = end;
  }
  return html;
}

std::string html(const MarkdownRun& run) {
  std::string text = run.code ? code_html(run.text) : words_html(run.text);
  if (run.strong) text = in_tag("strong", text);
  if (run.emphasis) text = in_tag("em", text);
  return run.image.empty() ? text : fmt::format("[{}: {}]", text, escaped_markup(run.image));
}

std::string html(const std::vector<MarkdownRun>& runs) {
  std::string text;
  for (const MarkdownRun& run : runs) text += html(run);
  return text;
}

std::string row_html(const MarkdownBlock& row) {
  int cells = 0;
  for (const MarkdownRun& run : row.runs) cells = std::max(cells, run.cell + 1);
  std::string text;
  for (int cell = 0; cell < cells; ++cell) {
    std::string content;
    for (const MarkdownRun& run : row.runs)
      if (run.cell == cell) content += html(run);
    text += in_tag(row.head ? "th" : "td", content);
  }
  return in_tag("tr", text) + "\n";
}

std::string block_html(const MarkdownBlock& block) {
  using Kind = MarkdownBlock::Kind;
  switch (block.kind) {
    case Kind::heading: return in_tag("h3", html(block.runs));
    case Kind::code: {
      std::string code;
      for (const MarkdownRun& run : block.runs) code += escaped_markup(run.text);
      return in_tag("pre", code);
    }
    case Kind::quote: return in_tag("blockquote", html(block.runs));
    // A paragraph that continues an item stands under the item's words, not under its mark.
    case Kind::item:
      return fmt::format("<p class=\"item\" style=\"margin-left: {}em\"><span>{}</span>{}</p>",
                         1.2 * std::max(block.depth, 1), escaped_markup(block.mark), html(block.runs));
    case Kind::row: return row_html(block);
    case Kind::paragraph: break;
  }
  return in_tag("p", html(block.runs));
}

}  // namespace

std::string prose_html(std::string_view markdown) {
  std::string text;
  bool in_table = false;
  for (const MarkdownBlock& block : parse_markdown(markdown)) {
    const bool row = block.kind == MarkdownBlock::Kind::row;
    const bool begins = row && (!in_table || block.head);
    if (in_table && (!row || begins)) text += "</table>\n";
    if (begins) text += "<table>\n";
    in_table = row;
    text += block_html(block) + "\n";
  }
  return in_table ? text + "</table>\n" : text;
}

}  // namespace commlab
