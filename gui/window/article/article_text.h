#pragma once
// What an article says, without its bars and strips: for tests, and to be copied.

#include <string>

#include "gui/window/article/article.h"

namespace commlab {

// Its words, a line for each item.
std::string text_of(const Article&);

}  // namespace commlab
