#pragma once
// This process's place among processes that were started together, from the variables that torchrun sets
// (torch.distributed.run, "Environment Variables"). `commlab launch` sets the same ones.

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
  int local_rank = 0;   // LOCAL_RANK: the number among this computer's processes; it selects the GPU
  int local_ranks = 0;  // LOCAL_WORLD_SIZE: how many processes this computer has; 0: unknown
  // MASTER_ADDR, the address of rank 0. This is loopback if all ranks are on this computer, where torchrun
  // would give a public name.
  std::string address;
  // Where rank 0 listens: COMMLAB_PORT if it is set, else MASTER_PORT. Under torchrun
  // (TORCHELASTIC_USE_AGENT_STORE=True) torchrun's own store listens on MASTER_PORT, so rank 0 uses the next
  // port.
  int port = 0;
  std::string token{};     // COMMLAB_TOKEN, or empty
  std::string listener{};  // COMMLAB_LISTENER: where commlab launch offers rank 0 its socket, or empty
  // COMMLAB_JOIN_WITHIN, as "90s" or "500ms": how long the ranks wait for each other.
  std::chrono::milliseconds to_join = std::chrono::seconds(60);
  bool operator==(const GroupPlace&) const = default;
};

using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables environment();

// nullopt: none of RANK, WORLD_SIZE and LOCAL_RANK is set, so this process is alone. Errors: a variable is
// missing or has a wrong value; the message names it, what was found and what was expected.
Result<std::optional<GroupPlace>> group_place(const Variables& = environment());

// The variables that give a process of this computer this place. REQUIRES: all ranks are on this computer.
std::map<std::string, std::string> variables_of(const GroupPlace&);

}  // namespace commlab
