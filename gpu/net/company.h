#pragma once
// Who stands behind the ranks of a group before they have joined: processes that were started, or threads.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/descriptor.h"
#include "gpu/net/group_place.h"

namespace commlab {

class Company {
 public:
  virtual ~Company() = default;  // ends all who are left
  // How the rank's member ended, as the end of a sentence: "was ended by signal 9 (Killed)"; empty where it
  // still lives at the deadline, or where nobody knows.
  virtual std::string fate(Rank, Deadline) = 0;
};

// Starts one who joins at each of these places.
using StartCompany = std::function<Result<std::unique_ptr<Company>>(const std::vector<GroupPlace>&)>;

// Processes of this computer: the command, with its place in the environment (GroupPlace).
StartCompany start_processes(std::vector<std::string> command);

// Threads of this process. They end when their channels close, or nobody has let them in after so long.
Result<std::unique_ptr<Company>> start_threads_for(const std::vector<GroupPlace>&,
                                                   std::chrono::milliseconds to_join);
Result<std::unique_ptr<Company>> start_threads(const std::vector<GroupPlace>&);

}  // namespace commlab
