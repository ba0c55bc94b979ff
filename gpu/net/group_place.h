#pragma once
// Where this process stands among those that were started together, as torchrun's variables say it
// (torch.distributed.run, "Environment Variables"); `commlab launch` sets the same.

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"

namespace commlab {

struct GroupPlace {
  Rank rank = 0;        // RANK
  int ranks = 1;        // WORLD_SIZE
  int local_rank = 0;   // LOCAL_RANK: which of this computer's processes, so which of its GPUs
  int local_ranks = 0;  // LOCAL_WORLD_SIZE: how many of this computer's; 0: not told
  // MASTER_ADDR, where rank 0 runs; loopback where all ranks are this computer's, for torchrun tells even
  // these a name by which others could come.
  std::string address;
  // Where rank 0 listens: COMMLAB_PORT where it is set, else MASTER_PORT. Under torchrun
  // (TORCHELASTIC_USE_AGENT_STORE=True) its own store listens there: then it is the port after that.
  int port = 0;
  std::string token{};  // COMMLAB_TOKEN, or empty
  // COMMLAB_JOIN_WITHIN, as "90s" or "500ms": so long the ranks wait for one another.
  std::chrono::milliseconds to_join = std::chrono::seconds(60);
  bool operator==(const GroupPlace&) const = default;
};

using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables environment();

// nullopt: neither RANK, WORLD_SIZE nor LOCAL_RANK is set, so this process is alone. An error where some
// are missing or no such numbers: it names the variable, what was found and what was expected.
Result<std::optional<GroupPlace>> group_place(const Variables& = environment());

// The variables that put a process of this computer's at the place. REQUIRES: all ranks are on this computer.
std::map<std::string, std::string> variables_of(const GroupPlace&);

}  // namespace commlab
