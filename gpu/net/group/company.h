#pragma once
// The processes or threads that were started to become the members of a group.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

class Company {
 public:
  virtual ~Company() = default;  // ends those that still run
  // How the rank's member ended, as the end of a sentence: "was ended by signal 9 (Killed)". Empty: the
  // member still runs at the deadline, or how it ended is not known.
  virtual std::string fate(Rank, Deadline) = 0;
  // Processes end without a word if this comes before their connections are closed; else each of them says
  // that rank 0 is lost. Any thread may call it.
  virtual void ask_all_to_end() = 0;
};

// Starts one member for each of these places.
using StartCompany = std::function<Result<std::unique_ptr<Company>>(const std::vector<GroupPlace>&)>;

// Starts the command as one process for each place. A process finds its place in its environment
// (GroupPlace).
StartCompany start_processes(std::vector<std::string> command);

// Starts members as threads of this process. A thread ends when its channel closes, or if it could not join
// in time.
Result<std::unique_ptr<Company>> start_threads_for(const std::vector<GroupPlace>&,
                                                   std::chrono::milliseconds to_join);
Result<std::unique_ptr<Company>> start_threads(const std::vector<GroupPlace>&);

}  // namespace commlab
