#include "gui/window/run/run_index.h"

namespace commlab {

RunIndex::RunIndex(const Outcome& run)
    : ranks(index_timeline(run.trace(), Rows::ranks)),
      topology(index_topology(run)),
      facts(run_facts(run.trace())) {}

}  // namespace commlab
