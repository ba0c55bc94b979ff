#include "gpu/net/launch/held_signals.h"

#include <unistd.h>

namespace commlab {
namespace {

bool ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

// A shell without job control starts background commands with SIGINT ignored, but the launcher takes it.
HeldSignals::HeldSignals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&held, signal);
  if (!ignored(SIGHUP)) sigaddset(&held, SIGHUP);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  arrived_ = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
}

HeldSignals::~HeldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

std::optional<signalfd_siginfo> HeldSignals::next() const {
  signalfd_siginfo signal{};
  if (::read(descriptor(), &signal, sizeof signal) != sizeof signal) return std::nullopt;
  return signal;
}

}  // namespace commlab
