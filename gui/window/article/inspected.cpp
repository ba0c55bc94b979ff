#include "gui/window/article/inspected.h"

#include <algorithm>

#include "gui/window/run/run_facts.h"

namespace commlab {

Inspected inspect(const Scene& scene, const Selection& selection) {
  const Trace& trace = scene.trace();
  const auto has = [](const auto& id, std::ptrdiff_t n) { return id && *id >= 0 && *id < n; };
  Inspected inspected{.selection = selection};
  Selection& s = inspected.selection;
  if (!has(s.rank, trace.collective.ranks)) s.rank.reset();
  if (!has(s.block, trace.partition.blocks)) s.block.reset();
  if (!has(s.link, std::ssize(trace.topology.links))) s.link.reset();
  if (!has(s.transfer, std::ssize(trace.transfers))) s.transfer.reset();
  s.part = std::clamp(s.part, 0, trace.partition.parts - 1);
  if (s.block && scene.replay) inspected.journey = journey(*scene.replay, *s.block, s.part);
  if (s.link) inspected.users = users_of(trace, *s.link, most_users + 1);
  return inspected;
}

}  // namespace commlab
