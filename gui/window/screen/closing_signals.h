#pragma once
// Ctrl-C in the terminal (SIGINT), SIGTERM and SIGHUP close the window as its own button does, so that what
// is written at the end, such as the answers of a class, is not lost. A second signal ends the program at
// once.

#include <signal.h>

namespace commlab {

class ClosingSignals {
 public:
  // From now on these signals wait to be asked for, also in threads that begin later; those that the program
  // was told to ignore stay ignored.
  ClosingSignals();
  ~ClosingSignals();
  ClosingSignals(const ClosingSignals&) = delete;
  ClosingSignals& operator=(const ClosingSignals&) = delete;

  // Whether one has come. Does not wait for it.
  bool came();

 private:
  sigset_t waited_for_;
  sigset_t before_;
  bool came_ = false;
};

}  // namespace commlab
