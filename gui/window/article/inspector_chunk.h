#pragma once
// The inspector's pages about a chunk, and about one rank's part of it.

#include "gui/window/article/inspector_page.h"

namespace commlab {

// Both REQUIRE: the scene has a replay.
Article page_of_chunk(const Asked&, int block, int part);
Article page_of_cell(const Asked&, Rank, int block, int part);

}  // namespace commlab
