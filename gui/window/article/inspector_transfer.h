#pragma once
// The inspector's page about a transfer.

#include "gui/window/article/inspector_page.h"

namespace commlab {

Article page_of_transfer(const Asked&, std::int32_t);

}  // namespace commlab
