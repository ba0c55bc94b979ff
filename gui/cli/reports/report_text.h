#pragma once
// The answer of `commlab run`: a page for one algorithm, a table for several.

#include <string>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

std::string page(const Outcome&);
// Several algorithms as rows, the fastest first.
std::string side_by_side(const std::vector<Outcome>&);
// A line for each rank: its memory before and after the run. REQUIRES: the outcome kept its buffers.
std::string data_text(const Outcome&);

}  // namespace commlab
