#include "core/base/own_file.h"

#include <dlfcn.h>

namespace commlab {

std::filesystem::path own_file() {
  std::error_code unreadable;
  static const int here = 0;
  Dl_info found{};
  // The system tells where a library lies. Where the program lies, it does not tell, only what was typed.
  if (::dladdr(&here, &found) != 0 && found.dli_fname != nullptr)
    if (const std::filesystem::path file = found.dli_fname; file.extension() == ".so")
      return std::filesystem::canonical(file, unreadable);
  return std::filesystem::read_symlink("/proc/self/exe", unreadable);
}

}  // namespace commlab
