#pragma once
// The files of a typeface without serifs that this computer has.

#include <optional>
#include <string>

namespace commlab {

struct TypefaceFiles {
  std::string plain;
  std::string bold;
  std::string code;  // letters of equal width; there may be no such file
};

std::optional<TypefaceFiles> find_typeface();

}  // namespace commlab
