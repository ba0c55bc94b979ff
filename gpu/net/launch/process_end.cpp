#include "gpu/net/launch/process_end.h"

#include <cstring>

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace commlab {

// glibc has a function for this since 2.36, but C++ can link to the function only since 2.37.
Descriptor watch_end(pid_t process) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

std::string fate_of(const siginfo_t& ended) {
  if (ended.si_code == CLD_EXITED) return fmt::format("ended with exit status {}", ended.si_status);
  return fmt::format("was ended by signal {} ({})", ended.si_status, ::strsignal(ended.si_status));
}

}  // namespace commlab
