#pragma once
// The prose of lessons as HTML.

#include <string>
#include <string_view>

namespace commlab {

// Paragraphs, lists, tables and code. Pictures are only named, since the page must be a single file.
std::string prose_html(std::string_view markdown);

}  // namespace commlab
