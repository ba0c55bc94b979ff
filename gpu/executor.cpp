#include "gpu/executor.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/index.h"
#include "core/base/stopped.h"
#include "core/collective/data_pattern.h"
#include "gpu/late.h"

namespace commlab {
namespace {

bool divides_output(const Collective& c) { return scales(c) && !is_floating(c.dtype); }
bool scales_inputs(const Collective& c) { return scales(c) && is_floating(c.dtype); }

// What a device has done is whole unless it failed, or was stopped meanwhile.
Status whole(const Device& device, const std::stop_token& stop) {
  if (stop.stop_requested()) return stopped();
  return device.status();
}

}  // namespace

Executor::Executor(const Programs& programs, Device& device, IssueOrder order, ExecutorOptions options)
    : programs_(&programs),
      device_(&device),
      order_(std::move(order)),
      options_(std::move(options)),
      slots_(order_, programs.slots) {}

Result<Executor> Executor::prepare(const Programs& programs, IssueOrder order, Device& device,
                                   ExecutorOptions options) {
  assert(std::ssize(order.first_lane) == programs.collective.ranks && "the order is that of the programs");
  assert((!options.only || programs.groups.empty()) && "one rank of many reaches no other's memory");
  Executor executor(programs, device, std::move(order), std::move(options));
  if (const Status allocated = executor.allocate(); !allocated) return tl::unexpected(allocated.error());
  if (const Status added = executor.add_streams(); !added) return tl::unexpected(added.error());
  executor.add_events();
  return executor;
}

std::vector<Bytes> Executor::memory_needed(const Programs& programs, const IssueOrder& order) {
  const Collective& c = programs.collective;
  std::vector<Bytes> of_rank = Slots(order, programs.slots).bytes_by_receiver(c.ranks, order);
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    Bytes& sum = of_rank[rank];
    sum = sum + shape_of(programs, rank).bytes(c.dtype);
  }
  return of_rank;
}

Status Executor::allocate() {
  const Collective& c = programs_->collective;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const RankShape shape = shape_of(*programs_, rank);
    if (!is_here(rank)) {
      memory_.push_back({.shape = shape, .buffers = {}, .pristine = {}});
      continue;
    }
    const auto memory = device_->allocate(rank, shape.bytes(c.dtype));
    if (!memory) return tl::unexpected(memory.error());
    memory_.push_back(laid_out(shape, c.dtype, *memory));
  }
  return slots_.allocate(*device_, order_, options_.only);
}

Status Executor::add_streams() {
  for (const LaneProgress::Lane& lane : order_.lanes) {
    if (!is_here(lane.rank)) {
      streams_.emplace_back();
      continue;
    }
    const auto stream = device_->add_stream(lane.rank);
    if (!stream) return tl::unexpected(stream.error());
    streams_.push_back(*stream);
  }
  last_.began.resize(streams_.size());
  last_.ended.resize(streams_.size());
  if (!stamps_take_time()) return {};
  const auto timekeeper = device_->add_stream(options_.only.value_or(0));
  if (!timekeeper) return tl::unexpected(timekeeper.error());
  timekeeper_ = *timekeeper;
  return {};
}

void Executor::add_events() {
  gate_ = device_->add_event();
  wake_ = device_->add_event();
  never_ = device_->add_event();
  started_ = device_->add_event();
  for (std::size_t lane = 0; lane < streams_.size(); ++lane) {
    at_gate_.push_back(device_->add_event());
    finished_.push_back(device_->add_event());
  }
  for (std::size_t rank = 0; rank < memory_.size(); ++rank) scaled_.push_back(device_->add_event());
  done_.resize(order_.instructions.size());
  last_.stamps.resize(order_.instructions.size());
  for (const IssuedInstruction& issued : order_.instructions)
    for (const Dependency& needed : programs_->of(issued.rank).depends_on(*issued.instruction)) {
      auto& event = done_[order_.find(issued.rank, needed)];
      if (!event) event = device_->add_event();
    }
  for (const std::vector<int>& arrivals : order_.meetings)
    for (const int arrival : arrivals)
      if (auto& event = done_[arrival]; !event) event = device_->add_event();
}

