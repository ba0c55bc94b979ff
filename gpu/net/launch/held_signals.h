#pragma once
// While this object lives, the signals with which a user ends a program are read from a descriptor instead.

#include <csignal>
#include <optional>

#include <sys/signalfd.h>

#include "gpu/net/sockets/descriptor.h"

namespace commlab {

class HeldSignals {
 public:
  // Holds SIGINT, SIGTERM and SIGHUP. It leaves out SIGHUP where that is ignored (nohup(1)). REQUIRES: the
  // calling thread is the only one, or the others block these signals.
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  int descriptor() const { return arrived_.number(); }  // ready to read: a signal has come
  std::optional<signalfd_siginfo> next() const;         // nullopt: none has come

 private:
  sigset_t before_{};
  Descriptor arrived_;
};

}  // namespace commlab
