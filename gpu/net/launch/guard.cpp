#include "gpu/net/launch/guard.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/net/launch/descendants.h"
#include "gpu/net/launch/process_end.h"

namespace commlab {
namespace {

constexpr std::chrono::seconds to_die{5};  // SIGKILL works at once, unless a process hangs in the kernel

// How a result travels through the pipe from the guard: these two numbers, then the error's message.
struct ResultHead {
  int fault;  // of an error; no_fault: the result is `status`
  int status;
};
constexpr int no_fault = -1;

std::string to_bytes(const Result<int>& result) {
  const ResultHead head = {.fault = result ? no_fault : static_cast<int>(result.error().fault),
                           .status = result.value_or(0)};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return result ? bytes : bytes + result.error().message;
}

std::optional<Result<int>> from_bytes(const std::string& bytes) {
  ResultHead head{};
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.fault == no_fault) return head.status;
  return tl::unexpected(Error{bytes.substr(sizeof head), static_cast<Fault>(head.fault)});
}

void write_all(const Descriptor& pipe, const std::string& bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(pipe.number(), bytes.data() + written, bytes.size() - written);
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

std::string read_all(const Descriptor& pipe) {
  std::string all;
  std::array<char, 4096> part;
  for (ssize_t count; (count = ::read(pipe.number(), part.data(), part.size())) != 0;) {
    if (count > 0) all.append(part.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) break;
  }
  return all;
}

// The guard writes to the terminal even where background processes may not (stty tostop). Its own name keeps
// it alive where all processes with the program's name are killed (killall).
void become_guard() {
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "rank-guard");
  adopt_orphans();
  sigset_t output;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  ::sigprocmask(SIG_BLOCK, &output, nullptr);
}

[[noreturn]] void guard(const std::function<Result<int>(const Guarded&)>& work, const HeldSignals& signals,
                        pid_t front, pid_t group, const Descriptor& report) {
  become_guard();
  const Descriptor end_of_front = watch_end(front);
  if (::getppid() != front) ::_exit(128 + SIGKILL);
  const Result<int> result = end_of_front ? work({.signals = signals, .front = end_of_front, .group = group})
                                          : fail(Fault::runtime, "cannot watch process {}: {}", front,
                                                 std::system_category().message(errno));
  kill_descendants(std::chrono::steady_clock::now() + to_die);
  write_all(report, to_bytes(result));
  std::fflush(nullptr);
  ::_exit(0);  // the rest of the program belongs to the front
}

// Until the guard reports, or has ended without a report.
void pass_signals_on(const HeldSignals& signals, pid_t guard, const Descriptor& report) {
  std::array<pollfd, 2> waited = {{{.fd = signals.descriptor(), .events = POLLIN, .revents = 0},
                                   {.fd = report.number(), .events = POLLIN, .revents = 0}}};
  while (waited[1].revents == 0) {
    wait_until_ready(waited, std::chrono::steady_clock::now() + std::chrono::hours(1));
    while (const auto signal = signals.next())
      ::sigqueue(guard, static_cast<int>(signal->ssi_signo), {.sival_int = from_terminal(*signal)});
  }
}

}  // namespace

bool from_terminal(const signalfd_siginfo& signal) {
  return signal.ssi_code == SI_KERNEL || (signal.ssi_code == SI_QUEUE && signal.ssi_int != 0);
}

Result<int> run_guarded(const std::function<Result<int>(const Guarded&)>& work) {
  const HeldSignals signals;  // before the first child, so that no signal is lost
  adopt_orphans();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(Fault::runtime, "cannot start a process: {}", std::system_category().message(errno));
  const Descriptor report(ends[0]);
  Descriptor to_report(ends[1]);

  std::fflush(nullptr);  // or the guard would print what waits in this process's buffers again
  const pid_t front = ::getpid(), group = ::getpgrp(), child = ::fork();
  if (child < 0)
    return fail(Fault::runtime, "cannot start a process: {}", std::system_category().message(errno));
  if (child == 0) guard(work, signals, front, group, to_report);
  { const Descriptor closed = std::move(to_report); }

  pass_signals_on(signals, child, report);
  const auto result = from_bytes(read_all(report));
  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED);
  kill_descendants(std::chrono::steady_clock::now() + to_die);
  if (result) return *result;
  return fail(Fault::runtime, "the process that guards the ranks ({}) {}, so all ranks were killed", child,
              fate_of(ended));
}

}  // namespace commlab