Status Executor::fill(DataPattern data) {
  const Collective& c = programs_->collective;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    if (!is_here(rank)) continue;
    const RankMemory& memory = memory_[rank];
    for (const Storage& buffer : memory.buffers)
      device_->set(rank, buffer.of(buffer.elements, c.dtype), poison);
    device_->write(rank, memory.pristine.of(memory.shape.input, c.dtype), c.dtype, c.op,
                   input_values(c, programs_->partition, data, rank));
  }
  return whole(*device_, options_.stop);
}

Result<Time> Executor::run_once(std::chrono::milliseconds deadline) {
  issue_all();
  for (std::size_t lane = 0; lane < at_gate_.size(); ++lane)
    if (is_here(order_.lanes[lane].rank)) device_->wait_on_host(at_gate_[lane]);
  if (const Status started = await_start(); !started) return tl::unexpected(started.error());
  last_.opened = device_->open(gate_);
  const bool ended = finish(std::chrono::steady_clock::now() + deadline);
  if (const Status works = device_->status(); !works) return tl::unexpected(works.error());
  if (ended) {
    if (only_ends_) note_ends(last_.opened);
    return last_.time();
  }
  device_->abandon();
  if (options_.stop.stop_requested()) return stopped();
  if (const Status rests = device_->status(); !rests)
    return fail(Fault::runtime, "no end within {} ms: {}", deadline.count(), rests.error().message);
  if (options_.transport && !options_.transport->status())
    return tl::unexpected(options_.transport->status().error());
  // Stamps of the ends do not tell who waits for whom; nobody does, because the device came to rest.
  return tl::unexpected(only_ends_ ? late({}, {}, deadline) : late(*programs_, order_, last_, deadline));
}

Status Executor::await_start() {
  if (!options_.start) return {};
  const Status started = options_.start([this] { device_->open(wake_); });
  if (!started) device_->abandon();
  return started;
}

// A broken transport holds streams forever, and a stop may come at any time, so this looks every 50 ms.
bool Executor::finish(std::chrono::steady_clock::time_point deadline) {
  constexpr std::chrono::milliseconds between_looks{50};
  const Transport* const transport = options_.transport;
  if (!transport && !options_.stop.stop_possible()) return device_->finish(deadline);
  while (!options_.stop.stop_requested() && (!transport || transport->status())) {
    const auto now = std::chrono::steady_clock::now();
    if (device_->finish(std::min(deadline, now + between_looks))) return true;
    if (now >= deadline) return false;
  }
  return false;
}

void Executor::issue_all() {
  std::fill(last_.began.begin(), last_.began.end(), 0);
  std::fill(last_.ended.begin(), last_.ended.end(), 0);
  std::fill(last_.stamps.begin(), last_.stamps.end(), Stamps{});
  last_.launch = {};
  first_ = last_end_ = 0;
  device_->shut(gate_);
  device_->shut(wake_);
  device_->shut(never_);
  if (options_.transport) options_.transport->begin();
  const int ranks = programs_->collective.ranks;
  if (only_ends_) issue_start();
  for (Rank rank = 0; rank < ranks; ++rank)
    if (is_here(rank)) issue_begin(rank, lanes_of(rank));
  for (int call = 0; call < last_.calls; ++call) issue_call(call);
  if (only_ends_) issue_finish();
}

void Executor::issue_call(int call) {
  const int ranks = programs_->collective.ranks;
  for (Rank rank = 0; rank < ranks; ++rank) {
    if (!is_here(rank)) continue;
    if (call > 0) issue_next(rank, lanes_of(rank));
    issue_scaling(rank, lanes_of(rank));
  }
  for (int i = 0; i < static_cast<int>(order_.instructions.size()); ++i)
    if (is_here(order_.instructions[i].rank)) issue(i, call);
  for (Rank rank = 0; rank < ranks; ++rank)
    if (is_here(rank)) issue_end(rank, lanes_of(rank));
}

