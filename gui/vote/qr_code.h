#pragma once
// A text as a QR code, by libqrencode, which is loaded when it is used.

#include <optional>
#include <string>
#include <vector>

namespace commlab {

struct QrCode {
  int size = 0;            // modules in a row
  std::vector<bool> dark;  // row by row
  bool at(int row, int column) const { return dark[static_cast<std::size_t>(row * size + column)]; }
};
inline constexpr int quiet_modules = 4;  // of light around it, so that phones find it (ISO/IEC 18004)

// Nothing: the library is not here, or the text is too long.
std::optional<QrCode> qr_code(const std::string& text);

}  // namespace commlab
