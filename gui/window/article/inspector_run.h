#pragma once
// The inspector's page about the run, shown while nothing is selected.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_run(const Asked&);

}  // namespace commlab
