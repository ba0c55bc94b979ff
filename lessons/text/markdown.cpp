#include "lessons/text/markdown.h"

#include <md4c.h>

namespace commlab {
namespace {

std::string entity(std::string_view text) {
  if (text == "&lt;") return "<";
  if (text == "&gt;") return ">";
  if (text == "&amp;") return "&";
  if (text == "&quot;") return "\"";
  return std::string(text);
}

// Listens to the parser, and keeps blocks of runs.
class MarkdownReader {
 public:
  std::vector<MarkdownBlock> read(std::string_view text) && {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_COLLAPSEWHITESPACE | MD_FLAG_NOHTML | MD_FLAG_TABLES;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return of(self).enter(type, detail), 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) { return of(self).leave(type), 0; };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return of(self).enter(type, detail), 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) { return of(self).leave(type), 0; };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* begin, MD_SIZE size, void* self) {
      return of(self).text(type, {begin, size}), 0;
    };
    md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, this);
    std::erase_if(blocks_, [](const MarkdownBlock& block) { return block.runs.empty(); });
    return std::move(blocks_);
  }

 private:
  using Kind = MarkdownBlock::Kind;
  struct List {
    bool ordered = false;
    unsigned next = 1;
  };

  static MarkdownReader& of(void* self) { return *static_cast<MarkdownReader*>(self); }

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_UL: lists_.push_back({}); return;
      case MD_BLOCK_OL:
        lists_.push_back({.ordered = true, .next = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        return;
      case MD_BLOCK_LI: return begin_item();
      case MD_BLOCK_QUOTE: ++quotes_; return;
      case MD_BLOCK_H: return begin(Kind::heading);
      case MD_BLOCK_CODE: return begin(Kind::code);
      case MD_BLOCK_THEAD: in_head_ = true; return;
      case MD_BLOCK_TR:
        begin(Kind::row);
        cell_ = -1;
        return;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: ++cell_; return;
      case MD_BLOCK_P:
        if (!fresh_item_) begin(quotes_ > 0 ? Kind::quote : lists_.empty() ? Kind::paragraph : Kind::item);
        fresh_item_ = false;
        return;
      default: return;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    if (type == MD_BLOCK_LI) fresh_item_ = false;
    if (type == MD_BLOCK_QUOTE) --quotes_;
    if (type == MD_BLOCK_THEAD) in_head_ = false;
    if (type == MD_BLOCK_TABLE) cell_ = 0;
  }

  void begin(Kind kind) {
    blocks_.push_back({.kind = kind, .depth = static_cast<int>(lists_.size()), .runs = {}, .head = in_head_});
  }

  void begin_item() {
    begin(Kind::item);
    List& list = lists_.back();
    blocks_.back().mark = list.ordered ? std::to_string(list.next++) + "." : "•";
    fresh_item_ = true;
  }

  void enter(MD_SPANTYPE type, void* detail) {
    count(type, 1);
    if (type != MD_SPAN_IMG) return;
    const MD_ATTRIBUTE& source = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
    image_.assign(source.text, source.size);
  }
  void leave(MD_SPANTYPE type) {
    count(type, -1);
    if (type == MD_SPAN_IMG) image_.clear();
  }
  void count(MD_SPANTYPE type, int by) {
    if (type == MD_SPAN_STRONG) strong_ += by;
    if (type == MD_SPAN_EM) emphasis_ += by;
    if (type == MD_SPAN_CODE) code_ += by;
  }

  static std::string words(MD_TEXTTYPE type, std::string_view text) {
    switch (type) {
      case MD_TEXT_BR: return "\n";
      case MD_TEXT_SOFTBR: return " ";
      case MD_TEXT_ENTITY: return entity(text);
      default: return std::string(text);
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (blocks_.empty()) begin(Kind::paragraph);
    const MarkdownRun look{.text = {},
                           .strong = strong_ > 0,
                           .emphasis = emphasis_ > 0,
                           .code = code_ > 0,
                           .cell = std::max(cell_, 0),
                           .image = image_};
    std::vector<MarkdownRun>& runs = blocks_.back().runs;
    MarkdownRun last = runs.empty() ? MarkdownRun{} : runs.back();
    last.text.clear();
    if (runs.empty() || last != look) runs.push_back(look);
    runs.back().text += words(type, text);
  }

  std::vector<MarkdownBlock> blocks_;
  std::vector<List> lists_;
  bool fresh_item_ = false;  // its first paragraph is the item itself
  bool in_head_ = false;
  int quotes_ = 0, cell_ = 0;
  int strong_ = 0, emphasis_ = 0, code_ = 0;
  std::string image_;
};

}  // namespace

std::vector<MarkdownBlock> parse_markdown(std::string_view text) { return MarkdownReader{}.read(text); }

}  // namespace commlab
