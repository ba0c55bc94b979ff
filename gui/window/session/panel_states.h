#pragma once
// The state of the matrix, the inspector, the statistics, the log and a script's text.

#include "gui/window/article/inspector_article.h"
#include "gui/window/article/log_picture.h"
#include "gui/window/matrix/texels.h"
#include "gui/window/run/scene.h"

namespace commlab {

struct MatrixState {
  ScenePointer scene{};  // what the texels are of
  MatrixTexels texels{};
  int frames = 0;  // since they were brought up to date
};

// An article that is longer than its panel.
struct ArticleState {
  double scrolled = 0;  // pixels
};

// The text of a script scrolls along with its ranks until you scroll it.
struct ListingState {
  double scrolled = 0;  // pixels
  Time followed{-1};    // the time to which it scrolled last
};

struct InspectorState {
  ScenePointer scene{};  // what was found out about
  Selection selection{};
  Inspected inspected{};
  ArticleState article{};
};
// Finds out about a new selection. REQUIRES: a scene.
void look_at(InspectorState&, const ScenePointer&, const Selection&);

}  // namespace commlab
