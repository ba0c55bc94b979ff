#pragma once
// A panel with an article. The wheel scrolls it; links light up under the pointer, and a click follows them.

#include <string_view>

#include "gui/window/article/article.h"
#include "gui/window/panels/panel.h"
#include "gui/window/session/panel_states.h"

namespace commlab {

void article_panel(Panel&, const Article&, ArticleState&, std::string_view id);

}  // namespace commlab
