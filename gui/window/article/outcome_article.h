#pragma once
// A script's outcome in words: which rank waits for which, which rank and line caused it, what the ranks
// printed, and the stopwatches. Before the end: what was printed so far.

#include "gui/window/article/article.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

Article outcome_article(const ScriptShown&);

}  // namespace commlab
