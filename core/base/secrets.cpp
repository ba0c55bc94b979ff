#include "core/base/secrets.h"

#include <algorithm>
#include <cassert>
#include <random>

namespace commlab {

std::string random_text(std::string_view alphabet, std::size_t length) {
  assert(!alphabet.empty() && "the alphabet has a letter");
  std::random_device system;
  std::uniform_int_distribution<std::size_t> any(0, alphabet.size() - 1);
  std::string text(length, ' ');
  std::ranges::generate(text, [&] { return alphabet[any(system)]; });
  return text;
}

bool same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

}  // namespace commlab
