#include "gui/window/panels/outcome_panel.h"

#include "gui/window/article/outcome_article.h"
#include "gui/window/panels/article_panel.h"
#include "gui/window/session/session.h"

namespace commlab {

void outcome_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  article_panel(panel, outcome_article(session.script_shown()), session.outcome, "outcome");
}

}  // namespace commlab
