#pragma once
// The end of another process: a descriptor to wait for it, and words to tell it.

#include <csignal>
#include <string>

#include <sys/types.h>

#include "gpu/net/sockets/descriptor.h"

namespace commlab {

// Ready to read when the process has ended (pidfd_open, Linux 5.3). Empty, with errno: there is none.
Descriptor watch_end(pid_t);

// What waitid(2) told, as the end of a sentence: "ended with exit status 3", "was ended by signal 9
// (Killed)".
std::string fate_of(const siginfo_t&);

}  // namespace commlab
