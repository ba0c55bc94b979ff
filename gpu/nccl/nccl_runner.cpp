#include "gpu/nccl/nccl_runner.h"

#include <algorithm>
#include <thread>

#include <fmt/ranges.h>

#include "core/base/index.h"
#include "core/base/stopped.h"
#include "core/collective/data_pattern.h"
#include "core/programs/native.h"
#include "gpu/host/host_clock.h"
#include "gpu/late.h"
#include "gpu/memory_check.h"
#include "gpu/nccl/nccl_collective.h"
#include "gpu/nccl/nccl_library.h"

namespace commlab {
namespace {

constexpr int most_held_groups = 128;  // of calls, each with a few kernels, copies and marks on a stream

// `needed` includes staging but not the check's copies, which are on the host.
Status check_memory_of(const Programs& programs, NcclMembers::Here here, Bytes needed, CudaCalls& cuda) {
  std::size_t free = 0;
  std::size_t all = 0;
  if (!cuda.use(here.gpu) || !cuda.ok(cudaMemGetInfo(&free, &all), "cudaMemGetInfo")) return cuda.status();
  return check_fits(programs, needed, Bytes{static_cast<std::int64_t>(free)},
                    fmt::format(" for rank {} on GPU {}", here.rank, here.gpu));
}

// Our own algorithms reduce with our own kernels, on every GPU; NCCL's reductions of 8 bits want a new one.
Status check_gpu_of(const Programs& programs, NcclMembers::Here here, CudaCalls& cuda) {
  cudaDeviceProp properties{};
  if (!is_native(programs) || !is_float8(programs.collective.dtype)) return {};
  if (!cuda.ok(cudaGetDeviceProperties(&properties, here.gpu), "cudaGetDeviceProperties"))
    return cuda.status();
  return nccl_can_do_on_gpu(programs.collective, here.gpu, 10 * properties.major + properties.minor);
}

// NCCL averages by itself, so the input of a native collective is never scaled here.
RankShape shape_for(const Programs& programs, Rank rank) {
  RankShape shape = shape_of(programs, rank);
  if (is_native(programs)) shape.scaled = false;
  return shape;
}

Status can_replay(const Programs& programs, const NcclMembers& members) {
  if (!is_native(programs))
    return fail(
        "--launch graph: on nccl, only NCCL's own collectives are replayed from a graph (--algorithm "
        "native); {} of ours needs the host between its rounds",
        programs.algorithm);
  if (members.here.size() > 1)
    return fail(
        "--launch graph: NCCL replays graphs safely only with a process for each GPU; put commlab launch "
        "-n {} -- before the command",
        members.here.size());
  return {};
}

}  // namespace

NcclRunner::NcclRunner(const Programs& programs, IssueOrder order, const NcclMembers& members)
    : programs_(&programs), order_(std::move(order)), absent_(members.absent), stop_(members.stop) {}

Result<std::unique_ptr<NcclRunner>> NcclRunner::prepare(const Programs& programs, NcclOnCall& on_call,
                                                        const NcclMembers& members) {
  if (is_native(programs))
    if (const Status able =
            nccl_version().and_then([&](int version) { return nccl_can_do(programs.collective, version); });
        !able)
      return tl::unexpected(able.error());
  if (members.as_graph)
    if (const Status able = can_replay(programs, members); !able) return tl::unexpected(able.error());
  auto order = issue_order(programs);
  if (!order) return tl::unexpected(order.error());
  std::unique_ptr<NcclRunner> runner(new NcclRunner(programs, *std::move(order), members));
  if (const Status up = runner->set_up(on_call, members); !up) return tl::unexpected(up.error());
  return runner;
}

Status NcclRunner::set_up(NcclOnCall& on_call, const NcclMembers& members) {
  if (!is_native(*programs_)) {
    auto schedule = NcclSchedule::plan(*programs_, order_);
    if (!schedule) return tl::unexpected(schedule.error());
    schedule_ = *std::move(schedule);
  }
  for (const NcclMembers::Here here : members.here) {
    if (const Status able = check_gpu_of(*programs_, here, cuda_); !able) return able;
    const DataType type = programs_->collective.dtype;
    const RankShape shape = shape_for(*programs_, here.rank);
    const Bytes staging = schedule_ ? schedule_->staging_of(here.rank) : Bytes{};
    if (const Status fits = check_memory_of(*programs_, here, shape.bytes(type) + staging, cuda_); !fits)
      return fits;
    ranks_.push_back(std::make_unique<NcclRank>(cuda_, here, shape, type, staging));
    if (!cuda_.status()) return cuda_.status();
  }
  last_.began.resize(order_.lanes.size());
  last_.ended.resize(order_.lanes.size());
  last_.stamps.resize(order_.instructions.size());
  if (members.as_graph) graph_.emplace(cuda_);
  if (!ranks_.empty() && ranks_.front()->use()) gate_.create(cuda_);
  if (!cuda_.status()) return cuda_.status();
  return on_call.joined(members, programs_->collective.ranks)
      .map([&](std::shared_ptr<NcclCommunicators> joined) { communicators_ = std::move(joined); });
}

// What hangs on a GPU would hold up the release of the gate's memory, too.
NcclRunner::~NcclRunner() {
  if (cuda_.hangs() || std::ranges::any_of(ranks_, &NcclRank::is_left_behind)) return;
  if (graph_) graph_->forget();
  gate_.destroy(cuda_);
}

Status NcclRunner::status() const { return cuda_.status() ? nccl_.status() : cuda_.status(); }

bool NcclRunner::is_absent(const NcclRank& here) const {
  return std::ranges::count(absent_, here.rank()) > 0;
}

Status NcclRunner::fill(DataPattern data) {
  const Collective& c = programs_->collective;
  for (const auto& here : ranks_) {
    const RankMemory& memory = here->memory();
    for (const Storage& buffer : memory.buffers) here->set(buffer.of(buffer.elements, c.dtype), poison);
    here->write(c.dtype, memory.pristine.of(memory.shape.input, c.dtype),
                input_values(c, programs_->partition, data, here->rank()));
  }
  return status();
}

Result<Time> NcclRunner::run_once(std::chrono::milliseconds deadline) {
  const Clock::time_point limit = Clock::now() + deadline;
  if (!is_ready_) get_ready();
  if (stop_.stop_requested()) return stopped();
  if (!communicators_->usable())
    return fail(
        Fault::runtime,
        "nccl: the communicators have ended: an earlier run failed, or NCCL did not capture its calls "
        "in time");
  is_ready_ = false;
  // Ranks that need nothing from an absent rank can end, but the run as a whole has not ended then.
  if (issue(limit) && wait_for_streams(limit) && communicators_->healthy(nccl_) &&
      std::ranges::none_of(ranks_, [&](const auto& here) { return is_absent(*here); })) {
    note_times();
    has_run_ = true;
    if (status()) return last_.time_of(*programs_);
  }
  const Status works = stuck_ ? Status{} : status();  // what was stuck fails when it is aborted
  Error slow = late(deadline);                        // before the abort, after which all streams end
  if (graph_) graph_->forget();
  communicators_->abort();
  const bool at_rest = wait_for_streams(Clock::now() + to_come_to_rest);
  if (stop_.stop_requested() && at_rest) return stopped();
  if (!works) return tl::unexpected(works.error());
  if (!at_rest) {
    slow.message += "; the aborted work did not end, so a GPU hangs";
    for (const auto& here : ranks_) here->leave_behind();
  }
  return tl::unexpected(std::move(slow));
}

// Enqueues everything, and lets it start. False: a call failed, or did not return by the deadline.
bool NcclRunner::issue(Clock::time_point limit) {
  const int groups = replays() ? 1 : last_.calls * (schedule_ ? schedule_->rounds() : 1);
  const bool held = has_run_ && gate_.holds() && groups <= most_held_groups;
  communicators_->watch(limit);
  for_each_present([&](NcclRank& here, std::size_t) {
    if (held) gate_.hold(cuda_, here.stream());
    here.mark();
    for_lanes(here, [&](std::size_t lane) { here.tell(&last_.began[lane]); });
  });
  const HostTime before = host_now();
  HostTime issued = before;
  const auto issue_rest = [&] {
    issue_calls();
    issued = host_now();
    for_each_present([&](NcclRank& here, std::size_t) {
      here.mark();
      for_lanes(here, [&](std::size_t lane) { here.tell(&last_.ended[lane]); });
    });
  };
  std::optional<HostTime> opened;
  if (held)
    opened = gate_.open_after(issue_rest);
  else
    issue_rest();
  stuck_ = !communicators_->in_time();
  time_to_issue_ = opened ? (issued - before) / last_.calls : 0;
  last_.opened = opened.value_or(before);
  return !stuck_ && status();
}

void NcclRunner::issue_calls() {
  if (replays()) return for_each_present([&](NcclRank& here, std::size_t) { graph_->launch(here.stream()); });
  for (int call = 0; call < last_.calls && status(); ++call)
    if (schedule_)
      issue_rounds();
    else
      issue_native();
}

// Captures as many calls as the run has. NCCL may exchange addresses with other ranks then.
void NcclRunner::capture() {
  if (!replays() || captured_ == last_.calls) return;
  communicators_->watch(Clock::now() + time_to_join_nccl);
  for_each_present([&](NcclRank& here, std::size_t) {
    graph_->capture(here.stream(), [&] {
      for (int call = 0; call < last_.calls && status(); ++call) issue_native();
    });
  });
  stuck_ = !communicators_->in_time();
  captured_ = last_.calls;
}

void NcclRunner::note_times() {
  last_.own.clear();
  HostTime first = INT64_MAX;
  for (const auto& here : ranks_) {
    here->read_marks(last_.opened);
    last_.own.push_back(here->time_of_marks());
    for_lanes(*here, [&](std::size_t lane) { first = std::min(first, last_.began[lane]); });
  }
  const HostTime opened = std::exchange(last_.opened, first);
  last_.launch = time_to_issue_ > 0 ? nanoseconds(time_to_issue_ + first - opened) : Time{};
}

// Does everything that takes time on the host before the first call.
void NcclRunner::get_ready() {
  std::ranges::fill(last_.began, 0);
  std::ranges::fill(last_.ended, 0);
  std::ranges::fill(last_.stamps, Stamps{});
  round_marks_.assign(ranks_.size(), {});
  alignment_ = 0;
  for (const auto& here : ranks_) {
    here->drop_marks();
    if (here->use()) alignment_ = std::max(alignment_, here->align());
  }
  capture();
  is_ready_ = true;
}

template <class Visit>
void NcclRunner::for_each_present(Visit visit) {
  for (std::size_t i = 0; i < ranks_.size(); ++i)
    if (!is_absent(*ranks_[i]) && ranks_[i]->use()) visit(*ranks_[i], i);
}

template <class Visit>
void NcclRunner::for_lanes(const NcclRank& here, Visit visit) {
  const std::size_t first = index(order_.first_lane[here.rank()]);
  const std::size_t lanes = programs_->of(here.rank()).lanes.size();
  for (std::size_t lane = first; lane < first + lanes; ++lane) visit(lane);
}

// Visits the ranks inside a group of NCCL, which makes each rank's GPU current by itself. Nothing may end the
// visits early: a group of which a rank is missing waits for it.
template <class Visit>
void NcclRunner::in_a_group(Visit visit) {
  if (!status() || !nccl_.ok(ncclGroupStart(), "ncclGroupStart")) return;
  for (std::size_t i = 0; i < ranks_.size(); ++i)
    if (!is_absent(*ranks_[i])) visit(*ranks_[i], i);
  nccl_.ok(ncclGroupEnd(), "ncclGroupEnd");
}

void NcclRunner::issue_native() {
  in_a_group([&](NcclRank& here, std::size_t i) {
    const RankMemory& memory = here.memory();
    const DataType type = programs_->collective.dtype;
    enqueue(nccl_, {.collective = programs_->collective,
                    .here = here.here(),
                    .input = memory[Buffer::input].of(memory.shape.input, type).data(),
                    .output = memory[Buffer::output].of(memory.shape.output, type).data(),
                    .communicator = communicators_->at(i),
                    .stream = here.stream()});
  });
}

void NcclRunner::issue_rounds() {
  for_each_present([&](NcclRank& here, std::size_t) { schedule_->begin(cuda_, here, last_); });
  for (int round = 1; round <= schedule_->rounds() && status(); ++round) issue_round(round);
  for_each_present([&](NcclRank& here, std::size_t) { schedule_->end(cuda_, here); });
}

void NcclRunner::issue_round(int round) {
  for_each_present([&](NcclRank& here, std::size_t) { schedule_->pack(here, round, last_); });
  in_a_group(
      [&](NcclRank& here, std::size_t i) { schedule_->exchange(nccl_, here, communicators_->at(i), round); });
  if (!status()) return;
  for_each_present([&](NcclRank& here, std::size_t i) {
    here.mark();
    round_marks_[i].push_back(here.marks());
    schedule_->work(cuda_, here, round, last_);
  });
}

bool NcclRunner::wait_for_streams(Clock::time_point limit) {
  for (const auto& here : ranks_)
    while (true) {
      if (!here->use()) return false;
      const cudaError_t state = cudaStreamQuery(here->stream());
      if (state != cudaErrorNotReady) {
        if (!cuda_.ok(state, "cudaStreamQuery")) return false;
        break;
      }
      if (!communicators_->healthy(nccl_) || Clock::now() >= limit) return false;
      if (stop_.stop_requested() && communicators_->usable()) return false;  // it is aborted next
      std::this_thread::sleep_for(nccl_pause);
    }
  return true;
}

std::string NcclRunner::where_it_waits(const NcclRank& here) const {
  if (!schedule_) return fmt::format("rank {} waits in {}", here.rank(), name_of(programs_->collective.kind));
  const auto i = index(std::ranges::find(ranks_, &here, &std::unique_ptr<NcclRank>::get) - ranks_.begin());
  const auto issued = static_cast<int>(round_marks_[i].size());
  const int passed = here.marks_passed();
  const auto behind = std::ranges::find_if(round_marks_[i], [&](int marks) { return passed < marks; });
  const int done = stuck_ ? issued : std::min(static_cast<int>(behind - round_marks_[i].begin()), issued - 1);
  const int round = std::max(0, done) % schedule_->rounds() + 1;
  return fmt::format("rank {} waits in round {} of {} for {}", here.rank(), round, schedule_->rounds(),
                     fmt::join(schedule_->peers(here.rank(), round), ", "));
}

Error NcclRunner::late(std::chrono::milliseconds deadline) const {
  std::set<Rank> missing;
  std::vector<std::string> waits;
  for (const auto& here : ranks_)
    if (is_absent(*here))
      missing.insert(here->rank());
    else if (stuck_ || cudaStreamQuery(here->stream()) == cudaErrorNotReady)
      waits.push_back(where_it_waits(*here));
  return commlab::late(missing, std::move(waits), deadline);
}

std::string NcclRunner::stamps() {
  HostTime resolution = 0;
  for (const auto& here : ranks_)
    if (here->use()) resolution = std::max(resolution, here->resolution());
  return stamps_text(alignment_, resolution);
}

Result<OutputCheck> NcclRunner::check(DataPattern data) const {
  std::vector<RankOutput> outputs;
  for (const auto& here : ranks_) outputs.push_back({here->rank(), here->memory()[Buffer::output]});
  const OutputCheck check = check_outputs(*programs_, data, outputs, [&](auto parts, double slack) {
    Deviations all;
    for (std::size_t i = 0; i < parts.size(); ++i)
      (*std::ranges::find(ranks_, parts[i].rank, &NcclRank::rank))
          ->compare(i, parts[i], programs_->collective, slack, all);
    return all;
  });
  return status().map([&] { return check; });
}

Result<std::vector<Memory>> NcclRunner::outputs() const {
  std::vector<Memory> all(programs_->collective.ranks);
  for (const auto& here : ranks_)
    all[here->rank()] = here->download(
        here->memory()[Buffer::output].of(here->memory().shape.output, programs_->collective.dtype));
  return status().map([&] { return std::move(all); });
}

}  // namespace commlab
