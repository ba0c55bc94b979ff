#pragma once
// What the inspector tells of a chunk, and of what one rank holds of it.

#include "gui/window/article/inspector_page.h"

namespace commlab {

// REQUIRES of both: a replay.
Article page_of_chunk(const Asked&, int block, int part);
Article page_of_cell(const Asked&, Rank, int block, int part);

}  // namespace commlab
