#pragma once
// The state of the matrix, the inspector, the statistics, the log and a script's text.

#include "gui/window/article/inspector_article.h"
#include "gui/window/article/log_picture.h"
#include "gui/window/matrix/texels.h"
#include "gui/window/run/scene.h"

namespace commlab {

struct MatrixState {
  ScenePointer scene{};  // the scene that the texels show
  MatrixTexels texels{};
  int frames = 0;  // frames since the texels were brought up to date
};

// An article that is longer than its panel.
struct ArticleState {
  double scrolled = 0;  // pixels
};

// The text of a script scrolls so that the ranks' lines are visible, until the user scrolls it.
struct ListingState {
  double scrolled = 0;  // pixels
  Time followed{-1};    // the time to which it scrolled last
};

struct InspectorState {
  ScenePointer scene{};  // the scene of `inspected`
  Selection selection{};
  Inspected inspected{};
  ArticleState article{};
};
// Computes the facts about a selection, if it is new. REQUIRES: a scene.
void look_at(InspectorState&, const ScenePointer&, const Selection&);

}  // namespace commlab
