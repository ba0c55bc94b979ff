#include "gui/cli/output/answer_so_far.h"

#include <csignal>

#include <pthread.h>

#include "core/files/standard_streams.h"
#include "gui/cli/output/progress.h"

namespace commlab {
namespace {

// Wakes the waiting thread when there is nothing to wait for any more. Nobody else sends this one.
int wake_signal() { return SIGRTMIN; }

bool is_ignored(int signal) {
  struct sigaction now;
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void tell(const Status& status) {
  if (!status) print_message(fmt::format("commlab: {}\n", status.error().message));
}

}  // namespace

// Threads that begin later inherit the mask, so only the waiting thread gets these signals.
AnswerSoFar::AnswerSoFar(std::size_t all, std::string row, std::function<Status()> deliver)
    : all_(all), row_(std::move(row)), deliver_(std::move(deliver)) {
  sigemptyset(&waited_);
  sigaddset(&waited_, wake_signal());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&waited_, signal);
  ::pthread_sigmask(SIG_BLOCK, &waited_, &before_);
  waiter_ = std::thread([this] { wait_for_signal(); });
}

AnswerSoFar::~AnswerSoFar() {
  ::pthread_kill(waiter_.native_handle(), wake_signal());
  waiter_.join();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void AnswerSoFar::wait_for_signal() {
  int signal = 0;
  ::sigwait(&waited_, &signal);
  if (signal == wake_signal()) return;
  ::pthread_sigmask(SIG_UNBLOCK, &waited_, nullptr);  // a second signal ends the program here
  const std::lock_guard lock(mutex_);                 // never released: the other threads may add no more
  erase_progress_line();
  if (rows_ > 0) tell(deliver_());
  tell(close_standard_output());
  print_message(told());
  std::raise(signal);
}

std::string AnswerSoFar::told() const {
  if (rows_ == 0)
    return fmt::format("commlab: interrupted before the first of {} {}s was done\n", all_, row_);
  return fmt::format("commlab: interrupted: the answer has {} of {} {}s\n", rows_, all_, row_);
}

}  // namespace commlab
