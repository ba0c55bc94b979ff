#include "gpu/cuda/cuda_device.h"

#include <algorithm>
#include <cassert>
#include <thread>
#include <utility>

#include "gpu/cuda/cuda_launch.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/stay_near.h"
#include "gpu/late.h"
#include "gpu/rank_memory.h"
#include "gpu/rounded_up.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::int64_t block_bytes = std::int64_t{16} << 20;  // many small allocations share one block
constexpr std::chrono::microseconds between_looks{20};
// That programs of this CUDA run on (CUDA 13.0 Release Notes, table 2; within a major version, older drivers
// do).
constexpr int oldest_driver = CUDART_VERSION >= 13'000 ? 580 : 525;

}  // namespace

Result<int> CudaDevice::number_of_gpus() {
  int driver = 0;  // stays 0 if there is no driver
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
    return fail(
        Fault::runtime,
        "no GPU for cuda: no NVIDIA driver here (libcuda.so.1 was not found); if this computer has a GPU, "
        "install its driver until nvidia-smi shows the GPU, or start the container with --gpus all");
  if (driver / 1'000 < CUDART_VERSION / 1'000)
    return fail(
        Fault::runtime,
        "no GPU for cuda: the driver here supports CUDA {}.{}, but this program was built with CUDA {}.{}, "
        "which needs driver {} or newer; update the driver, or use a program that was built with CUDA {}",
        driver / 1'000, driver % 1'000 / 10, CUDART_VERSION / 1'000, CUDART_VERSION % 1'000 / 10,
        oldest_driver, driver / 1'000);
  int gpus = 0;
  const cudaError_t found = cudaGetDeviceCount(&gpus);
  if (found != cudaSuccess || gpus == 0)
    return fail(Fault::runtime,
                "no GPU for cuda: with the driver of CUDA {}.{}, cudaGetDeviceCount found {} GPUs: {}; check "
                "nvidia-smi and CUDA_VISIBLE_DEVICES",
                driver / 1000, driver % 1000 / 10, gpus, cudaGetErrorString(found));
  return gpus;
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::of_all_gpus() {
  return number_of_gpus().and_then([](int gpus) { return for_ranks(gpus, CudaCopies::by_engine); });
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::for_ranks(int ranks, CudaCopies copies) {
  const auto gpus = number_of_gpus();
  if (!gpus) return tl::unexpected(gpus.error());
  std::unique_ptr<CudaDevice> device(new CudaDevice);
  if (const Status up = device->set_up(*gpus, ranks, copies); !up) return tl::unexpected(up.error());
  for (Rank rank = 0; rank < ranks; ++rank) device->at(device->gpu_of(rank)).ranks.insert(rank);
  return device;
}

Status CudaDevice::set_up(int shown, int wanted, CudaCopies copies) {
  copies_ = copies;
  for (int g = 0; g < shown && gpus() < wanted; ++g) add_gpu(g);
  if (gpus() == 0) return fail(Fault::runtime, "{}", lost_.front());
  if (!use(0) || !start_.create(calls_) || !bridge_.create(calls_)) return status();
  let_gpus_reach_each_other();
  if (status() && copies_ == CudaCopies::by_kernel && !all_reach_each_other())
    return fail(
        Fault::runtime,
        "--copy sm copies with a kernel, but not all GPUs here reach each other's memory; use the copy "
        "engines (--copy ce), or show CUDA only one GPU with CUDA_VISIBLE_DEVICES=0");
  return prepare_copies_through_host();
}

void CudaDevice::add_gpu(int number) {
  CudaCalls calls;
  CudaGpu gpu{.number = number};
  cudaDeviceProp properties{};
  if (calls.use(number) &&
      calls.ok(cudaStreamCreateWithFlags(&gpu.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags") &&
      gpu.clock.create(calls) &&
      calls.ok(cudaGetDeviceProperties(&properties, number), "cudaGetDeviceProperties")) {
    gpu.multiprocessors = properties.multiProcessorCount;
    if (gpus() == 0) name_ = properties.name;
    gpus_.push_back(std::move(gpu));
    return;
  }
  lost_.push_back(calls.status().error().message);
  gpu.clock.destroy(calls);
  if (gpu.stream != nullptr) cudaStreamDestroy(gpu.stream);
}

std::string CudaDevice::text() const {
  std::string text = fmt::format("{} GPU{} ({}); {}", gpus(), gpus() == 1 ? "" : "s", name_, peers());
  for (const std::string& why : lost_) text += "; not used: " + why;
  return text;
}

std::string_view CudaDevice::peers() const {
  if (gpus() == 1) return "copies stay on it";
  return all_reach_each_other() ? "GPUs reach each other's memory"
                                : "copies between some GPUs go through host memory";
}

void CudaDevice::let_gpus_reach_each_other() {
  for (int from = 0; from < gpus(); ++from)
    for (int to = 0; to < gpus(); ++to)
      if (from != to && use(from) && gains_access(number_of(from), number_of(to)))
        at(from).reaches.insert(number_of(to));
}

// A GPU reaches only so many others; and an earlier device may have enabled it.
bool CudaDevice::gains_access(int current, int other) {
  int can = 0;
  if (!calls_.ok(cudaDeviceCanAccessPeer(&can, current, other), "cudaDeviceCanAccessPeer") || can == 0)
    return false;
  const cudaError_t enabled = cudaDeviceEnablePeerAccess(other, 0);
  if (enabled != cudaErrorTooManyPeers && enabled != cudaErrorPeerAccessAlreadyEnabled)
    return calls_.ok(enabled, "cudaDeviceEnablePeerAccess");
  cudaGetLastError();
  return enabled == cudaErrorPeerAccessAlreadyEnabled;
}

bool CudaDevice::reaches_all(const CudaGpu& gpu) const {
  return std::ranges::all_of(gpus_, [&](const CudaGpu& other) { return reach_each_other(gpu, other); });
}

bool CudaDevice::all_reach_each_other() const {
  return std::ranges::all_of(gpus_, [this](const CudaGpu& gpu) { return reaches_all(gpu); });
}

Status CudaDevice::prepare_copies_through_host() {
  for (CudaGpu& gpu : gpus_) {
    if (!status() || reaches_all(gpu) || !calls_.use(gpu.number)) continue;
    const StayNear near(pci_address_of(gpu.number));  // so that the memory is near, too
    if (!gpu.through_host.create(calls_))
      return fail(Fault::runtime,
                  "GPU {} does not reach all others, so it needs {} of pinned host memory for its copies to "
                  "them: {}",
                  gpu.number, to_human(Bytes{CopiesThroughHost::pinned_bytes}), status().error().message);
  }
  return status();
}

// Freeing memory waits for everything that runs on its GPU. If the GPU hangs, this wait would never end, so
// nothing is freed before the process ends.
CudaDevice::~CudaDevice() {
  abandon();
  if (hangs()) return;
  graph_.forget();
  start_.destroy(calls_);
  bridge_.destroy(calls_);
  for (int g = 0; g < gpus(); ++g) {
    if (cudaSetDevice(number_of(g)) != cudaSuccess) continue;  // the GPU is lost, and its memory too
    for (const std::span<std::byte> block : at(g).blocks) calls_.ok(cudaFree(block.data()), "cudaFree");
    at(g).through_host.destroy(calls_);
    at(g).clock.destroy(calls_);
    if (at(g).stream != nullptr) calls_.ok(cudaStreamDestroy(at(g).stream), "cudaStreamDestroy");
  }
}

int CudaDevice::most_blocks_on(int gpu) const { return at(gpu).most_blocks(); }

std::int64_t CudaDevice::free_memory(int gpu) const {
  std::size_t free = 0;
  std::size_t all = 0;
  if (!calls_.use(number_of(gpu)) || !calls_.ok(cudaMemGetInfo(&free, &all), "cudaMemGetInfo")) return 0;
  return static_cast<std::int64_t>(free);
}

Bytes CudaDevice::available_memory() const {
  std::int64_t sum = 0;
  for (int g = 0; g < gpus(); ++g) sum += free_memory(g);
  return {sum};
}

// Checks each GPU, because GPUs may have different numbers of ranks. The copies for the check are on the
// host.
std::optional<Shortage> CudaDevice::shortage(std::span<const Bytes> of_rank, Bytes on_host) const {
  for (int g = 0; g < gpus(); ++g) {
    std::int64_t needed = 0;
    for (std::size_t rank = 0; rank < of_rank.size(); ++rank)
      if (gpu_of(static_cast<Rank>(rank)) == g) needed += of_rank[rank].count;
    if (const std::int64_t free = free_memory(g); needed > free)
      return Shortage{fmt::format(" on GPU {}", number_of(g)), Bytes{needed}, Bytes{free}};
  }
  if (const Bytes free = available_host_memory(); on_host > free)
    return Shortage{" on the host", on_host, free};
  return std::nullopt;
}

Result<std::byte*> CudaDevice::allocate(Rank rank, Bytes bytes) {
  CudaGpu& gpu = at(gpu_of(rank));
  gpu.ranks.insert(rank);
  const std::int64_t size = rounded_up(std::max<std::int64_t>(bytes.count, 1), cuda_alignment);
  if (size > gpu.left) {
    const std::int64_t block = std::max(size, block_bytes);
    void* memory = nullptr;
    if (!use(gpu_of(rank)) || !calls_.ok(cudaMalloc(&memory, block), "cudaMalloc"))
      return fail(Fault::runtime, "cannot allocate {} for rank {}: {}", to_human(bytes), rank,
                  status().error().message);
    gpu.next = static_cast<std::byte*>(memory);
    gpu.blocks.emplace_back(gpu.next, block);
    gpu.left = block;
  }
  std::byte* const memory = gpu.next;
  gpu.next += size;
  gpu.left -= size;
  return memory;
}

Result<Stream> CudaDevice::add_stream(Rank rank) {
  gpu_of_stream_.push_back(gpu_of(rank));
  return commands_.add_stream();
}

// On the stream that graphs run on.
void CudaDevice::upload(std::byte* target, std::span<const std::byte> source) {
  if (use(0)) bridge_.upload(calls_, at(0).stream, target, source);
}

void CudaDevice::download(std::span<std::byte> target, const std::byte* source) {
  if (use(0)) bridge_.download(calls_, at(0).stream, target, source);
}

void CudaDevice::set(Rank rank, std::span<std::byte> memory, std::byte value) {
  if (use(gpu_of(rank))) set_memory(calls_, at(gpu_of(rank)).stream, memory, value);
}

GpuWork CudaDevice::work_on(const CudaGpu& gpu) {
  return {.calls = calls_, .bridge = bridge_, .stream = gpu.stream, .most_blocks = gpu.most_blocks()};
}

void CudaDevice::write(Rank rank, std::span<std::byte> memory, DataType type, ReduceOp,
                       const KnownValues& values) {
  if (use(gpu_of(rank))) write_on_gpu(work_on(at(gpu_of(rank))), type, memory, values);
}

Deviations CudaDevice::compare(std::span<const PromisedMemory> parts, DataType type, ReduceOp op,
                               double slack) {
  Deviations all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CudaGpu& gpu = at(gpu_of(parts[i].rank));
    if (gpu.differs == nullptr) gpu.differs = allocate(parts[i].rank, memory_to_compare).value_or(nullptr);
    if (gpu.differs == nullptr || !calls_.use(gpu.number)) break;
    compare_on_gpu(work_on(gpu), gpu.differs, i, parts[i], type, op, slack, all);
  }
  return all;
}

void CudaDevice::add(Stream stream, Work work) {
  if (abandoned_ || !status()) return;
  work.gpu = gpu_of_stream_[stream.id];
  commands_.add(stream, std::move(work));
}

void CudaDevice::copy(Stream stream, std::byte* target, const std::byte* source, std::int64_t bytes) {
  if (bytes <= 0) return;
  if (copies_ == CudaCopies::by_kernel)
    add(stream, {.what = copy_launch(target, source, bytes)});
  else
    add(stream, {.what = GpuCopy{target, source, bytes}});
}

void CudaDevice::combine(Stream stream, DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                         const std::byte* incoming, std::int64_t elements) {
  combine_and_send(stream, type, op, target, with, incoming, nullptr, elements);
}

void CudaDevice::combine_and_send(Stream stream, DataType type, ReduceOp op, std::byte* target,
                                  const std::byte* with, const std::byte* incoming, std::byte* sent,
                                  std::int64_t elements) {
  assert(sent == nullptr || combines_and_sends());
  if (elements > 0) add(stream, {.what = combine_launch(type, op, target, with, incoming, sent, elements)});
}

void CudaDevice::scale_input(Stream stream, const Collective& c, std::span<std::byte> memory) {
  if (scales(c) && is_floating(c.dtype)) divide(stream, c, memory);
}

void CudaDevice::scale_output(Stream stream, const Collective& c, std::span<std::byte> memory) {
  if (scales(c) && !is_floating(c.dtype)) divide(stream, c, memory);
}

void CudaDevice::divide(Stream stream, const Collective& c, std::span<std::byte> memory) {
  if (!memory.empty()) add(stream, {.what = divide_launch(c.dtype, memory, c.ranks)});
}

// Two stamps with no command between them become one.
void CudaDevice::stamp(Stream stream, HostTime* at) {
  if (Work* const last = commands_.last_of(stream))
    if (auto* const same = std::get_if<CudaGraph::Stamp>(&last->what)) {
      same->at.push_back(at);
      return;
    }
  add(stream, {.what = CudaGraph::Stamp{{at}}});
}

// Everything that takes time on the host is done before the clock is read.
HostTime CudaDevice::launch() {
  wait_until_idle();
  if (!status() || !use(0)) return host_now();
  std::vector<CudaGraph::Step> steps = take_steps();
  if (steps.empty()) return launched_ = host_now();
  if (!graph_.is_of(steps) && !graph_.build(std::move(steps))) return host_now();
  alignment_ = 0;
  for (int g = 0; g < gpus() && use(g); ++g)
    alignment_ = std::max(alignment_, at(g).clock.align(calls_, at(g).stream));
  use(0);
  HostTime called = 0;
  HostTime issued = 0;
  const auto opened = start_.start_together(calls_, at(0).stream, [&] {
    called = host_now();
    under_way_ = status() && graph_.launch();
    issued = host_now();
  });
  time_to_issue_ = opened ? issued - called : 0;
  return launched_ = opened.value_or(called);
}

std::vector<CudaGraph::Step> CudaDevice::take_steps() {
  std::vector<CudaGraph::Step> steps;
  commands_.take([&](Work& work, std::span<Work* const> before) {
    work.step = steps.size();
    CudaGraph::Step step{.gpu = work.gpu, .work = std::move(work.what), .after = {}};
    for (const Work* other : before) step.after.push_back(other->step);
    steps.push_back(std::move(step));
  });
  return steps;
}

void CudaDevice::collect() {
  if (std::exchange(under_way_, false)) graph_.read_stamps(launched_);
}

HostTime CudaDevice::open(Event gate) {
  commands_.open(gate);
  return launch();
}

void CudaDevice::wait_on_host(Event event) {
  if (!commands_.taken(event)) launch();
  wait_until_idle();
}

bool CudaDevice::finish(steady_clock::time_point deadline) {
  if (commands_.holds_any()) launch();
  if (!is_idle_by(deadline)) return false;
  if (!status() || !commands_.holds_any()) return true;
  std::this_thread::sleep_until(deadline);  // nothing happens until this thread opens the gate
  return false;
}

bool CudaDevice::is_idle_by(steady_clock::time_point deadline) {
  while (under_way_ && status()) {
    const cudaError_t state = cudaStreamQuery(at(0).stream);
    if (state != cudaErrorNotReady) {
      calls_.ok(state, "cudaStreamQuery");
      break;
    }
    if (steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(between_looks);
  }
  collect();
  return true;
}

// A GPU cannot be stopped once it has begun to work, so this waits a while.
void CudaDevice::abandon() {
  abandoned_ = true;
  commands_.clear();
  hangs_ = hangs_ || !is_idle_by(steady_clock::now() + to_come_to_rest);
}

Status CudaDevice::status() const {
  if (!hangs_) return calls_.status();
  return fail(
      Fault::runtime,
      "{} still busy {} s later, because something hangs or is far too slow there; if a GPU failed, dmesg "
      "shows an Xid error",
      gpus() == 1 ? fmt::format("the GPU ({}) is", name_) : fmt::format("the GPUs ({}) are", name_),
      to_come_to_rest.count());
}

HostTime CudaDevice::resolution() { return use(0) ? at(0).clock.resolution(calls_, at(0).stream) : 0; }

void CudaDevice::wait_until_idle() {
  if (under_way_) calls_.wait(at(0).stream, "a graph");
  collect();
}

}  // namespace commlab
