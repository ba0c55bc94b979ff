#include "gpu/host/host_comparison.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/base/index.h"
#include "core/collective/combine.h"

namespace commlab {
namespace {

constexpr std::int64_t piece_bytes = 16 << 10;  // stays in the processor's first cache

class HostComparison {
 public:
  HostComparison(std::span<const PromisedMemory> parts, DataType type, ReduceOp op, double slack,
                 const std::stop_token& stop)
      : parts_(parts), type_(type), op_(op), slack_(slack), stop_(stop) {}

  Deviations result() {
    std::vector<std::size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t part) { return place_of(part); });
    for (auto first = order.begin(); first != order.end();) {
      const auto last = std::find_if(first, order.end(),
                                     [&](std::size_t part) { return place_of(part) != place_of(*first); });
      compare_equals({first, last});
      first = last;
    }
    return std::move(result_);
  }

 private:
  std::pair<int, std::int64_t> place_of(std::size_t part) const {
    return {parts_[part].values.whose, parts_[part].values.first};
  }

  // All these parts begin with the same values, which are made once, piece by piece.
  void compare_equals(std::span<const std::size_t> alike) {
    std::size_t longest = 0;
    for (const std::size_t part : alike) longest = std::max(longest, parts_[part].memory.size());
    for (std::size_t done = 0; done < longest && !stop_.stop_requested(); done += piece_bytes) {
      Memory right(std::min(index(piece_bytes), longest - done));
      const auto elements = static_cast<std::int64_t>(done) / size_of(type_);
      write_values(type_, op_, right, parts_[alike[0]].values.from(elements));
      for (const std::size_t part : alike) compare_piece(part, done, right);
    }
  }

  void compare_piece(std::size_t part, std::size_t done, std::span<const std::byte> right) {
    const auto memory = parts_[part].memory;
    if (done >= memory.size()) return;
    const auto found = memory.subspan(done, std::min(right.size(), memory.size() - done));
    if (std::memcmp(found.data(), right.data(), found.size()) == 0) return;
    const auto width = index(size_of(type_));
    for (std::size_t at = 0; at < found.size(); at += width) {
      if (std::memcmp(&found[at], &right[at], width) == 0) continue;
      if (!is_near(element(type_, &found[at], 0), element(type_, &right[at], 0), slack_))
        return note(part, (done + at) / width, &found[at]);
      result_.rounded = true;
    }
  }

  void note(std::size_t part, std::size_t element, const std::byte* found) {
    const auto number = static_cast<std::int64_t>(element);
    if (result_.wrong && std::tie(result_.wrong->part, result_.wrong->element) <= std::tie(part, number))
      return;
    result_.wrong = {.part = part, .element = number, .found = Memory(found, found + size_of(type_))};
  }

  std::span<const PromisedMemory> parts_;
  const DataType type_;
  const ReduceOp op_;
  const double slack_;
  const std::stop_token& stop_;
  Deviations result_;
};

}  // namespace

Deviations compare_on_host(std::span<const PromisedMemory> parts, DataType type, ReduceOp op, double slack,
                           const std::stop_token& stop) {
  return HostComparison(parts, type, op, slack, stop).result();
}

}  // namespace commlab
