#pragma once
// An article as plain text, for tests and for copying.

#include <string>

#include "gui/window/article/article.h"

namespace commlab {

// One line for each item.
std::string text_of(const Article&);

}  // namespace commlab
