// commlab launch: starts a command as several processes that find each other.

#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/files/standard_streams.h"
#include "core/plan/setup.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"

namespace commlab {
namespace {

Status check(const ToLaunch& wanted) {
  if (wanted.command.empty())
    return fail("no command to launch; write it after two dashes: commlab launch -n 4 -- COMMAND");
  return {};
}

Result<int> launch(const ToLaunch& wanted, const Tools& tools) {
  if (const Status fine = check(wanted); !fine) return tl::unexpected(fine.error());
  return tools.launch(
      wanted, [](std::string_view what) { print_message(fmt::format("commlab launch: {}\n", what)); });
}

Action declare_launch(CLI::App& app, const Tools& tools) {
  const auto wanted = std::make_shared<ToLaunch>();
  add_number(app, "-n", wanted->processes, 1, most_ranks_here, "number of processes")->required();
  add_number(app, "--port", wanted->port, 0, 65'535, "MASTER_PORT; default, or 0: a free port")
      ->type_name("P");
  app.add_flag("--own-host-ids", wanted->own_host_ids,
               "give each process an NCCL_HOSTID of its own, so that several NCCL ranks can share a GPU");
  app.add_option("command", wanted->command, "after two dashes: a program and its arguments")
      ->type_name("-- COMMAND");
  return [wanted, &tools] { return launch(*wanted, tools); };
}

}  // namespace

const Command launch_command = {.name = "launch",
                                .summary = "start a command as several processes that form one group",
                                .examples = R"(  commlab launch -n 4 -- commlab run all_reduce --on tcp
  commlab launch -n 4 -- sh -c 'echo I am rank $RANK of $WORLD_SIZE'
  commlab launch -n 2 --port 29500 -- python train.py
  commlab launch -n 2 --own-host-ids -- ./all_reduce_perf -g 1

Each process finds its place in its environment, under the names that torchrun uses:
  RANK, WORLD_SIZE               its number, and the number of all processes
  LOCAL_RANK, LOCAL_WORLD_SIZE   the same among the processes of this computer
  MASTER_ADDR, MASTER_PORT       where rank 0 of other programs may listen
  COMMLAB_PORT                   where ranks of commlab meet; the launcher listens there and hands rank 0 its socket
  COMMLAB_LISTENER               where rank 0 asks for the socket
  COMMLAB_TOKEN                  a secret, new for each launch, that lets a process into the group
So programs written for torchrun work here, too. When a process fails, the others are asked to end, and killed after
10 seconds, with all that they have started; not even a launcher that is killed leaves any behind. The exit status is
that of the first process that failed (128 + N: signal N ended it). Ranks of commlab wait one minute for each other;
COMMLAB_JOIN_WITHIN=300s sets another time.

torchrun can start the ranks of commlab: torchrun --nproc-per-node 4 --no-python commlab run all_reduce --on tcp. Its
own store listens at MASTER_PORT, so rank 0 listens at the next port, or at COMMLAB_PORT (the same for all ranks).
Ranks on several computers need COMMLAB_TOKEN, 16 characters or more.

mpirun, mpiexec and srun can start them, too: mpirun -n 4 commlab run all_reduce --on tcp. The port then follows from
the job. On several computers, mpirun and mpiexec do not tell where rank 0 runs: set MASTER_ADDR.

--own-host-ids gives each process an NCCL_HOSTID of its own. NCCL then takes each process for a computer of its own,
and lets several share one GPU, which it refuses otherwise. They talk over loopback sockets: this shows whether
results are right, and says nothing about time.)",
                                .declare = declare_launch,
                                .together = false};

}  // namespace commlab
