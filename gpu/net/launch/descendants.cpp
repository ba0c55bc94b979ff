#include "gpu/net/launch/descendants.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/numbers.h"

namespace commlab {
namespace {

// /proc/PID/stat: "4711 (name) S 4710 ...". The name may have any characters, also ')'. A process may end
// while its file is read; then getline reads nothing, where iterators of the stream would throw.
std::optional<pid_t> parent_of(const std::filesystem::path& process) {
  std::ifstream stream(process / "stat", std::ios::binary);
  std::string text;
  std::getline(stream, text, '\0');
  std::istringstream after_name(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  char state = 0;
  pid_t parent = 0;
  return after_name >> state >> parent ? std::optional(parent) : std::nullopt;
}

std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  std::error_code ignored;  // a process may end while its folder is read
  for (std::filesystem::directory_iterator entry("/proc", ignored), end; entry != end;
       entry.increment(ignored))
    if (const auto process = parse_number<int>(entry->path().filename().string()))
      if (const auto parent = parent_of(entry->path())) children.emplace(*parent, *process);
  return children;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<pid_t> descendants() {
  const std::multimap<pid_t, pid_t> children = children_of_all();
  std::vector<pid_t> found = {::getpid()};
  for (std::size_t next = 0; next < found.size(); ++next) {
    const auto [first, last] = children.equal_range(found[next]);
    std::transform(first, last, std::back_inserter(found), [](const auto& pair) { return pair.second; });
  }
  found.erase(found.begin());
  return found;
}

// A second look finds processes that moved within the tree during the first one.
void signal_descendants(int signal) {
  std::set<pid_t> signalled;
  for (std::size_t before = 1; signalled.size() != std::exchange(before, signalled.size());)
    for (const pid_t process : descendants())
      if (signalled.insert(process).second) ::kill(process, signal);
}

void reap_adopted(const std::function<bool(pid_t)>& own) {
  siginfo_t ended{};
  while (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0 &&
         !own(ended.si_pid)) {
    ::waitpid(ended.si_pid, nullptr, 0);
    ended = {};
  }
}

bool kill_descendants(Deadline deadline) {
  while (true) {
    for (const pid_t process : descendants()) ::kill(process, SIGKILL);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace commlab
