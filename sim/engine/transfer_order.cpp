#include "sim/engine/transfer_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace commlab {

std::vector<std::int32_t> put_in_order(std::vector<Transfer>& transfers) {
  std::vector<std::int32_t> order(transfers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::int32_t i) {
    const Transfer& t = transfers[i];
    return std::tuple(t.start, t.from, t.channel);
  });
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
