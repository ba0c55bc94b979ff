// The state of the paper CUDA, and its GPUs.

#include "tests/cuda/paper_cuda.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tests/cuda/paper_cuda_state.h"

namespace commlab::paper_cuda {
namespace {

std::recursive_mutex one_at_a_time;

// A whole program on the paper CUDA is set up by its environment variables.
Settings settings_at_start() {
  Settings settings;
  if (const char* const gpus = std::getenv("COMMLAB_PAPER_GPUS")) settings.gpus = std::atoi(gpus);
  if (const char* const bytes = std::getenv("COMMLAB_PAPER_MEMORY"))
    settings.memory = static_cast<std::size_t>(std::atoll(bytes));
  if (const char* const launch = std::getenv("COMMLAB_PAPER_HANGING_LAUNCH"))
    settings.hanging_launch = std::atoi(launch);
  return settings;
}

}  // namespace

State state{.settings = settings_at_start()};
thread_local int current = 0;

void reset(const Settings& settings) {
  state = {.settings = settings};
  state.lots.seed(settings.seed);
  current = 0;
}
int calls() { return state.calls; }
int leaks() { return state.alive; }
int nodes() { return state.nodes; }
int architecture() { return state.settings.architecture; }
std::size_t most_held() { return state.most_held; }

std::recursive_mutex& lock() { return one_at_a_time; }
bool counted() { return state.calls++ != state.settings.failing_call; }
void hang() {
  if (!std::exchange(state.hangs, true)) std::atexit([] { tear_if_hanging("the process's end"); });
}
void tear_if_hanging(const char* call) {
  if (!state.hangs) return;
  std::fprintf(stderr, "paper CUDA: %s would wait forever for work that hangs\n", call);
  std::abort();
}
void created() { ++state.alive; }
void destroyed() { --state.alive; }
std::uint32_t lot(std::uint32_t sides) { return static_cast<std::uint32_t>(state.lots()) % sides; }

}  // namespace commlab::paper_cuda

using commlab::paper_cuda::call;
using commlab::paper_cuda::current;
using commlab::paper_cuda::state;

extern "C" {

const char* cudaGetErrorString(cudaError_t) {
  return state.fault.empty() ? "paper tore" : state.fault.c_str();
}
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorPaper"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDevice(int* gpu) {
  *gpu = current;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  return call([&] {
    *version = state.settings.driver;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceCount(int* count) {
  return call([&] {
    *count = state.settings.gpus;
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
  });
}
cudaError_t cudaSetDevice(int gpu) {
  return call([&] {
    if (gpu < 0 || gpu >= state.settings.gpus) return cudaErrorInvalidDevice;
    if (gpu == state.settings.lost_gpu) return cudaErrorECCUncorrectable;
    current = gpu;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  return call([&] {
    std::strcpy(properties->name, "paper");
    properties->multiProcessorCount = 2;
    properties->major = state.settings.architecture / 10;
    properties->minor = state.settings.architecture % 10;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetPCIBusId(char* address, int room, int gpu) {
  return call([&] {
    std::snprintf(address, static_cast<std::size_t>(room), "0000:%02x:00.0", gpu);
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int from, int to) {
  return call([&] {
    *can = state.settings.all_reach || (from + to) % 2 != 0;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return call([&] {
    if (state.peers.contains({current, peer})) return cudaErrorPeerAccessAlreadyEnabled;
    const auto peers = std::ranges::count(state.peers, current, &std::pair<int, int>::first);
    if (static_cast<std::size_t>(peers) >= state.settings.most_peers) return cudaErrorTooManyPeers;
    state.peers.emplace(current, peer);
    return cudaSuccess;
  });
}

}  // extern "C"
