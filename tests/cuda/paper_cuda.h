#pragma once
// The paper CUDA: a stand-in for the CUDA runtime. It has the calls that the cuda device makes, and carries
// them out on the host, in host memory, so that the device's order, stamps and error paths are tested where
// there is no GPU. It says nothing about how a GPU behaves.
//
// A graph's nodes run in a random order that its dependencies allow, so a missing dependency shows in a wrong
// result. Streams run at random, too: sometimes when they get work, and as far as they can when the host
// waits for them. Work that waits for other streams (as a library's does) is tried again. Rules of CUDA that
// the device must keep are checked (an event belongs to the GPU that was current when it was made; a node
// copies only what its GPU reaches), and a call that breaks one fails. Several threads may use the paper
// CUDA.

#include <cstdint>
#include <functional>
#include <mutex>

#include <cuda_runtime_api.h>

namespace commlab::paper_cuda {

struct Settings {
  int gpus = 1;
  bool all_reach = false;                     // all pairs of GPUs; otherwise those with an odd sum of numbers
  int driver = 13'000;                        // version; 0: none is installed
  int architecture = 90;                      // 90: sm_90; for kernels that run as nvcc compiled them
  std::size_t memory = std::size_t{1} << 30;  // free on each GPU
  std::size_t pinned = std::size_t{1} << 30;  // free on the host, to be pinned
  std::uint32_t seed = 1;                     // of the random choices
  int failing_call = -1;                      // the call with this number fails, as if by hardware; -1: none
  int hanging_launch = -1;                    // the launch with this number never ends; -1: none
  std::size_t most_peers = 8;                 // that a GPU may reach at once
  int lost_gpu = -1;                          // this GPU cannot be used; -1: all can
  int hanging_copy = -1;                      // the copy with this number never ends; -1: all do
  bool streams_wait = true;                   // the driver has cuStreamWaitValue32
};
// Starts again: nothing is allocated, nothing runs, and calls are counted from 0.
void reset(const Settings&);
int calls();
int architecture();
// The nodes of all graphs so far.
int nodes();
// The most pieces of work that a stream ever held.
std::size_t most_held();
// The number of objects that were created or allocated, and not destroyed or freed.
int leaks();

// For other stand-ins that use this one. They hold the lock while they change what streams see.
std::recursive_mutex& lock();
// Counts a call; false if this call must fail.
bool counted();
// Adds one to leaks(), or takes one away.
void created();
void destroyed();
// Adds work to the stream. When its turn comes, it runs again and again until it returns true.
void enqueue(cudaStream_t, std::function<bool()> work);
// The same for work that graphs can capture: `make` makes the work, anew for each launch.
void enqueue_again(cudaStream_t, std::function<std::function<bool()>()> make);
bool is_captured(cudaStream_t);
// Says that work just enqueued never ends. A call that frees memory would now wait forever, and so would the
// normal end of the process. The paper CUDA then aborts the program and says why.
void hang();
// Waits until done() holds, which is asked under the lock. The lock is free in between, so that other threads
// can add work.
cudaError_t wait_until(const std::function<bool()>& done);
// Waits until the stream has done all its work.
cudaError_t wait_until_idle(cudaStream_t);
// A random number below `sides`.
std::uint32_t lot(std::uint32_t sides);

}  // namespace commlab::paper_cuda
