#pragma once
// What the inspector tells of a rank.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_rank(const Asked&, Rank);

}  // namespace commlab
