#include "core/plan/planned_programs.h"

#include <algorithm>
#include <utility>

#include "core/programs/native.h"
#include "core/programs/programs_for.h"

namespace commlab {
namespace {

// A protocol that streams receives a message and sends it on in one instruction.
Lowering lowering_of(const Setup& setup, const std::optional<Protocol>& protocol, Elements elements) {
  const Experiment& e = setup.experiment;
  Lowering lowering{.channels = e.channels,
                    .pieces = e.pieces.value_or(1),
                    .slots = 8,
                    .one_tile = e.on == BackendName::sim && !e.exact,
                    .fused = e.fused,
                    .elements = elements};
  if (setup.machine) lowering.slots = setup.machine->work.slots;
  if (e.slots) lowering.slots = *e.slots;
  if (protocol && protocol->streams()) lowering.fused = true;
  return lowering;
}

// Each of NCCL's rings is a channel: if fewer channels than rings are in use, only so many rings are used.
Layout layout_of(const Setup& setup, const Algorithm& algorithm, const std::optional<Protocol>& protocol) {
  const Experiment& e = setup.experiment;
  Layout layout = setup.layout;
  layout.order = e.ring;
  if (e.algorithm.starts_with(fmt::format("{}:", algorithm.name))) layout.parts = parts_of(e.algorithm);
  if (!protocol) return layout;
  const auto channels = static_cast<std::size_t>(channels_in_use(*protocol, setup.collective));
  if (layout.rings.size() > channels) layout.rings.resize(channels);
  return layout;
}

// The protocol that was chosen, if the machine has any. An error if the algorithm cannot use it, or the
// route.
Result<std::optional<Protocol>> usable_protocol(const Setup& setup, const Algorithm& algorithm) {
  const Experiment& e = setup.experiment;
  std::optional<Protocol> protocol;
  if (setup.machine && e.protocol != ProtocolChoice::automatic) {
    Result<Protocol> found = find_protocol(*setup.machine, name_of(e.protocol));
    if (!found) return tl::unexpected(found.error());
    protocol = *std::move(found);
  }
  if (e.route.kind == RouteChoice::Kind::relayed && algorithm.name == "direct")
    return fail("--route {}: algorithm direct does not relay; choose --algorithm relay", e.route.relays);
  if (algorithm.needs_multicast && protocol && protocol->streams())
    return fail("--protocol {}: {} stores whole pieces through a switch; choose simple, or leave it out",
                protocol->name, algorithm.name);
  return protocol;
}

}  // namespace

Result<Programs> programs_of(const Setup& setup, const Algorithm& algorithm) {
  if (is_native(algorithm)) return native_programs(setup.collective);
  return PlannedPrograms(algorithm).programs(setup);
}

const Result<Programs>& PlannedPrograms::programs(const Setup& setup, Elements elements) {
  const Result<Plan> wanted = plan(setup, elements);
  if (!wanted) return programs_ = tl::unexpected(wanted.error());
  if (lowered_ == *wanted && programs_) return programs_;
  lowered_ = *wanted;
  return programs_ = schedule_by(*wanted).and_then([&](const Schedule& schedule) {
    return programs_of_schedule(algorithm_, schedule, wanted->lowering, setup.budget);
  });
}

const Result<Schedule>& PlannedPrograms::schedule(const Setup& setup) {
  const Result<Plan> wanted = plan(setup, Elements::all);
  if (!wanted) return schedule_ = tl::unexpected(wanted.error());
  return schedule_by(*wanted);
}

Result<PlannedPrograms::Plan> PlannedPrograms::plan(const Setup& setup, Elements elements) const {
  return usable_protocol(setup, algorithm_).map([&](const std::optional<Protocol>& protocol) {
    return Plan{setup.collective, layout_of(setup, algorithm_, protocol),
                lowering_of(setup, protocol, elements)};
  });
}

const Result<Schedule>& PlannedPrograms::schedule_by(const Plan& plan) {
  const bool is_the_same = scheduled_ && scheduled_->collective == plan.collective &&
                           scheduled_->layout == plan.layout &&
                           scheduled_->lowering.one_tile == plan.lowering.one_tile;
  if (is_the_same && schedule_) return schedule_;
  scheduled_ = plan;
  return schedule_ = checked_schedule(algorithm_, plan.collective, plan.lowering, plan.layout);
}

}  // namespace commlab
