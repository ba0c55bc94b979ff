#pragma once
// The answer of `commlab run`: a page for one algorithm, a table for several.

#include <string>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

std::string page(const Outcome&);
// "4x nvlink 93.32GB/s", and how many times slower it was in this run. REQUIRES: a machine.
std::string link_text(const Outcome&, const LinkUse&);
// Several algorithms as rows, the fastest first.
std::string side_by_side(const std::vector<Outcome>&);
// A line for each rank: its memory before and after the run. REQUIRES: the outcome kept its buffers.
std::string data_text(const Outcome&);

}  // namespace commlab
