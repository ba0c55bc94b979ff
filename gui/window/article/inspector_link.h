#pragma once
// The inspector's page about a link.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_link(const Asked&, LinkId);

}  // namespace commlab
