#pragma once
// The run in numbers: busiest links, idle ranks, totals.

#include "gui/window/article/article.h"
#include "gui/window/run/run_facts.h"
#include "gui/window/run/scene.h"

namespace commlab {

Article stats_article(const Scene&, const RunFacts&);

// "busbw = algbw x 2(n-1)/n = 240 GB/s x 14/8 = 420 GB/s", as nccl-tests defines it.
std::string busbw_text(const Collective&, Time);

}  // namespace commlab
