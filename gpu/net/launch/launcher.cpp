#include "gpu/net/launch/launcher.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/net/launch/process_end.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

// The arguments of exec, prepared before fork: between fork and exec nothing may be allocated.
class ExecTexts {
 public:
  explicit ExecTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

std::vector<std::string> environment_with(const std::map<std::string, std::string>& added) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!added.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : added) all.push_back(name + "=" + value);
  return all;
}

// In the child, between fork and exec: system calls only.
[[noreturn]] void become(const ProcessToStart& wanted, const ExecTexts& command, const ExecTexts& environment,
                         pid_t parent, int report) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before prctl() took effect
  if (wanted.group != 0) ::setpgid(0, wanted.group);
  if (wanted.ignores_interrupts) ::signal(SIGINT, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execvpe(command.data()[0], command.data(), environment.data());
  const int error = errno;
  (void)!::write(report, &error, sizeof error);
  ::_exit(127);
}

// The error of the child's exec; 0 after exec has succeeded, which closes the pipe.
int read_exec_error(int pipe) {
  int error = 0;
  ssize_t count;
  do count = ::read(pipe, &error, sizeof error);
  while (count < 0 && errno == EINTR);
  return count == sizeof error ? error : 0;
}

EndedProcess describe(const std::string& name, const siginfo_t& ended) {
  const std::string fate = fate_of(ended);
  return {.name = name,
          .exit_status = ended.si_code == CLD_EXITED ? ended.si_status : 128 + ended.si_status,
          .fate = fate,
          .how = fmt::format("{} (process {}) {}", name, ended.si_pid, fate)};
}

}  // namespace

Launcher::~Launcher() { end_all(std::chrono::milliseconds(200)); }

Status Launcher::start(const ProcessToStart& wanted) {
  assert(!wanted.command.empty());
  const ExecTexts command(wanted.command), environment(environment_with(wanted.environment));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(Fault::runtime, "cannot start {}: {}", wanted.name, std::system_category().message(errno));
  const Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);

  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(wanted, command, environment, parent, write_end.number());
  if (child < 0)
    return fail(Fault::runtime, "cannot start {}: {}", wanted.name, std::system_category().message(errno));
  children_.push_back({.name = wanted.name, .process = child, .end = watch_end(child)});
  const int no_descriptor = children_.back().end ? 0 : errno;
  { const Descriptor closed = std::move(write_end); }
  const int exec_error = read_exec_error(read_end.number());
  if (exec_error == 0 && no_descriptor == 0) return {};

  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  children_.pop_back();
  if (exec_error != 0)
    return fail("cannot start '{}' as {}: {}", wanted.command.front(), wanted.name,
                std::system_category().message(exec_error));
  return fail(Fault::runtime, "cannot watch {}: {}", wanted.name,
              std::system_category().message(no_descriptor));
}

std::optional<EndedProcess> Launcher::next_ended(Deadline deadline) {
  std::vector<pollfd> ends;
  for (const int descriptor : descriptors())
    ends.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
  if (ends.empty() || !wait_until_ready(ends, deadline)) return std::nullopt;
  const auto ready = std::ranges::find_if(ends, [](const pollfd& end) { return end.revents != 0; });
  const auto child = children_.begin() + (ready - ends.begin());

  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(child->process), &ended, WEXITED);
  EndedProcess told = describe(child->name, ended);
  children_.erase(child);
  return told;
}

bool Launcher::has(pid_t process) const {
  return std::ranges::any_of(children_, [&](const Child& child) { return child.process == process; });
}

std::vector<int> Launcher::descriptors() const {
  std::vector<int> numbers;
  for (const Child& child : children_) numbers.push_back(child.end.number());
  return numbers;
}

// A child that has ended is a zombie until it is reaped here, so no other process gets its number.
void Launcher::signal_all(int signal) {
  for (const Child& child : children_) ::kill(child.process, signal);
}

void Launcher::ask_all_to_end() {
  signal_all(SIGTERM);
  signal_all(SIGCONT);  // a stopped process gets SIGTERM only after SIGCONT
}

void Launcher::end_all(std::chrono::milliseconds grace) {
  if (children_.empty()) return;
  ask_all_to_end();
  for (const Deadline deadline = steady_clock::now() + grace; running() > 0 && next_ended(deadline);) {
  }
  signal_all(SIGKILL);
  // Only a process that hangs in the kernel survives SIGKILL, and nothing can be done about such a process.
  for (const Deadline deadline = steady_clock::now() + std::chrono::seconds(5); running() > 0;)
    if (!next_ended(deadline)) break;
  children_.clear();
}

}  // namespace commlab
