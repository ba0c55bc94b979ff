#include "gpu/net/group/member.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "core/base/index.h"
#include "core/base/watchdog.h"
#include "core/programs/native.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/executor.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_device.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/host_processors.h"
#include "gpu/host/pause.h"
#include "gpu/memory_check.h"
#include "gpu/nccl/nccl_on_call.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/questions.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/group/stamps_message.h"
#include "gpu/net/lines/socket_transport.h"
#include "gpu/net/meeting/reach.h"
#include "gpu/net/mpi/last_words.h"
#include "gpu/net/mpi/mpi_collective.h"
#include "gpu/net/mpi/mpi_library.h"
#include "gpu/net/mpi/mpi_transport.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds to_say_something{
    30'000};  // a coordinator that runs takes an answer at once
constexpr std::chrono::milliseconds to_set_up{30'000};
constexpr std::chrono::microseconds to_wake_up{200};  // threads that sleep wake up so much later, at most
constexpr std::chrono::nanoseconds furthest_start = std::chrono::seconds(1);

// This rank's part of one set of programs. A Part must not move, because the runner refers to it.
struct Part {
  explicit Part(Programs p) : programs(std::move(p)) {}
  Programs programs;
  HostDevice device;
  std::unique_ptr<Runner> runner;
  bool waits_by_itself = false;  // the runner itself waits for the start, after everything is enqueued
};

// As many of the allowed processors as fit into a hello, which has about 3 KiB for them.
std::vector<int> first_processors() {
  constexpr std::size_t most = 512;
  std::vector<int> processors = allowed_processors();
  if (processors.size() > most) processors.resize(most);
  return processors;
}

class Performer {
 public:
  Performer(SocketTransport& transport, const GroupPlace& place, const MemberComputer& computer)
      : transport_(transport), place_(place), computer_(computer) {}
  // After this, the transports no longer use the part's memory.
  ~Performer() { stop(); }
  // After a failure, MPI may wait in vain for other members.
  void leave_mpi_open() {
    if (mpi_) mpi_->leave_open();
  }

  Service service() {
    return {.duties = {{std::string(meet_kind), duty(&Performer::meet)},
                       {std::string(job_kind), duty(&Performer::prepare)},
                       {std::string(fill_kind), duty(&Performer::fill)},
                       {std::string(run_kind), duty(&Performer::run)},
                       {std::string(check_kind), duty(&Performer::check)},
                       {std::string(outputs_kind), duty(&Performer::outputs)},
                       {std::string(provenance_kind), duty(&Performer::provenance)}},
            .most = available_host_memory()};
  }

 private:
  using Carry = Result<NetMessage> (Performer::*)(const NetMessage&, Coordinator&);
  Duty duty(Carry carry) {
    return [this, carry](const NetMessage& question, Coordinator& coordinator) {
      return (this->*carry)(question, coordinator);
    };
  }

  Result<NetMessage> meet(const NetMessage& said, Coordinator&) {
    return to_introduction(said, place_.ranks)
        .and_then([&](Introduction introduction) {
          return transport_.meet(std::move(introduction.members), introduction.secret);
        })
        .map([&] {
          met_ = true;
          return NetMessage{.kind = "met"};
        });
  }

  static tl::unexpected<Error> no_job(const NetMessage& said) {
    return fail(Fault::runtime, "the message '{}' came before any job", said.kind);
  }

  Result<NetMessage> prepare(const NetMessage& said, Coordinator& coordinator) {
    part_.reset();
    if (!met_) return fail(Fault::runtime, "the message '{}' came before the members had met", said.kind);
    Result<MemberJob> job = to_job(said, place_.ranks);
    if (!job) return tl::unexpected(job.error());
    auto part = std::make_unique<Part>(std::move(job->programs));
    const bool by_nccl = job->terms.nccl.has_value();
    auto runner = by_nccl          ? runner_by_nccl(job->terms, *part)
                  : job->terms.mpi ? runner_by_mpi(job->terms, *part, coordinator)
                                   : runner_over_sockets(job->terms, *part, coordinator);
    if (!runner) return tl::unexpected(runner.error());
    part->runner = std::move(*runner);
    part_ = std::move(part);
    NetMessage prepared{.kind = "prepared"};
    if (!by_nccl) return prepared;
    const std::vector<std::string> gpus = pci_addresses_of_gpus();
    if (gpus.empty()) return prepared;
    // Two computers may have the same name, and their GPUs the same address.
    prepared.fields["gpu"] = this_clock().origin + ' ' + gpus[index(place_.local_rank) % gpus.size()];
    return prepared;
  }

  Result<std::unique_ptr<Runner>> runner_over_sockets(const JobTerms& terms, Part& part,
                                                      Coordinator& coordinator) {
    Result<IssueOrder> order = issue_order(part.programs);
    if (!order) return tl::unexpected(order.error());
    const Status connected = transport_.prepare(*order, part.device, steady_clock::now() + to_set_up);
    if (!connected) return tl::unexpected(connected.error());
    return runner_over(transport_, std::move(*order), terms, part, coordinator);
  }

  Result<std::unique_ptr<Runner>> runner_by_mpi(const JobTerms& terms, Part& part, Coordinator& coordinator) {
    if (const Status begun = begin_mpi(); !begun) return tl::unexpected(begun.error());
    if (is_native(part.programs))
      return MpiCollective::prepare(part.programs, mpi_->calls(), place_.rank,
                                    {.is_absent = std::ranges::count(terms.absent, place_.rank) > 0,
                                     .late = lateness_of(place_.rank, terms.late)},
                                    part.device)
          .map([](auto collective) -> std::unique_ptr<Runner> { return collective; });
    Result<IssueOrder> order = issue_order(part.programs);
    if (!order) return tl::unexpected(order.error());
    if (const Status ready = mpi_transport_->prepare(*order, part.programs.slots, part.device); !ready)
      return tl::unexpected(ready.error());
    return runner_over(*mpi_transport_, std::move(*order), terms, part, coordinator);
  }

  // Once for all jobs. MPI waits for all processes of the launcher's job, without a deadline of its own.
  Status begin_mpi() {
    if (mpi_) return {};
    const Watchdog watchdog(steady_clock::now() + time_to_begin_mpi, [rank = place_.rank] {
      end_process(
          fmt::format("rank {}: MPI has not begun within {} ms; all processes of the job must begin it", rank,
                      time_to_begin_mpi.count()));
    });
    auto library = MpiLibrary::begin(MpiCalls::Threads::many, place_.ranks);
    if (!library) return tl::unexpected(library.error());
    mpi_ = std::move(*library);
    mpi_->end_within(time_to_begin_mpi);
    if (const int rank = mpi_->calls().rank(); rank != place_.rank)
      return fail(Fault::runtime, "this process is rank {} of its launcher, but rank {} of MPI", place_.rank,
                  rank);
    mpi_transport_ = std::make_unique<MpiTransport>(mpi_->calls());
    return {};
  }

  void stop() {
    transport_.stop();
    if (mpi_transport_) mpi_transport_->stop();
  }

  Result<std::unique_ptr<Runner>> runner_over(Transport& transport, IssueOrder order, const JobTerms& terms,
                                              Part& part, Coordinator& coordinator) {
    const Bytes needed = Executor::memory_needed(part.programs, order)[place_.rank];
    if (const Status fits = check_fits(part.programs, needed, available_host_memory()); !fits)
      return tl::unexpected(fits.error());
    part.waits_by_itself = true;
    return Executor::prepare(
               part.programs, std::move(order), part.device,
               {.absent = terms.absent,
                .late = terms.late,
                .only = place_.rank,
                .transport = &transport,
                .start = [this, &coordinator](const auto& wake) { return await_start(coordinator, wake); }})
        .map([](Executor executor) -> std::unique_ptr<Runner> {
          return std::make_unique<Executor>(std::move(executor));
        });
  }

  Result<std::unique_ptr<Runner>> runner_by_nccl(const JobTerms& terms, const Part& part) {
    return make_nccl_runner(part.programs, nccl_,
                            {.id = *terms.nccl,
                             .here = {{place_.rank, place_.local_rank}},
                             .absent = terms.absent,
                             .as_graph = terms.as_graph,
                             .deadline = place_.to_join});
  }

  Result<NetMessage> fill(const NetMessage& said, Coordinator&) {
    if (!part_) return no_job(said);
    return to_data_pattern(said)
        .and_then([&](DataPattern data) { return part_->runner->fill(data); })
        .map([] { return NetMessage{.kind = "filled"}; });
  }

  Result<NetMessage> check(const NetMessage& said, Coordinator&) {
    if (!part_) return no_job(said);
    return to_data_pattern(said)
        .and_then([&](DataPattern data) { return part_->runner->check(data); })
        .map(checked_answer);
  }

  // If the run did not end, only the coordinator can tell which rank waited for which, because it has all
  // members' stamps.
  Result<NetMessage> run(const NetMessage& said, Coordinator& coordinator) {
    if (!part_) return no_job(said);
    const auto terms = to_run_terms(said);
    if (!terms) return tl::unexpected(terms.error());
    if (terms->calls > 1 && part_->waits_by_itself)
      return fail(Fault::runtime, "{} calls in a row were requested, but messages over sockets make one",
                  terms->calls);
    deadline_ = terms->deadline;
    part_->runner->call_in_a_row(terms->calls);
    if (!part_->waits_by_itself) {
      part_->runner->get_ready();
      if (const Status started = await_start(coordinator, [] {}); !started)
        return tl::unexpected(started.error());
    }
    const Result<Time> time = part_->runner->run_once(deadline_);
    NetMessage ran{.kind = "ran"};
    if (!time) {
      if (const Status transport = transport_.status(); !transport)
        ran.fields["broken"] = transport.error().message;
      if (!part_->waits_by_itself) ran.fields["broken"] = time.error().message;  // the stamps do not show why
      stop();  // the device is abandoned, so its memory is no longer used
      leave_mpi_open();
      ran.fields["late"] = true;
    }
    ran.bytes = stamps_of(part_->runner->order(), part_->runner->last(), place_.rank);
    return ran;
  }

  // All members open their gates at the same moment, which the coordinator gives in this computer's time.
  Status await_start(Coordinator& coordinator, const std::function<void()>& wake) {
    const Status sent = coordinator.send({.kind = "ready"}, steady_clock::now() + to_say_something);
    if (!sent) return sent;
    const Result<NetMessage> go = coordinator.receive(steady_clock::now() + deadline_ + to_set_up);
    if (!go) return tl::unexpected(go.error());
    const Result<HostTime> start = start_of(*go);
    if (!start) return tl::unexpected(start.error());
    // A wrong clock must not make this process sleep for years.
    const HostTime at = std::min(*start, host_now() + furthest_start.count());
    std::this_thread::sleep_until(steady_clock::time_point(std::chrono::nanoseconds(at) - to_wake_up));
    transport_.wake();
    wake();
    pause_until(at);
    return {};
  }

  Result<NetMessage> outputs(const NetMessage& said, Coordinator&) {
    if (!part_) return no_job(said);
    return part_->runner->outputs().map([&](std::vector<Memory> outputs) {
      return NetMessage{.kind = "contents", .bytes = std::move(outputs[place_.rank])};
    });
  }

  Result<NetMessage> provenance(const NetMessage& said, Coordinator&) {
    return to_backend(said).map([&](BackendName on) {
      return provenance_answer(computer_.provenance ? computer_.provenance(on) : Provenance{});
    });
  }

  SocketTransport& transport_;
  const GroupPlace& place_;
  const MemberComputer& computer_;
  bool met_ = false;
  std::chrono::milliseconds deadline_{};
  std::unique_ptr<MpiLibrary> mpi_;              // once a job has asked for it
  std::unique_ptr<MpiTransport> mpi_transport_;  // likewise
  NcclOnCall nccl_;
  std::unique_ptr<Part> part_;
};

}  // namespace

Status serve_group(const GroupPlace& place, std::chrono::milliseconds patience,
                   const MemberComputer& computer) {
  if (const Status reaches = check_reach(place); !reaches) return reaches;
  const auto here = listening_address(place.address);
  if (!here) return tl::unexpected(here.error());
  auto transport = SocketTransport::open(place.rank, *here);
  if (!transport) return tl::unexpected(transport.error());
  Performer member(**transport, place, computer);
  const Status served = serve_as_member(
      place, patience, member.service(),
      {{"port", (*transport)->port()}, {"processors", first_processors()}, {"computer", computer.boot}});
  if (!served) member.leave_mpi_open();
  return served;
}

}  // namespace commlab
