#include "lessons/format/lesson_text.h"

#include <algorithm>
#include <cassert>

#include "core/base/nearest.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr std::string_view triple = "\"\"\"";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// How many backticks a fence has; 0: the line is no fence.
std::size_t fence_length(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t end = std::min(line.find_first_not_of('`', indent), line.size());
  return indent <= 3 && end - indent >= 3 ? end - indent : 0;
}

int heading_level(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && level < line.size() && line[level] == ' ' ? static_cast<int>(level) : 0;
}

class PartReader {
 public:
  PartReader(std::string_view text, std::string_view file, const std::vector<std::string>& words)
      : lines_(lines_of(text)), file_(file), words_(words) {}

  Result<std::vector<LessonFilePart>> parts() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const std::string_view line = lines_[at_];
      if (const std::size_t length = fence_length(line)) {
        if (const Status read = fence(length); !read) return tl::unexpected(read.error());
      } else if (const int level = heading_level(line); level == 1 || level == 2) {
        const auto title = without_blanks(line.substr(level));
        parts_.push_back({LessonFilePart::Kind::heading, number(), level, {}, std::string(title)});
      } else {
        add_prose(line);
      }
    }
    std::erase_if(parts_, [](const LessonFilePart& part) {
      return part.kind == LessonFilePart::Kind::prose && without_blanks(part.text).empty();
    });
    return std::move(parts_);
  }

 private:
  int number() const { return static_cast<int>(at_) + 1; }

  void add_prose(std::string_view line) {
    const bool goes_on = !parts_.empty() && parts_.back().kind == LessonFilePart::Kind::prose;
    if (!goes_on && without_blanks(line).empty()) return;
    if (!goes_on) parts_.push_back({LessonFilePart::Kind::prose, number(), 0, {}, {}});
    parts_.back().text.append(line).append("\n");
  }

  Status fence(std::size_t length) {
    const std::string_view line = lines_[at_];
    const std::string word(without_blanks(line.substr(line.find('`') + length)));
    const bool known = std::ranges::find(words_, word) != words_.end();
    if (!known && !word.empty())
      if (const std::string meant = nearest(word, words_); !meant.empty())
        return fail_in_lesson(file_, number(),
                              fmt::format("unknown block '{}'; did you mean {}?", word, meant));
    const std::size_t first = at_;
    std::string content;
    for (++at_; at_ < lines_.size(); ++at_) {
      const bool closes = fence_length(lines_[at_]) >= length &&
                          without_blanks(lines_[at_]).find_first_not_of('`') == std::string_view::npos;
      if (closes) break;
      content.append(lines_[at_]).append("\n");
    }
    if (at_ == lines_.size())
      return fail_in_lesson(file_, static_cast<int>(first) + 1, "this block has no end: ``` is missing");
    if (known) {
      parts_.push_back(
          {LessonFilePart::Kind::block, static_cast<int>(first) + 1, 0, word, std::move(content)});
      return {};
    }
    const std::size_t last = at_;
    for (at_ = first; at_ < last; ++at_) add_prose(lines_[at_]);
    add_prose(lines_[last]);
    return {};
  }

  std::vector<std::string_view> lines_;
  std::string_view file_;
  const std::vector<std::string>& words_;
  std::vector<LessonFilePart> parts_;
  std::size_t at_ = 0;
};

// Without the indentation that all lines share, and without empty lines at the beginning and end.
std::string unindented(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::size_t common = std::string_view::npos;
  for (const std::string_view line : lines) common = std::min(common, line.find_first_not_of(blanks));
  std::string result;
  for (const std::string_view line : lines)
    result.append(line.substr(std::min(common, line.size()))).append("\n");
  while (result.starts_with('\n')) result.erase(0, 1);
  while (result.ends_with('\n')) result.pop_back();
  return result;
}

