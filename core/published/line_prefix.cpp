#include "core/published/line_prefix.h"

#include <algorithm>

#include "core/base/words.h"

namespace commlab {
namespace {

constexpr std::size_t most_prefixes = 64, longest_prefix = 200;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

template <class Is>
std::size_t run_length(std::string_view text, std::size_t from, Is is) {
  std::size_t end = from;
  while (end < text.size() && is(text[end])) ++end;
  return end - from;
}

// How much of the text's beginning has the form of this prefix; 0 if it has another. Digits stand for any
// digits; for as many as there are, if `same_width`: in the middle of a row, other digits may stand before.
std::size_t length_of(std::string_view prefix, std::string_view text, bool same_width) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < prefix.size();) {
    if (at == text.size()) return 0;
    if (is_digit(prefix[i])) {
      const std::size_t width = run_length(prefix, i, is_digit), there = run_length(text, at, is_digit);
      if (there == 0 || (same_width && there < width)) return 0;
      at += same_width ? width : there;
      i += width;
    } else if (is_blank(prefix[i])) {
      const std::size_t there = run_length(text, at, is_blank);
      if (there == 0) return 0;
      at += there;
      i += run_length(prefix, i, is_blank);
    } else if (prefix[i++] != text[at++]) {
      return 0;
    }
  }
  return at;
}

}  // namespace

void LinePrefixes::learn(std::string_view prefix) {
  prefix = trimmed(prefix);
  constexpr std::string_view of_numbers = "0123456789.,+-eE \t#";
  if (prefix.empty() || prefix.size() > longest_prefix || learned_.size() == most_prefixes) return;
  if (prefix.find_first_not_of(of_numbers) == prefix.npos) return;
  opens_quotation_ = opens_quotation_ || prefix.ends_with('"');
  const bool is_known = std::ranges::any_of(learned_, [&](const std::string& each) {
    return length_of(each, prefix, true) == prefix.size() && each.size() == prefix.size();
  });
  if (is_known) return;
  const auto place =
      std::ranges::find_if(learned_, [&](const std::string& each) { return each.size() < prefix.size(); });
  learned_.insert(place, std::string(prefix));
}

std::string_view LinePrefixes::without_end(std::string_view line) const {
  if (opens_quotation_ && line.ends_with('"')) line.remove_suffix(1);
  return line;
}

std::string_view LinePrefixes::without(std::string_view line) const {
  for (std::size_t length = 1; length > 0;) {
    line.remove_prefix(run_length(line, 0, is_blank));
    length = 0;
    for (const std::string& prefix : learned_)
      if (length == 0) length = length_of(prefix, line, false);
    line.remove_prefix(length);
  }
  return line;
}

std::string LinePrefixes::without_any(std::string_view line) const {
  const std::string_view rest = without(line);
  std::string text;
  text.reserve(rest.size());
  for (std::size_t at = 0; at < rest.size();) {
    std::size_t length = 0;
    for (const std::string& prefix : learned_)
      if (length == 0) length = length_of(prefix, rest.substr(at), true);
    text += length == 0 ? rest[at] : ' ';
    at += std::max<std::size_t>(length, 1);
  }
  return text;
}

}  // namespace commlab