void Executor::issue_start() {
  device_->wait(*timekeeper_, gate_);
  device_->stamp(*timekeeper_, &first_);
  device_->record(*timekeeper_, started_);
}

// Every lane begins and ends within the two stamps.
void Executor::issue_finish() {
  for (std::size_t lane = 0; lane < streams_.size(); ++lane) {
    if (!is_here(order_.lanes[lane].rank)) continue;
    device_->record(streams_[lane], finished_[lane]);
    device_->wait(*timekeeper_, finished_[lane]);
  }
  device_->stamp(*timekeeper_, &last_end_);
}

void Executor::note_ends(HostTime launched) {
  std::fill(last_.began.begin(), last_.began.end(), first_);
  std::fill(last_.ended.begin(), last_.ended.end(), last_end_);
  last_.opened = first_;
  last_.launch = nanoseconds(device_->time_to_issue() + first_ - launched);
}

void Executor::stamp_step(Stream stream, HostTime* at) {
  if (!only_ends_) device_->stamp(stream, at);
}

std::span<const Stream> Executor::lanes_of(Rank rank) const {
  const auto first = index(order_.first_lane[rank]);
  return {streams_.data() + first, programs_->of(rank).lanes.size()};
}

void Executor::issue_begin(Rank rank, std::span<const Stream> lanes) {
  const bool comes = std::ranges::count(options_.absent, rank) == 0;
  const Time late = lateness_of(rank, options_.late);
  const auto first = index(order_.first_lane[rank]);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    device_->record(lanes[i], at_gate_[first + i]);
    if (options_.start) device_->wait(lanes[i], wake_);
    device_->wait(lanes[i], !comes ? never_ : only_ends_ ? started_ : gate_);
    if (late > Time{}) device_->pause(lanes[i], late);
    stamp_step(lanes[i], &last_.began[first + i]);
  }
}

// The lanes wait for the end of the call before.
void Executor::issue_next(Rank rank, std::span<const Stream> lanes) {
  const bool for_all = !programs_->groups.empty();
  for (const Stream lane : lanes)
    for (std::size_t other = 0; other < streams_.size(); ++other)
      if (is_here(order_.lanes[other].rank) && (for_all || order_.lanes[other].rank == rank))
        device_->wait(lane, finished_[other]);
}

void Executor::issue_scaling(Rank rank, std::span<const Stream> lanes) {
  if (lanes.empty() || !scales_inputs(programs_->collective)) return;

  const RankMemory& memory = memory_[rank];
  const DataType type = programs_->collective.dtype;
  const auto seen = memory[Buffer::input].of(memory.shape.input, type);
  const auto pristine = memory.pristine.of(memory.shape.input, type);
  if (memory.shape.scaled)
    device_->copy(lanes[0], seen.data(), pristine.data(), static_cast<std::int64_t>(seen.size()));
  device_->scale_input(lanes[0], programs_->collective, seen);
  const Event scaled = scaled_[rank];
  device_->record(lanes[0], scaled);
  for (const Stream other : lanes.subspan(1)) device_->wait(other, scaled);
}

