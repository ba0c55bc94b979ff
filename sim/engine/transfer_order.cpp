#include "sim/engine/transfer_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace commlab {

// A simulator records transfers as they start, so there is little to sort: among equal starts.
std::vector<std::int32_t> put_in_order(std::vector<Transfer>& transfers) {
  const auto key = [&](std::int32_t i) {
    const Transfer& t = transfers[i];
    return std::tuple(t.start, t.from, t.channel);
  };
  std::vector<std::int32_t> order(transfers.size());
  std::iota(order.begin(), order.end(), 0);
  if (std::ranges::is_sorted(order, {}, key)) return order;
  const auto start = [&](std::int32_t i) { return transfers[i].start; };
  if (!std::ranges::is_sorted(order, {}, start)) std::ranges::stable_sort(order, {}, start);
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(first, order.end(), [&](auto i) { return start(i) != start(*first); });
    if (!std::is_sorted(first, last, [&](auto a, auto b) { return key(a) < key(b); }))
      std::stable_sort(first, last, [&](auto a, auto b) { return key(a) < key(b); });
    first = last;
  }

  std::vector<std::int32_t> place(order.size());
  std::vector<Transfer> sorted;
  sorted.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<std::int32_t>(i);
    sorted.push_back(transfers[order[i]]);
  }
  for (Transfer& t : sorted)
    if (t.enabled_by >= 0) t.enabled_by = place[t.enabled_by];
  transfers = std::move(sorted);
  return place;
}

}  // namespace commlab
