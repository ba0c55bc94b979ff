#pragma once
// An NCCL of paper, on the CUDA of paper (tests/cuda/paper_cuda.h): the calls that the nccl backend makes.
// Sends and receives really meet and move data; a collective is done when every rank's stream got there; what
// is asked for in a group is given to streams together, and only once the communicator was asked often enough
// (so that whoever gives its stream more too early gets a wrong order). A rank that does not come leaves the
// others waiting until they abort. It says nothing of how NCCL behaves beyond what its documentation
// promises.

#include <string>

namespace commlab::paper_nccl {

struct Settings {
  int lost_after = -1;  // so many kernels later, every communicator says that a remote rank failed
  bool hangs = false;   // kernels never end, not even when they are aborted
  std::string chosen = "Algo RING proto LL channel{Lo..Hi}={0..23}";  // what it reports of a collective
};
// Begins anew, on a CUDA of paper that was reset.
void reset(const Settings& = {});

}  // namespace commlab::paper_nccl
