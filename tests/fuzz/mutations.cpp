#include "tests/fuzz/mutations.h"

#include <algorithm>
#include <cctype>

namespace commlab {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Stretch {
  std::size_t begin, length;
};
// The run of characters of this sort that begins at or after `from`.
template <class IsOfIt>
Stretch stretch(const std::string& text, std::size_t from, IsOfIt is_of_it) {
  const auto begin = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_of_it);
  const auto end = std::find_if_not(begin, text.end(), is_of_it);
  return {static_cast<std::size_t>(begin - text.begin()), static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string Mutations::next() {
  std::string text = inputs_[below(inputs_.size())];
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
  return text;
}

void Mutations::change(std::string& text) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length = below(std::min<std::size_t>(text.size() - at, 32) + 1);
  const auto is_of_line = [](char c) { return c != '\n'; };
  const std::string& word = words_[below(words_.size())];
  switch (below(8)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(below(256));
      break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(at, text.substr(at, length)); break;
    case 3: text.insert(at, word); break;
    case 4: {  // another word
      const Stretch old =
          stretch(text, at, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
      text.replace(old.begin, old.length, word);
      break;
    }
    case 5: {  // another number; the last words are numbers
      const Stretch old = stretch(text, at, is_digit);
      text.replace(old.begin, old.length,
                   words_[words_.size() - 1 - below(std::min<std::size_t>(words_.size(), 16))]);
      break;
    }
    case 6: {  // a line twice
      const Stretch line = stretch(text, at, is_of_line);
      text.insert(line.begin, text.substr(line.begin, line.length) + "\n");
      break;
    }
    case 7: {  // the end of another input
      const std::string& other = inputs_[below(inputs_.size())];
      text = text.substr(0, at) + other.substr(below(other.size() + 1));
      break;
    }
  }
}

}  // namespace commlab
