#pragma once
// Child processes with one owner. The owner starts them, learns when and how each child ends, and leaves none
// behind. On Linux a child dies with the thread that started it (PR_SET_PDEATHSIG), so even a killed parent
// leaves no orphans. The owner waits for their ends through descriptors (pidfd_open, Linux 5.3).

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/base/error.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

struct ProcessToStart {
  std::string name;                                // for messages: "rank 2"
  std::vector<std::string> command;                // the program (looked up in PATH) and its arguments
  std::map<std::string, std::string> environment;  // added to this process's own
  pid_t group = 0;                                 // the process group to join; 0: this process's own
  // Ctrl-C in a terminal reaches all processes of the group. One that ignores it ends when its parent ends.
  bool ignores_interrupts = false;
};

struct EndedProcess {
  std::string name;
  int exit_status;   // as in a shell: 128 + N if signal N ended it
  std::string fate;  // "was ended by signal 9 (Killed)"
  std::string how;   // "rank 2 (process 4711) was ended by signal 9 (Killed)"
};

class Launcher {
 public:
  Launcher() = default;
  Launcher(Launcher&&) = default;
  Launcher& operator=(Launcher&&) = delete;
  ~Launcher();  // asks all children to end, and kills them after a short grace period

  // REQUIRES: a command; the calling thread lives at least as long as the child should.
  // Errors: no such program; a program that cannot be run; no more processes.
  Status start(const ProcessToStart&);
  int running() const { return static_cast<int>(children_.size()); }

  // The next child that ends; each child is reported once. nullopt: no child ended by the deadline, or no
  // child runs.
  std::optional<EndedProcess> next_ended(Deadline);
  // Whether this is a child that next_ended() has not reported.
  bool has(pid_t) const;
  // One descriptor for each running child; ready to read when the child has ended.
  std::vector<int> descriptors() const;

  void signal_all(int signal);
  void ask_all_to_end();  // SIGTERM, also to children that are stopped
  // Asks all children to end, kills those that still run after `grace` (SIGKILL), and reaps them.
  void end_all(std::chrono::milliseconds grace);

 private:
  struct Child {
    std::string name;
    pid_t process;
    Descriptor end;  // descriptor of pidfd_open; ready to read when the child has ended
  };
  std::vector<Child> children_;  // children that are not yet reaped
};

}  // namespace commlab
