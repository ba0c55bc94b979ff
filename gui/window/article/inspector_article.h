#pragma once
// What is known of the selected thing now: a rank, a chunk, a cell of the matrix, a link, a transfer; or
// where nothing is selected, of the run.

#include "gui/window/article/article.h"
#include "gui/window/article/inspected.h"
#include "gui/window/run/run_facts.h"
#include "gui/window/run/shown.h"

namespace commlab {

Article inspector_article(const Shown&, const RunFacts&, const Inspected&);

}  // namespace commlab
