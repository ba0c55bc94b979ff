#pragma once
// Prose of lessons as HTML.

#include <string>
#include <string_view>

namespace commlab {

// Paragraphs, lists, tables and code. Pictures are named, not shown: a page is one file.
std::string prose_html(std::string_view markdown);

}  // namespace commlab
