#include "sim/script/print_order.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <random>
#include <tuple>
#include <utility>

namespace commlab {
namespace {

// Shuffles the ranks' turns, but each rank's own lines keep their order. So every order in which processes
// may print is equally likely. REQUIRES: begin < end, and the prints between them are in order of rank.
void shuffle_ranks(std::vector<ScriptPrint>& prints, std::size_t begin, std::size_t end,
                   std::mt19937_64& chance) {
  assert(begin < end && "there are prints");
  std::vector<Rank> turns;
  std::map<Rank, std::size_t> next;  // of each rank's lines
  for (std::size_t i = begin; i < end; ++i) {
    turns.push_back(prints[i].rank);
    next.try_emplace(prints[i].rank, i);
  }
  for (std::size_t i = turns.size() - 1; i > 0; --i) std::swap(turns[i], turns[chance() % (i + 1)]);
  std::vector<ScriptPrint> shuffled;
  for (const Rank rank : turns) shuffled.push_back(prints[next[rank]++]);
  std::ranges::move(shuffled, prints.begin() + static_cast<std::ptrdiff_t>(begin));
}

}  // namespace

void put_prints_in_order(std::vector<ScriptPrint>& prints, std::optional<std::uint64_t> seed) {
  std::ranges::stable_sort(prints, {}, [](const ScriptPrint& p) { return std::tuple(p.at, p.rank); });
  if (!seed) return;
  std::mt19937_64 chance(*seed);
  for (std::size_t begin = 0; begin < prints.size();) {
    std::size_t end = begin;
    while (end < prints.size() && prints[end].at == prints[begin].at) ++end;
    shuffle_ranks(prints, begin, end, chance);
    begin = end;
  }
}

}  // namespace commlab
