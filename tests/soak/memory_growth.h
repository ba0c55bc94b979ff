#pragma once
// Whether a process that does similar work for a long time needs more and more memory.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace commlab {

class MemoryGrowth {
 public:
  // The largest growth that is none: the C library keeps some memory between experiments of different sizes.
  static constexpr std::int64_t margin_bytes = 32 << 20;

  // The resident size after an experiment.
  void add(std::int64_t resident_bytes) { sizes_.push_back(resident_bytes); }

  // The first tenth is warm-up. Of the rest, the smallest size in the first half, and in the last quarter:
  // what one large experiment needs passes, and what leaks stays. nullopt: too few experiments to tell.
  struct Sizes {
    std::int64_t early_bytes;
    std::int64_t late_bytes;
    bool grows() const { return late_bytes > early_bytes + margin_bytes; }
  };
  std::optional<Sizes> sizes() const;

 private:
  std::vector<std::int64_t> sizes_;
};

}  // namespace commlab
