#include "gui/window/screen/closing_signals.h"

#include <csignal>

#include <pthread.h>

namespace commlab {
namespace {

bool is_left_alone(int signal) {
  struct sigaction now;
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

ClosingSignals::ClosingSignals() {
  sigemptyset(&waited_for_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_left_alone(signal)) sigaddset(&waited_for_, signal);
  ::pthread_sigmask(SIG_BLOCK, &waited_for_, &before_);
}

ClosingSignals::~ClosingSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool ClosingSignals::came() {
  sigset_t pending;
  if (came_ || ::sigpending(&pending) != 0) return came_;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (sigismember(&pending, signal) != 1 || sigismember(&waited_for_, signal) != 1) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    int taken = 0;
    ::sigwait(&one, &taken);
    came_ = true;
  }
  if (came_) ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);  // a second signal ends the program
  return came_;
}

}  // namespace commlab
