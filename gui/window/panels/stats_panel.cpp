#include "gui/window/panels/stats_panel.h"

#include "gui/window/article/stats_article.h"

#include "gui/window/panels/article_panel.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/run/run_index.h"
#include "gui/window/session/session.h"

namespace commlab {

void stats_panel(Panel& panel) {
  Session& session = panel.session;
  if (session.scene->only_inputs()) return draw_secret_run(panel, "its statistics");
  look_at(session.inspector, session.scene, session.view.selected);
  article_panel(panel, stats_article(*session.scene, session.scene->index->facts), session.stats, "stats");
}

}  // namespace commlab
