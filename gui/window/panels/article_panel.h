#pragma once
// A panel that is an article: scrolled by the wheel; what leads somewhere is lit, and followed by a click.

#include <string_view>

#include "gui/window/article/article.h"
#include "gui/window/panels/panel.h"
#include "gui/window/session/panel_states.h"

namespace commlab {

void article_panel(Panel&, const Article&, ArticleState&, std::string_view id);

}  // namespace commlab
