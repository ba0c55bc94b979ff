#include "gui/window/draw/set_markdown.h"

#include <algorithm>
#include <cmath>

#include "gui/window/draw/code_text.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/table_columns.h"
#include "lessons/text/line_breaks.h"

namespace commlab {
namespace {

constexpr double between_blocks = 0.55;  // of a line
constexpr double code_margin = 3;        // pixels, left and right of code within a line

// A mark that ends a word may hang over the end of a line, so that no line begins with it.
bool may_hang(std::string_view word) {
  return word.size() == 1 && std::string_view(".,;:!?").find(word[0]) != std::string_view::npos;
}

bool same_look(const MarkdownRun& a, const MarkdownRun& b) {
  return a.strong == b.strong && a.emphasis == b.emphasis && a.code == b.code;
}

class TextSetter {
 public:
  TextSetter(double width, double size, const Canvas& canvas)
      : width_(width), size_(size), space_(canvas.width_of(" ", size)), canvas_(canvas) {}

  SetText set(const std::vector<MarkdownBlock>& blocks) && {
    before_ = nullptr;
    for (const MarkdownBlock& block : blocks) {
      if (before_ && !follows_closely(block)) text_.height += between_blocks * line_height(size_);
      if (block.kind == Kind::row && (!before_ || before_->kind != Kind::row || block.head))
        columns_ = columns_of_table(blocks, static_cast<std::size_t>(&block - blocks.data()));
      before_ = &block;
      if (block.kind == Kind::code)
        code(block);
      else if (block.kind == Kind::row)
        row(block);
      else
        words_of(block);
    }
    return std::move(text_);
  }

 private:
  using Kind = MarkdownBlock::Kind;

  // Whether no gap comes before the block: it is an item of the same list, or a row of the same table.
  bool follows_closely(const MarkdownBlock& block) const {
    if (block.kind != before_->kind) return false;
    return block.kind == Kind::row ? !block.head : block.kind == Kind::item && !block.mark.empty();
  }

  // The widths of the columns of the table that begins at `first`.
  std::vector<double> columns_of_table(const std::vector<MarkdownBlock>& blocks, std::size_t first) {
    std::vector<ColumnWidth> needed;
    for (std::size_t i = first; i < blocks.size() && blocks[i].kind == Kind::row; ++i) {
      if (i > first && blocks[i].head) break;
      std::vector<ColumnWidth> row;
      for (const MarkdownRun& run : blocks[i].runs) {
        row.resize(std::max(row.size(), static_cast<std::size_t>(run.cell) + 1));
        need(run, blocks[i].head || run.strong, row[run.cell]);
      }
      needed.resize(std::max(needed.size(), row.size()));
      for (std::size_t cell = 0; cell < row.size(); ++cell) {
        needed[cell].least = std::max(needed[cell].least, row[cell].least + space_);
        needed[cell].whole = std::max(needed[cell].whole, row[cell].whole + space_);
      }
    }
    double least = 0;
    for (const ColumnWidth& column : needed) least += column.least;
    if (least > width_) text_.breaks_words = true;
    return share_line(needed, width_);
  }

  // Adds the width that this run needs to what the cell's runs before it need.
  void need(const MarkdownRun& run, bool bold, ColumnWidth& cell) const {
    std::string_view rest = run.text;
    while (!rest.empty()) {
      if (rest.front() == ' ' || rest.front() == '\n') {
        rest.remove_prefix(1);
        continue;
      }
      const std::string_view word = rest.substr(0, unbroken(run, rest, bold));
      rest.remove_prefix(word.size());
      const double width = std::ceil(run.code ? width_of_code(word, size_) + 2 * code_margin
                                              : canvas_.width_of(word, size_) * (bold ? bold_width : 1));
      cell.least = std::max(cell.least, width);
      cell.whole += (cell.whole > 0 ? space_ : 0) + width;
    }
  }

