#pragma once
// Child processes with one owner: it starts them, hears when one ends and how, and leaves none behind.
// Linux: a child dies with the thread that started it (PR_SET_PDEATHSIG), so that not even a killed
// parent leaves orphans; their ends are waited for through descriptors (pidfd_open, Linux 5.3).

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/base/error.h"
#include "gpu/net/descriptor.h"

namespace commlab {

struct ProcessToStart {
  std::string name;                                // for messages: "rank 2"
  std::vector<std::string> command;                // the program (looked up in PATH) and its arguments
  std::map<std::string, std::string> environment;  // added to this process's own
};

struct EndedProcess {
  std::string name;
  int exit_status;  // as a shell has it: 128 + N where signal N ended it
  std::string how;  // "rank 2 (process 4711) was ended by signal 9 (Killed)"
};

class Launcher {
 public:
  Launcher() = default;
  Launcher(Launcher&&) = default;
  Launcher& operator=(Launcher&&) = delete;
  ~Launcher();  // ends all, with the shortest grace

  // REQUIRES: a command; the calling thread lives as long as the child is to live.
  // Errors: no such program, not one that can be run, no more processes.
  Status start(const ProcessToStart&);
  int running() const { return static_cast<int>(children_.size()); }

  // The next that ends, each told once; nullopt: none did by the deadline, or none runs.
  std::optional<EndedProcess> next_ended(Deadline);
  // One for each that runs: ready to read when it has ended.
  std::vector<int> descriptors() const;

  void signal_all(int signal);
  void ask_all_to_end();  // SIGTERM, which stopped ones hear too
  // Asks all to end, kills those who have not after `grace` (SIGKILL), and reaps them.
  void end_all(std::chrono::milliseconds grace);

 private:
  struct Child {
    std::string name;
    pid_t process;
    Descriptor end;  // of pidfd_open
  };
  std::vector<Child> children_;  // those not reaped
};

}  // namespace commlab
