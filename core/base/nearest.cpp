// The edit distance of Damerau in its simple form ("optimal string alignment"): insert,
// delete, replace a letter, or swap two neighbours. Cost: product of the lengths, per word.
#include "core/base/nearest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/words.h"

namespace commlab {
namespace {

// distance[i][j]: edits that turn the first i letters of a into the first j of b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) distance[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) distance[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = distance[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      distance[i][j] = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> words) {
  constexpr std::size_t most_letters = 200;  // a longer text is no name with a slip of the finger
  if (word.size() > most_letters) return {};
  const std::string typed = lower_case(word);
  std::size_t best_distance =
      std::max<std::size_t>(1, typed.size() / 3);  // a larger distance means another word
  std::string best;
  for (const std::string& candidate : words) {
    const std::size_t distance = edit_distance(typed, lower_case(candidate));
    if (distance >= candidate.size()) continue;  // no letter of the candidate was typed
    if (distance < best_distance || (distance == best_distance && best.empty())) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> words) {
  const std::string meant = nearest(word, words);
  return meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant);
}

}  // namespace commlab
