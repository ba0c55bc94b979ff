#pragma once
// What the inspector tells of a link.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_link(const Asked&, LinkId);

}  // namespace commlab
