#pragma once
// Words in SVG and HTML.

#include <string>
#include <string_view>

namespace commlab {

// Whatever the words are, they stay words: < is &lt;. Also between double quotes.
std::string escaped_markup(std::string_view words);

}  // namespace commlab
