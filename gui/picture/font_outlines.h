#pragma once
// The letters of a TrueType font as outlines. Lengths are shares of the font's size; a text begins at 0, 0,
// on its base line.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/pixels.h"

namespace commlab {

class FontOutlines {
 public:
  // Nothing: the file cannot be read, or is no TrueType font.
  static std::optional<FontOutlines> read(const std::string& file);

  double width_of(std::string_view text) const;
  std::vector<Contour> outlines_of(std::string_view text) const;

 private:
  explicit FontOutlines(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string bytes_;  // of the file
};

}  // namespace commlab