  // Text that is too wide for its cell goes on in lines below.
  void row(const MarkdownBlock& block) {
    const double top = text_.height, whole = width_;
    double bottom = top + line_height(size_), left = 0;
    for (std::size_t cell = 0; cell < columns_.size(); ++cell) {
      text_.height = top;
      left_ = x_ = left;
      left += columns_[cell];
      width_ = left - space_;
      fresh_ = true;
      bool after_space = true;
      for (const MarkdownRun& run : block.runs)
        if (run.cell == static_cast<int>(cell)) run_of(run, block.head || run.strong, after_space);
      bottom = std::max(bottom, text_.height + line_height(size_));
    }
    width_ = whole;
    text_.height = bottom;
  }

  double width_of(std::string_view text, bool bold, bool code = false) const {
    return code ? width_of_code(text, size_) : canvas_.width_of(text, size_) * (bold ? usual_bold : 1);
  }

  void place(MarkdownRun run, double width, bool bold) {
    text_.pieces.push_back({.run = std::move(run),
                            .area = {x_, text_.height, width, line_height(size_)},
                            .size = size_,
                            .bold = bold});
    x_ += width;
  }

  void new_line() {
    text_.height += line_height(size_);
    x_ = left_;
    fresh_ = true;
  }

  void words_of(const MarkdownBlock& block) {
    const int depth = block.depth + (block.kind == Kind::quote ? 1 : 0);
    left_ = x_ = depth * 1.3 * size_;
    fresh_ = true;
    if (!block.mark.empty()) {
      const double mark = width_of(block.mark, false) + space_;
      x_ = std::max(0.0, left_ - mark);
      place({.text = block.mark}, mark, false);
      x_ = left_;
    }
    const bool heading = block.kind == Kind::heading;
    bool after_space = true;
    for (const MarkdownRun& run : block.runs) run_of(run, heading || run.strong, after_space);
    new_line();
  }

  // Adds the run word by word. A word without a space before it begins where the word before ends.
  void run_of(const MarkdownRun& run, bool bold, bool& after_space) {
    std::string_view rest = run.text;
    while (!rest.empty()) {
      if (rest.front() == '\n') {
        new_line();
        after_space = true;
      }
      if (rest.front() == ' ' || rest.front() == '\n') {
        after_space = true;
        rest.remove_prefix(1);
        continue;
      }
      const std::string_view word = rest.substr(0, unbroken(run, rest, bold));
      rest.remove_prefix(word.size());
      add(run, word, bold, after_space);
      after_space = false;
    }
  }

  // How much must stay on one line: words that belong together, or a formula in code unless it is long.
  std::size_t unbroken(const MarkdownRun& run, std::string_view rest, bool bold) const {
    constexpr double longest_formula = 0.5;  // of a line
    if (run.code && rest.find('\n') == std::string_view::npos &&
        width_of(rest, bold, true) < longest_formula * (width_ - left_))
      return rest.size();
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::size_t end = end_of_unbreakable(line, 0);
    return width_of(line.substr(0, end), bold, run.code) < width_ - left_ ? end : end_of_word(line, 0);
  }

  void add(const MarkdownRun& run, std::string_view word, bool bold, bool after_space) {
    const double margin = run.code ? code_margin : 0;
    const double before = after_space && !fresh_ ? space_ + slack_of_last(run, bold) : 0;
    const double width = width_of(word, bold, run.code) + 2 * margin;
    const double slack =
        bold ? (bold_width - usual_bold) * (width_ - left_) : 0;  // for a line of the widest letters
    if (x_ + before + width + slack > width_ && !fresh_ && (after_space || !may_hang(word))) {
      new_line();
      return add(run, word, bold, false);
    }
    if (width > width_ - x_ && fresh_ && word.size() > 1) return add_in_parts(run, word, bold);
    if (joins(run, bold)) {  // bold letters often need less room than they get: one piece has no gaps
      SetText::Piece& last = text_.pieces.back();
      last.run.text += (before > 0 ? " " : "") + std::string(word);
      const double gap = before > 0 && run.code ? width_of_code(" ", size_) : before;
      last.area.width += gap + width - 2 * margin;
      x_ += gap + width - 2 * margin;
      return;
    }
    x_ += before;
    place({.text = std::string(word), .strong = run.strong, .emphasis = run.emphasis, .code = run.code},
          width, bold);
    fresh_ = false;
  }

