#pragma once
// What is known of the selected thing now: a rank, a chunk, a cell of the matrix, a link, a transfer; or
// where nothing is selected, of the run.

#include "gui/window/article/article.h"
#include "gui/window/run/panel.h"
#include "gui/window/run/run_facts.h"

namespace commlab {

// What is found out about a selection once, because it takes a look at the whole trace.
struct Inspected {
  Selection selection{};                  // without what the scene does not have
  std::vector<const Deposit*> journey{};  // of a chunk: wherever a transfer stored it
  std::vector<std::string> users{};       // of a link: "rank 0 -> rank 1"
};
Inspected inspect(const Scene&, const Selection&);

Article inspector_article(const Shown&, const RunFacts&, const Inspected&);

}  // namespace commlab
