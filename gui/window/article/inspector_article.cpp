#include "gui/window/article/inspector_article.h"

#include "gui/window/article/inspector_chunk.h"
#include "gui/window/article/inspector_link.h"
#include "gui/window/article/inspector_rank.h"
#include "gui/window/article/inspector_run.h"
#include "gui/window/article/inspector_transfer.h"

namespace commlab {

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
