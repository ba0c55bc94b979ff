#include "gui/window/article/inspector_article.h"

#include <algorithm>

#include "gui/window/article/inspector_page.h"

namespace commlab {

Inspected inspect(const Scene& scene, const Selection& selection) {
  const Trace& trace = scene.trace();
  const auto has = [](const auto& id, std::size_t n) {
    return id && *id >= 0 && static_cast<std::size_t>(*id) < n;
  };
  Inspected inspected{.selection = selection};
  Selection& s = inspected.selection;
  if (!has(s.rank, static_cast<std::size_t>(trace.collective.ranks))) s.rank.reset();
  if (!has(s.block, static_cast<std::size_t>(trace.partition.blocks))) s.block.reset();
  if (!has(s.link, trace.topology.links.size())) s.link.reset();
  if (!has(s.transfer, trace.transfers.size())) s.transfer.reset();
  s.part = std::clamp(s.part, 0, trace.partition.parts - 1);
  if (s.block && scene.replay) inspected.journey = journey(*scene.replay, *s.block, s.part);
  if (s.link) inspected.users = users_of(trace, *s.link, most_users + 1);
  return inspected;
}

Article inspector_article(const Shown& shown, const RunFacts& facts, const Inspected& inspected) {
  const Asked asked{shown, facts, inspected};
  const Selection& s = inspected.selection;
  const bool replayed = shown.scene.replay.has_value();
  if (s.transfer) return page_of_transfer(asked, *s.transfer);
  if (s.link) return page_of_link(asked, *s.link);
  if (s.rank && s.block && replayed) return page_of_cell(asked, *s.rank, *s.block, s.part);
  if (s.rank) return page_of_rank(asked, *s.rank);
  if (s.block && replayed) return page_of_chunk(asked, *s.block, s.part);
  return page_of_run(asked);
}

}  // namespace commlab
