#pragma once
// Words in SVG and HTML.

#include <string>
#include <string_view>

namespace commlab {

// Escapes markup, so that any text stays text: < becomes &lt;. The result is safe between double quotes, too.
// Bytes and characters that XML cannot hold become U+FFFD.
std::string escaped_markup(std::string_view words);

}  // namespace commlab
