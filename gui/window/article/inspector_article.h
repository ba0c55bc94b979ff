#pragma once
// The inspector's text about the selection: a rank, a chunk, a cell of the matrix, a link or a transfer. If
// nothing is selected, the text is about the run.

#include "gui/window/article/article.h"
#include "gui/window/article/inspected.h"
#include "gui/window/run/run_facts.h"
#include "gui/window/run/shown.h"

namespace commlab {

Article inspector_article(const Shown&, const RunFacts&, const Inspected&);

}  // namespace commlab
