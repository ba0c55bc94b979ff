#pragma once
// A CUDA runtime of paper: the calls that the cuda device makes, carried out by the host in host memory, so
// that the device's order, its stamps and its error paths are tried where there is no GPU. It says nothing
// of how a GPU behaves.
//
// A graph's nodes run in any order its arrows allow, drawn by lot: an arrow that is missing is
// found by a wrong result. Streams run by lot, too: now and then as they are given something, and as far as
// they can when the host asks for them; what waits there for others (a library's) is tried again. Rules of
// CUDA that the device must keep are checked (an event belongs to the GPU that was current when it was made),
// and a call that breaks one fails. Threads may share it.

#include <cstdint>
#include <functional>
#include <mutex>

#include <cuda_runtime_api.h>

namespace commlab::paper_cuda {

struct Settings {
  int gpus = 1;
  bool all_reach = false;                     // each other's memory; else every other pair
  int driver = 13'000;                        // version; 0: none is installed
  int architecture = 90;                      // 90: sm_90; where kernels run as what nvcc made for it
  std::size_t memory = std::size_t{1} << 30;  // free on each GPU
  std::uint32_t seed = 1;                     // of the lots
  int failing_call = -1;                      // this call from now on fails, as if by hardware; -1: none
  int hanging_launch = -1;                    // this graph's launch from now on never ends; -1: none
};
// Begins anew: nothing allocated, nothing running, calls counted from 0.
void reset(const Settings&);
int calls();
// Nodes of all graphs so far.
int nodes();
// What was created and not destroyed, allocated and not freed.
int leaks();

// For libraries of paper on top of this one. They hold the lock while they change what streams see.
std::recursive_mutex& lock();
// Counts a call; whether it is to be carried out.
bool counted();
// One more, or less, to be told by leaks().
void created();
void destroyed();
// Runs when the stream gets there: again and again until it says that it is done.
void enqueue(cudaStream_t, std::function<bool()> work);
// What was just enqueued never ends: a call that frees memory would wait for good now, as would the process
// where it ends as usual. Paper tears then: the program is aborted, and says why.
void hang();
// The next of the lots, below `sides`.
std::uint32_t lot(std::uint32_t sides);

}  // namespace commlab::paper_cuda