bool begins_key(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool in_key(char c) { return begins_key(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-'; }

// Where a comment begins outside quotes, else the end.
std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\' && quoted)
      ++at;
    else if (line[at] == '"')
      quoted = !quoted;
    else if (line[at] == '#' && !quoted)
      return line.substr(0, at);
  }
  return line;
}

class KeyLineReader {
 public:
  KeyLineReader(const LessonFilePart& part, std::string_view file)
      : lines_(lines_of(part.text)), file_(file), first_(part.line + 1), word_(part.word) {}

  Result<std::vector<LessonKey>> keys() {
    for (at_ = 0; at_ < lines_.size(); ++at_)
      if (const Status read = line(); !read) return tl::unexpected(read.error());
    return std::move(keys_);
  }

 private:
  tl::unexpected<Error> fail_here(std::string_view sentence) const {
    return fail_in_lesson(file_, first_ + static_cast<int>(at_), sentence);
  }

  Status line() {
    const std::string_view line = lines_[at_];
    const std::string_view content = without_blanks(without_comment(line));
    if (content.empty()) return {};
    if (blanks.find(line[0]) != std::string_view::npos) {
      if (keys_.empty())
        return fail_here("this line is indented, but there is no key before it that it could continue");
      keys_.back().value.append(" ").append(content);
      return {};
    }
    const std::size_t length = std::ranges::find_if_not(line, in_key) - line.begin();
    const std::string_view behind = without_blanks(line.substr(length));
    if (!begins_key(line[0]) || !behind.starts_with('='))
      return fail_here(
          fmt::format("'{}' is no line of a {} block; expected key = value", content.substr(0, 40), word_));
    const std::string_view value = without_blanks(behind.substr(1));
    keys_.push_back({std::string(line.substr(0, length)), {}, first_ + static_cast<int>(at_)});
    if (value.starts_with(triple)) return many_lines(value);
    keys_.back().value = without_blanks(without_comment(value));
    if (keys_.back().value.empty()) return fail_here(fmt::format("{} has no value", keys_.back().name));
    return {};
  }

  Status many_lines(std::string_view first) {
    std::string& value = keys_.back().value;
    value = first;
    if (first.find(triple, triple.size()) != std::string_view::npos) return {};
    const std::size_t began = at_;
    for (++at_; at_ < lines_.size(); ++at_) {
      value.append("\n").append(lines_[at_]);
      if (lines_[at_].find(triple) != std::string_view::npos) return {};
    }
    at_ = began;
    return fail_here("\"\"\" begins a text that has no end");
  }

  std::vector<std::string_view> lines_;
  std::string_view file_;
  int first_;
  std::string_view word_;
  std::vector<LessonKey> keys_;
  std::size_t at_ = 0;
};

}  // namespace

tl::unexpected<Error> fail_in_lesson(std::string_view file, int line, std::string_view sentence) {
  return fail("{}:{}: {}", file, line, sentence);
}

Result<std::vector<LessonFilePart>> lesson_parts(std::string_view text, std::string_view file,
                                                 const std::vector<std::string>& words) {
  return PartReader(text, file, words).parts();
}

Result<std::vector<LessonKey>> lesson_keys(const LessonFilePart& part, std::string_view file) {
  assert(part.kind == LessonFilePart::Kind::block && "only blocks have keys");
  return KeyLineReader(part, file).keys();
}

Result<QuotedText> quoted_text(std::string_view value) {
  if (value.starts_with(triple)) {
    const std::size_t end = value.find(triple, triple.size());
    if (end == std::string_view::npos) return fail("\"\"\" begins a text that has no end");
    return QuotedText{unindented(value.substr(triple.size(), end - triple.size())),
                      std::string(without_blanks(value.substr(end + triple.size())))};
  }
  if (!value.starts_with('"'))
    return fail("a text in quotes is expected, and this is {}", value.substr(0, 40));
  QuotedText quoted;
  for (std::size_t at = 1; at < value.size(); ++at) {
    if (value[at] == '"') {
      quoted.rest = without_blanks(value.substr(at + 1));
      return quoted;
    }
    if (value[at] == '\\' && at + 1 < value.size()) {
      ++at;
      quoted.text += value[at] == 'n' ? '\n' : value[at];
    } else {
      quoted.text += value[at];
    }
  }
  return fail("the text {}... has no end: \" is missing", value.substr(0, 30));
}

std::vector<std::string> cut_at_commas(std::string_view value) {
  std::vector<std::string> pieces(1);
  int open = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '(' || c == '[')) ++open;
    if (!quoted && (c == ')' || c == ']')) --open;
    if (c == ',' && !quoted && open <= 0) {
      pieces.emplace_back();
      continue;
    }
    pieces.back() += c;
    if (c == '\\' && quoted && at + 1 < value.size()) pieces.back() += value[++at];
  }
  for (std::string& piece : pieces) piece = without_blanks(piece);
  return pieces;
}

}  // namespace commlab
