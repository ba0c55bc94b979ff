#pragma once
// What the inspector tells of the run, where nothing is selected.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_run(const Asked&);

}  // namespace commlab
