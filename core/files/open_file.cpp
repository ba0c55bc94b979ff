#include "core/files/open_file.h"

#include <cerrno>

#include <unistd.h>

namespace commlab {

int OpenFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor >= 0 && ::close(descriptor) != 0 ? errno : 0;
}

}  // namespace commlab
