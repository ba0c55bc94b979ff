#pragma once
// Prose of lessons as HTML.

#include <string>
#include <string_view>

namespace commlab {

// Whatever a lesson's text is, it stays text: < is &lt;.
std::string escaped_html(std::string_view text);

// Paragraphs, lists, tables and code. Pictures are named, not shown: a page is one file.
std::string prose_html(std::string_view markdown);

}  // namespace commlab