  // Bold letters may be wider than the room reckoned for them, so a new piece after them keeps a distance.
  double slack_of_last(const MarkdownRun& run, bool bold) const {
    if (joins(run, bold) || text_.pieces.empty() || !text_.pieces.back().bold) return 0;
    return (bold_width / usual_bold - 1) * text_.pieces.back().area.width;
  }

  // Whether the word can be added to the piece before it.
  bool joins(const MarkdownRun& run, bool bold) const {
    if (fresh_ || text_.pieces.empty()) return false;
    const SetText::Piece& last = text_.pieces.back();
    return same_look(last.run, run) && last.bold == bold && last.area.y == text_.height;
  }

  // Breaks a word that is wider than a line.
  void add_in_parts(const MarkdownRun& run, std::string_view word, bool bold) {
    const double room = std::max((width_ - x_ - 2 * code_margin) / (bold ? usual_bold : 1), size_);
    text_.breaks_words = true;
    for (const std::string_view part :
         run.code ? wrapped_code(word, room, size_) : wrapped(word, room, size_, canvas_)) {
      if (!fresh_) new_line();
      place({.text = std::string(part), .strong = run.strong, .emphasis = run.emphasis, .code = run.code},
            width_of(part, bold, run.code) + (run.code ? 2 * code_margin : 0), bold);
      fresh_ = false;
    }
  }

  void code(const MarkdownBlock& block) {
    left_ = x_ = block.depth * 1.3 * size_;
    std::string all;
    for (const MarkdownRun& run : block.runs) all += run.text;
    while (all.ends_with('\n')) all.pop_back();
    const double room = width_ - left_ - 2 * code_margin;
    for (std::size_t at = 0; at <= all.size();) {
      const std::size_t end = std::min(all.find('\n', at), all.size());
      for (const std::string_view line :
           wrapped_code(std::string_view(all).substr(at, end - at), room, size_)) {
        place({.text = std::string(line), .code = true}, width_ - left_, false);
        new_line();
      }
      at = end + 1;
    }
  }

  double width_, size_, space_;
  const Canvas& canvas_;
  SetText text_;
  double left_ = 0, x_ = 0;
  bool fresh_ = true;              // nothing stands in the line yet
  std::vector<double> columns_{};  // their widths in the present table
  const MarkdownBlock* before_ = nullptr;
};

}  // namespace

SetText set_markdown(std::string_view text, double width, double size, const Canvas& canvas) {
  return TextSetter(width, size, canvas).set(parse_markdown(text));
}

void draw_set_text(Canvas& canvas, PicturePoint corner, const SetText& text, const Theme& theme, Color ink,
                   const Area& visible) {
  constexpr double least_cut = 0.5;
  for (const SetText::Piece& piece : text.pieces) {
    const Area area{corner.x + piece.area.x, corner.y + piece.area.y, piece.area.width, piece.area.height};
    if (area.y < visible.y - least_cut || area.bottom() > visible.bottom() + least_cut) continue;
    if (piece.run.code) canvas.fill({area.x, area.y + 1, area.width, area.height - 2}, theme.raised, 4);
    canvas.text({area.x + (piece.run.code ? code_margin : 0), area.center().y}, piece.run.text,
                {.color = ink, .size = piece.size, .bold = piece.bold, .code = piece.run.code});
    if (piece.run.emphasis) {
      const double foot = area.center().y + 0.55 * piece.size;
      canvas.line({area.x, foot}, {area.right(), foot}, {.color = ink.faded(0.6), .width = theme.line});
    }
  }
}

}  // namespace commlab
