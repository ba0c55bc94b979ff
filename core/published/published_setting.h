#pragma once
// The machine and the run that the header of a published table describes, as in an experiment: the machine,
// the number of GPUs of each node, how the work was launched, and which choices were forced. The keys
//
//   machine_spec: dgx-a100                   the machine of a node, as --machine takes it
//   network: infiniband, 200G, 4 NICs        between nodes: its parameters, the rate of a NIC, NICs of a node
//   launch: processes | thread | graph
//   channels: 8                              if that many were forced
//   loop: yes | no                           whether calls followed one another, as in nccl-tests
//   p2p: off                                 if GPUs reach one another only through host memory
//   size_of: one peer                        if sizes are of one pair
//   directions: one                          if of each pair only one rank sends
//   gpudirect: no                            if NICs do not reach the memory of GPUs
//   column: in-place                         if the times are those in place
//   environment: NCCL_ALGO=Ring              a variable that was set, in logs (nccl_environment.h)
//   tuner: NAME                              a plugin chose instead of NCCL
//   buffers: registered, symmetric           nccl-tests -R 2
//   timed: each call                         nccl-tests -I
//   joined: 4                                calls in one group, nccl-tests -m 4
//   fit: from 1MiB; ...                      `commlab fit` leaves out smaller rows, and why
//
// come first; without them, the names in gpu, interconnect, num_gpus and nodes tell (table_names.h). What
// is missing gets a default, which `assumed` names. Notes and file names decide nothing. A table that
// commlab measured has its whole experiment.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/machine_text/find_machine.h"
#include "core/nccl/nccl_settings.h"
#include "core/published/published.h"

namespace commlab {

struct PublishedSetting {
  std::string node;      // a machine's name: "dgx-a100"
  NetworkWords network;  // between its nodes; no fabric on one node
  LaunchMode launch = LaunchMode::processes;
  NcclSettings nccl{};        // the version, and what was forced
  bool custom_pairs = false;  // a program of direct messages between all pairs, not one of NCCL's algorithms
  int channels = 0;           // of one ring, if a custom program made so many; 0: NCCL's
  bool loop = true;           // each call was timed among many in a row, as nccl-tests does
  bool in_place = false;
  Bytes fitted_from{};   // smaller rows say little of the machine
  bool one_way = false;  // of sendrecv: only one rank of a pair sends
  bool gpudirect = true;
  bool without_p2p = false;          // GPUs reach one another only through host memory
  bool both_directions = false;      // for pairs: the sum of two directions at once
  bool between_nodes = false;        // for pairs: between nodes, each with one GPU
  bool per_peer = false;             // for all_to_all: sizes are of one pair, not of all pairs
  std::vector<std::string> assumed;  // one sentence each
  bool launch_is_assumed = false, version_is_assumed = false;
  // The same of node and network; machine_of() adds them to the others, where no machine is named instead.
  std::vector<std::string> assumed_of_machine{};
  // The experiment that commlab itself ran, from "experiment:", without a size. Then `node` is the file of
  // the calibrated machine, from "machine:", in the folder of the table; and all other members are unused.
  std::optional<Experiment> experiment;
};

// Returns an error for tables that no model here can predict (messages of MPI, or between hosts), and for an
// experiment that is wrong or has no machine.
Result<PublishedSetting> setting_of(const PublishedTable&);

}  // namespace commlab
