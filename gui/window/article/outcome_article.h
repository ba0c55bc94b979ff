#pragma once
// A script's outcome in words: who waits for whom, whose fault it is, what the terminals show, and its
// stopwatches. Before the end: what was printed so far.

#include "gui/window/article/article.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

Article outcome_article(const ScriptShown&);

}  // namespace commlab
