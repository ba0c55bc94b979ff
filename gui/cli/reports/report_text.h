#pragma once
// Outcomes as a page for people.

#include <string>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

std::string page(const Outcome&);
// Several algorithms side by side, the fastest first.
std::string side_by_side(const std::vector<Outcome>&);
// Every rank a line: its memory before and after. REQUIRES: buffers.
std::string data_text(const Outcome&);

}  // namespace commlab
