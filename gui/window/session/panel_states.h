#pragma once
// What the matrix, the inspector, the statistics and the log keep from one frame to the next.

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

// The text of a script follows its ranks, until it is scrolled.
struct ListingState {
  double scrolled = 0;  // pixels
  Time followed{-1};    // when it did so last
};

struct InspectorState {
  ScenePointer scene{};  // what was found out about
  Selection selection{};
  Inspected inspected{};
  ArticleState article{};
};
// The selection brought up to date. REQUIRES: a scene.
void look_at(InspectorState&, const ScenePointer&, const Selection&);

}  // namespace commlab