void Executor::issue(int id, int call) {
  const IssuedInstruction& issued = order_.instructions[id];
  const Stream stream = streams_[issued.lane];
  Stamps& stamps = last_.stamps[id];
  for (const Dependency& needed : programs_->of(issued.rank).depends_on(*issued.instruction))
    device_->wait(stream, *done_[order_.find(issued.rank, needed)]);
  stamp_step(stream, &stamps.ready);

  const Opcode op = issued.instruction->op;
  if (sends(op) && (call > 0 || slots_.reused(outgoing(issued)))) await_slot(outgoing(issued), stream);
  const DataMovement movement(*programs_, order_, slots_, memory_, *device_);
  if (receives(op)) await_message(incoming(issued), movement, stream);
  if (op == Opcode::wait)
    for (const int arrival : order_.meetings[issued.meeting]) device_->wait(stream, *done_[arrival]);
  stamp_step(stream, &stamps.begin);

  const bool at_once = movement.is_at_once(issued);
  if (has_target(op) && !at_once) movement.store(issued, stream);
  stamp_step(stream, &stamps.middle);
  if (at_once)
    movement.store_and_pass_on(issued, stream);
  else if (sends(op) && leaves(outgoing(issued)))
    options_.transport->send(stream, outgoing(issued), movement.passed_on(issued));
  else if (sends(op))
    movement.pass_on(issued, stream);
  stamp_step(stream, &stamps.end);

  const bool again = call + 1 < last_.calls;
  if (receives(op) && (again || slots_.awaited(incoming(issued)))) give_back(incoming(issued), stream);
  if (sends(op) && !leaves(outgoing(issued))) device_->record(stream, slots_.of(outgoing(issued)).full);
  if (const auto& done = done_[id]) device_->record(stream, *done);
}

bool Executor::leaves(const Message& message) const {
  return !is_here(order_.connections[message.connection].to);
}

bool Executor::arrives(const Message& message) const {
  return !is_here(order_.connections[message.connection].from);
}

void Executor::await_slot(const Message& message, Stream stream) {
  if (leaves(message)) return options_.transport->await_slot(stream, message);
  device_->wait(stream, slots_.of(message).free);
}

void Executor::await_message(const Message& message, const DataMovement& movement, Stream stream) {
  if (arrives(message)) return options_.transport->await_message(stream, message, movement.slot_of(message));
  device_->wait(stream, slots_.of(message).full);
}

void Executor::give_back(const Message& message, Stream stream) {
  if (arrives(message)) return options_.transport->give_back(stream, message);
  device_->record(stream, slots_.of(message).free);
}

void Executor::issue_end(Rank rank, std::span<const Stream> lanes) {
  const auto first = index(order_.first_lane[rank]);
  if (!lanes.empty() && divides_output(programs_->collective)) {
    for (std::size_t i = 1; i < lanes.size(); ++i) {
      device_->record(lanes[i], finished_[first + i]);
      device_->wait(lanes[0], finished_[first + i]);
    }
    const RankMemory& memory = memory_[rank];
    device_->scale_output(lanes[0], programs_->collective,
                          memory[Buffer::output].of(memory.shape.output, programs_->collective.dtype));
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    stamp_step(lanes[i], &last_.ended[first + i]);
    if (last_.calls > 1) device_->record(lanes[i], finished_[first + i]);
  }
}

Result<OutputCheck> Executor::check(DataPattern data) const {
  const Collective& c = programs_->collective;
  std::vector<RankOutput> outputs;
  for (Rank rank = 0; rank < c.ranks; ++rank) outputs.push_back({rank, memory_[rank][Buffer::output]});
  const OutputCheck check = check_outputs(*programs_, data, outputs, [&](auto parts, double slack) {
    return device_->compare(parts, c.dtype, c.op, slack);
  });
  return whole(*device_, options_.stop).map([&] { return check; });
}

Result<std::vector<Memory>> Executor::inputs() const {
  std::vector<Memory> all;
  for (const RankMemory& memory : memory_) all.push_back(contents(memory.pristine, memory.shape.input));
  return device_->status().map([&] { return std::move(all); });
}

Result<std::vector<Memory>> Executor::outputs() const {
  std::vector<Memory> all;
  for (const RankMemory& memory : memory_)
    all.push_back(contents(memory[Buffer::output], memory.shape.output));
  return device_->status().map([&] { return std::move(all); });
}

// Empty if the rank is in another process.
Memory Executor::contents(const Storage& buffer, ElementRange range) const {
  if (buffer.memory == nullptr) return {};
  const auto stored = buffer.of(range, programs_->collective.dtype);
  Memory memory(stored.size());
  device_->download(memory, stored.data());
  return memory;
}

}  // namespace commlab
