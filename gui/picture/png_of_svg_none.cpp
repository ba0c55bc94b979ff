// A program that was built without stb, which writes PNG files and reads fonts.

#include "gui/picture/png_of_svg.h"

namespace commlab {

std::string no_png() {
  return "this program was built without stb, which writes PNG files (Debian: apt install libstb-dev and the "
         "window's libraries, and build again)";
}

Result<std::string> png_of_svg(std::string_view) { return fail(Fault::runtime, "{}", no_png()); }

}  // namespace commlab
