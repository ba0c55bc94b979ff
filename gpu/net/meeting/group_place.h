#pragma once
// This process's place among processes that were started together, from the variables that torchrun sets
// (torch.distributed.run, "Environment Variables"); `commlab launch` sets the same ones. Where none of them
// is set, from those of mpirun, mpiexec or srun (told_place.h).

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/environment/local_launcher.h"
#include "gpu/net/environment/variables.h"

namespace commlab {

struct GroupPlace {
  Rank rank = 0;        // RANK
  int ranks = 1;        // WORLD_SIZE
  int local_rank = 0;   // LOCAL_RANK: the number among this computer's processes; it selects the GPU
  int local_ranks = 0;  // LOCAL_WORLD_SIZE: how many processes this computer has; 0: unknown
  // MASTER_ADDR, the address of rank 0; under srun without it, the first node. This is loopback if all ranks
  // are on this computer, where torchrun would give a public name.
  std::string address;
  // Where rank 0 listens: COMMLAB_PORT if it is set, else MASTER_PORT. Under torchrun
  // (TORCHELASTIC_USE_AGENT_STORE=True) torchrun's own store listens on MASTER_PORT, so rank 0 uses the next
  // port. Under mpirun, mpiexec and srun, it is a port that follows from the job, port_of_job(); MASTER_PORT
  // only if the job is unknown.
  int port = 0;
  std::string token{};     // COMMLAB_TOKEN, or empty
  std::string listener{};  // COMMLAB_LISTENER: where commlab launch offers rank 0 its socket, or empty
  // COMMLAB_JOIN_WITHIN, as "90s" or "500ms": how long the ranks wait for each other.
  std::chrono::milliseconds to_join = std::chrono::seconds(60);
  // Under mpirun, mpiexec and srun: names the job. It keeps apart two jobs that have come to the same port;
  // it is no secret, and keeps out nobody else. Empty under torchrun and commlab launch.
  std::string job{};
  bool operator==(const GroupPlace&) const = default;
};

// Names the process that started all ranks of this computer, which has not the variable that they have.
using NameLocalLauncher = std::function<std::string(const std::string& variable)>;

// nullopt: none of RANK, WORLD_SIZE and LOCAL_RANK is set, and no launcher that is known started more than
// one process, so this process is alone. Errors: a variable is missing or has a wrong value; the message
// names it, what was found and what was expected. The launcher does not tell where the ranks can meet: it
// names the variable to set.
Result<std::optional<GroupPlace>> group_place(const Variables& = environment(),
                                              const NameLocalLauncher& = nearest_process_without);

// A port from 20,000 to 32,767, which Linux gives to no program that asks for any port (ip_local_port_range).
int port_of_job(std::string_view job);

// The variables that give a process of this computer this place. REQUIRES: all ranks are on this computer.
std::map<std::string, std::string> variables_of(const GroupPlace&);

}  // namespace commlab
