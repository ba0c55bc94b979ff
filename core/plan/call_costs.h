#pragma once
// What the messages of a run cost on a machine that knows the costs of NCCL's calls. The costs are those of
// NCCL's kernels. NCCL's schedules and ours pay the same: our ring takes as long as NCCL's ring, and another
// algorithm takes as long as it would with NCCL's kernels. So one time orders all algorithms.
//
//   the algorithm                             its messages cost what they cost in
//   tree, nvls, nvls-tree, pat, collnet-...   NCCL's algorithm of this name
//   nvls-sharp                                NCCL's NVLS over several nodes
//   one of a collective that NCCL makes       NCCL's sends and receives
//     of sends and receives
//   every other                               NCCL's ring; where it sends to others than a ring does, a NIC
//                                             needs as long for each of them as NCCL's does for a peer
//
// Other machines have costs of their own (Machine::collective and protocols), or parameters that say that
// messages are free.

#include <memory>
#include <optional>
#include <vector>

#include "core/nccl/nccl_call.h"
#include "core/nccl/nccl_comm.h"
#include "core/nccl/nccl_site.h"
#include "core/plan/setup.h"

namespace commlab {

// Whether messages cost here what NCCL's do: the run is simulated, the machine knows these costs, and several
// ranks exchange messages. A copy between GPUs is none of NCCL's.
bool has_call_costs(const Setup&);

// Whether calls in a row overlap here. Calls that cost what NCCL's do follow one another where every rank
// waits for all others, each as long as a single call; those with a root overlap.
bool calls_overlap(const Setup&);

// NCCL's ranks and channels on the setup's machine. REQUIRES: a machine with GPUs for all ranks.
std::shared_ptr<const NcclComm> nccl_comm_of(const Setup&);
// How NCCL sees the setup's machine and ranks. REQUIRES: the same.
NcclSite site_of(const Setup&);

// The costs of the setup's collective by an algorithm, with a protocol. nullopt: those of the machine, as it
// has none of NCCL's, as nothing is exchanged, or as NCCL does not use the protocol there.
std::optional<NcclCallCosts> call_costs(const Setup&, const Algorithm&, ProtocolChoice);

// The machine for a rank alone, whose output NCCL copies from its input, if that is another buffer
// (ncclLaunchOneRank, src/enqueue.cc, 2.28.9): a copy within the GPU, or where its rate is not known, only a
// launch. nullopt where call_costs would have none for two ranks.
std::optional<Machine> machine_of_one_rank(const Setup&);

// The machine for a collective without data, which NCCL drops before any kernel starts (taskAppend,
// src/enqueue.cc, 2.28.9): its empty messages cost nothing. nullopt where there are data, and where
// call_costs has none.
std::optional<Machine> machine_without_data(const Setup&);

// The protocols of the machine, or those of NCCL there.
std::vector<Protocol> protocols_here(const Setup&, const Algorithm&);

// The machine on which the messages of that run cost so; as it is, where call_costs has none.
Machine with_call_costs(Machine, const Algorithm&, const Collective&, ProtocolChoice);

// NCCL's call whose messages cost what those of the algorithm do. nullopt as for call_costs.
std::optional<RoutedCall> call_like(const Setup&, const Algorithm&, ProtocolChoice);

// As pieces_of in core/nccl/nccl_call.h; nullopt, too, where the machine does not know NCCL's costs.
std::optional<int> pieces_here(const Setup&, const Algorithm&, ProtocolChoice, int usual);

}  // namespace commlab
