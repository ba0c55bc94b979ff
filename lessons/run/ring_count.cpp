#include "lessons/run/ring_count.h"

#include <algorithm>
#include <vector>

#include "core/routes/router.h"

namespace commlab {
namespace {

// For each pair of GPUs, whether a ring may go from one to the other.
using Neighbours = std::vector<std::vector<bool>>;

Result<Neighbours> wide_enough(const Topology& topology, Bandwidth width) {
  Router router(topology);
  const std::size_t gpus = topology.gpus;
  Neighbours wide(gpus, std::vector<bool>(gpus, true));
  for (NodeId from = 0; from < topology.gpus; ++from)
    for (NodeId to = 0; to < topology.gpus; ++to) {
      if (from == to) continue;
      const Result<std::vector<LinkId>> route = router.route(from, to);
      if (!route) return tl::unexpected(route.error());
      for (const LinkId link : *route)
        if (topology.links[link].bandwidth < width) wide[from][to] = wide[to][from] = false;
    }
  return wide;
}

// Follows all paths that begin at GPU 0 and visit every other GPU. Each ring is found twice, once in each
// direction.
class RingCounter {
 public:
  explicit RingCounter(const Neighbours& wide) : wide_(wide), taken_(wide.size(), false) {}

  std::int64_t rings() {
    taken_[0] = true;
    return closed_from(0, wide_.size() - 1) / 2;
  }

 private:
  std::int64_t closed_from(std::size_t last, std::size_t missing) {
    if (missing == 0) return wide_[last][0];
    std::int64_t closed = 0;
    for (std::size_t next = 1; next < wide_.size(); ++next) {
      if (taken_[next] || !wide_[last][next]) continue;
      taken_[next] = true;
      closed += closed_from(next, missing - 1);
      taken_[next] = false;
    }
    return closed;
  }

  const Neighbours& wide_;
  std::vector<bool> taken_;
};

}  // namespace

Result<std::int64_t> rings_at_least(const Topology& topology, Bandwidth width) {
  if (topology.gpus < 3 || topology.gpus > most_gpus_of_counted_rings)
    return fail("rings are counted over 3 to {} GPUs, and there are {}", most_gpus_of_counted_rings,
                topology.gpus);
  return wide_enough(topology, width).map([](const Neighbours& wide) { return RingCounter(wide).rings(); });
}

}  // namespace commlab
