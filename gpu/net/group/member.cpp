#include "gpu/net/group/member.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "core/base/index.h"
#include "core/programs/native.h"
#include "core/programs/programs_bytes.h"
#include "core/verify/verify.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/executor.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_device.h"
#include "gpu/host/host_memory.h"
#include "gpu/nccl/nccl_backend.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/group/stamps_message.h"
#include "gpu/net/lines/socket_transport.h"
#include "gpu/net/meeting/reach.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds to_say_something{
    30'000};  // a coordinator that runs takes an answer at once
constexpr std::chrono::milliseconds to_set_up{30'000};

// This rank's part of one set of programs. A Part must not move, because the runner refers to it.
struct Part {
  explicit Part(Programs p) : programs(std::move(p)) {}
  Programs programs;
  HostDevice device;
  std::unique_ptr<Runner> runner;
  bool waits_by_itself = false;  // the runner itself waits for the start, after everything is enqueued
};

class Performer {
 public:
  Performer(SocketTransport& transport, const GroupPlace& place) : transport_(transport), place_(place) {}
  // After this, the transport no longer uses the part's memory.
  ~Performer() { transport_.stop(); }

  Service service() {
    return {.duties = {{"meet", duty(&Performer::meet)},
                       {"job", duty(&Performer::prepare)},
                       {"fill", duty(&Performer::fill)},
                       {"run", duty(&Performer::run)},
                       {"outputs", duty(&Performer::outputs)}},
            .most = available_host_memory()};
  }

 private:
  using Carry = Result<NetMessage> (Performer::*)(const NetMessage&, Coordinator&);
  Duty duty(Carry carry) {
    return [this, carry](const NetMessage& question, Coordinator& coordinator) -> Result<NetMessage> {
      try {
        return (this->*carry)(question, coordinator);
      } catch (const nlohmann::json::exception& wrong) {  // a field of another type than expected
        return fail(Fault::runtime, "the message '{}' cannot be understood: {}", question.kind, wrong.what());
      }
    };
  }

  Result<NetMessage> meet(const NetMessage& said, Coordinator&) {
    std::vector<PeerAddress> members;
    for (const auto& member : said.fields.value("members", nlohmann::json::array()))
      members.push_back({member.value("address", ""), member.value("port", std::uint16_t{0})});
    if (static_cast<int>(members.size()) != place_.ranks)
      return fail(Fault::runtime, "{} members were named to rank {}; expected {}", members.size(),
                  place_.rank, place_.ranks);
    transport_.meet(std::move(members), said.fields.value("secret", std::uint64_t{0}));
    return NetMessage{.kind = "met"};
  }

  static tl::unexpected<Error> no_job(const NetMessage& said) {
    return fail(Fault::runtime, "the message '{}' came before any job", said.kind);
  }

  // Verified programs stay within their buffers. Only the coordinator's probes are not verified.
  Result<NetMessage> prepare(const NetMessage& said, Coordinator& coordinator) {
    part_.reset();
    Result<Programs> programs = programs_from_bytes(said.bytes);
    if (!programs) return tl::unexpected(programs.error());
    if (!is_native(*programs) && !said.fields.contains("probe"))
      if (const Status proved = verify(*programs); !proved) return tl::unexpected(proved.error());
    auto part = std::make_unique<Part>(std::move(*programs));
    const bool by_nccl = said.fields.contains("nccl");
    auto runner = by_nccl ? runner_by_nccl(said, *part) : runner_over_sockets(said, *part, coordinator);
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

  Result<std::unique_ptr<Runner>> runner_over_sockets(const NetMessage& said, Part& part,
                                                      Coordinator& coordinator) {
    Result<IssueOrder> order = issue_order(part.programs);
    if (!order) return tl::unexpected(order.error());
    const Status connected = transport_.prepare(*order, part.device, steady_clock::now() + to_set_up);
    if (!connected) return tl::unexpected(connected.error());
    part.waits_by_itself = true;
    return Executor::prepare(part.programs, std::move(*order), part.device,
                             {.absent = absent_of(said),
                              .only = place_.rank,
                              .transport = &transport_,
                              .start = [this, &coordinator] { return await_start(coordinator); }})
        .map([](Executor executor) -> std::unique_ptr<Runner> {
          return std::make_unique<Executor>(std::move(executor));
        });
  }

  Result<std::unique_ptr<Runner>> runner_by_nccl(const NetMessage& said, const Part& part) {
    NcclMembers members{.id = {}, .here = {{place_.rank, place_.local_rank}}, .absent = absent_of(said)};
    for (const auto& number : said.fields["nccl"])
      members.id.push_back(std::byte(number.get<std::uint8_t>()));
    return make_nccl_runner(part.programs, members);
  }

  static std::vector<Rank> absent_of(const NetMessage& said) {
    return said.fields.value("absent", std::vector<Rank>{});
  }

  Result<NetMessage> fill(const NetMessage& said, Coordinator&) {
    if (!part_) return no_job(said);
    const Programs& programs = part_->programs;
    const auto expected =
        index(shape_of(programs, place_.rank).input.size() * size_of(programs.collective.dtype));
    if (said.bytes.size() != expected)
      return fail(Fault::runtime, "rank {} was given {} B of input; expected {} B", place_.rank,
                  said.bytes.size(), expected);
    std::vector<Memory> inputs(place_.ranks);
    inputs[place_.rank] = said.bytes;
    return part_->runner->fill(inputs).map([] { return NetMessage{.kind = "filled"}; });
  }

  // If the run did not end, only the coordinator can tell which rank waited for which, because it has all
  // members' stamps.
  Result<NetMessage> run(const NetMessage& said, Coordinator& coordinator) {
    if (!part_) return no_job(said);
    deadline_ = std::chrono::milliseconds(said.fields.value("deadline_ms", 10'000));
    if (!part_->waits_by_itself) {
      part_->runner->get_ready();
      if (const Status started = await_start(coordinator); !started) return tl::unexpected(started.error());
    }
    const Result<Time> time = part_->runner->run_once(deadline_);
    NetMessage ran{.kind = "ran"};
    if (!time) {
      if (const Status transport = transport_.status(); !transport)
        ran.fields["broken"] = transport.error().message;
      if (!part_->waits_by_itself) ran.fields["broken"] = time.error().message;  // the stamps do not show why
      transport_.stop();  // the device is abandoned, so its memory is no longer used
      ran.fields["late"] = true;
    }
    ran.bytes = stamps_of(part_->runner->order(), part_->runner->last(), place_.rank);
    return ran;
  }

  // All members open their gates at the same moment, which the coordinator gives in this computer's time.
  Status await_start(Coordinator& coordinator) {
    const Status sent = coordinator.send({.kind = "ready"}, steady_clock::now() + to_say_something);
    if (!sent) return sent;
    const Result<NetMessage> go = coordinator.receive(steady_clock::now() + deadline_ + to_set_up);
    if (!go) return tl::unexpected(go.error());
    if (go->kind != "go") return fail(Fault::runtime, "the message '{}' came instead of 'go'", go->kind);
    const std::chrono::nanoseconds at(go->fields.value("at", HostTime{0}));
    std::this_thread::sleep_until(steady_clock::time_point(std::min(at, furthest_start())));
    return {};
  }
  // A wrong clock must not make this process sleep for years.
  static std::chrono::nanoseconds furthest_start() {
    return std::chrono::nanoseconds(host_now()) + std::chrono::seconds(1);
  }

  Result<NetMessage> outputs(const NetMessage& said, Coordinator&) {
    if (!part_) return no_job(said);
    return part_->runner->outputs().map([&](std::vector<Memory> outputs) {
      return NetMessage{.kind = "contents", .bytes = std::move(outputs[place_.rank])};
    });
  }

  SocketTransport& transport_;
  const GroupPlace& place_;
  std::chrono::milliseconds deadline_{};
  std::unique_ptr<Part> part_;
};

}  // namespace

Status serve_group(const GroupPlace& place, std::chrono::milliseconds patience) {
  if (const Status reaches = check_reach(place); !reaches) return reaches;
  const auto here = listening_address(place.address);
  if (!here) return tl::unexpected(here.error());
  auto transport = SocketTransport::open(place.rank, *here);
  if (!transport) return tl::unexpected(transport.error());
  Performer member(**transport, place);
  return serve_as_member(place, patience, member.service(), {{"port", (*transport)->port()}});
}

}  // namespace commlab
