#pragma once
// The paper NCCL: a stand-in for NCCL on the paper CUDA (tests/cuda/paper_cuda.h), with the calls that the
// nccl backend makes. Sends and receives really meet and move data. A collective is done when every rank's
// stream has reached it. Communicators block: a group
// ends when its ranks have met, and the first operation between ranks when all of them take part. A rank that
// does not come leaves the others blocked until their communicators are aborted. What NCCL promises nothing
// for ends the program: to use a communicator that is gone, or to abort one before it is complete. It says
// nothing about how NCCL behaves beyond what its documentation promises.

#include <string>

namespace commlab::paper_nccl {

// What the backend says where there is no library: Settings::version is 0, or COMMLAB_PAPER_NCCL=0.
inline constexpr const char* missing = "libnccl.so.2: cannot open the paper";

struct Settings {
  int version = 22809;  // as ncclGetVersion tells it; 0: there is no library
  int lost_after = -1;  // after this many kernels, every communicator says that a remote rank failed
  int loads_at = -1;    // before this kernel, code is loaded, which waits until its stream is idle; -1: none
  bool hangs = false;   // kernels never end, not even when they are aborted
  std::string chosen = "Algo RING proto LL channel{Lo..Hi}={0..23}";  // what it logs about a collective
};
// Starts again, on a paper CUDA that was reset.
void reset(const Settings& = {});
// How many communicators were begun since then.
int begun();
// How many operations it was asked for since then, each by one rank.
int asked();

}  // namespace commlab::paper_nccl
