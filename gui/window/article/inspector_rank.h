#pragma once
// The inspector's page about a rank.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_rank(const Asked&, Rank);

}  // namespace commlab
