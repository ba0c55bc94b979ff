#include "gui/window/panels/inspector_panel.h"

#include "gui/window/panels/article_panel.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/run/run_index.h"
#include "gui/window/session/session.h"

namespace commlab {

void inspector_panel(Panel& panel) {
  Session& session = panel.session;
  if (session.scene->only_inputs()) return draw_secret_run(panel, "what you ask about");
  look_at(session.inspector, session.scene, session.view.selected);
  const Article article =
      inspector_article(session.shown(), session.scene->index->facts, session.inspector.inspected);
  article_panel(panel, article, session.inspector.article, "inspector");
}

}  // namespace commlab
