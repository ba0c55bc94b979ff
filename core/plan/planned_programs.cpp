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

Result<Programs> programs_of(const Setup& setup, const Algorithm& algorithm, Elements elements) {
  if (is_native(algorithm)) return native_programs(setup.collective);
  const Result<std::optional<Protocol>> protocol = usable_protocol(setup, algorithm);
  if (!protocol) return tl::unexpected(protocol.error());
  return programs_for(algorithm, setup.collective, lowering_of(setup, *protocol, elements),
                      layout_of(setup, algorithm, *protocol), setup.budget);
}

const Result<Schedule>& PlannedSchedule::of(const Setup& setup) {
  Result<Layout> layout =
      usable_protocol(setup, algorithm_).map([&](const std::optional<Protocol>& protocol) {
        return layout_of(setup, algorithm_, protocol);
      });
  if (!layout)
    schedule_.emplace(tl::unexpected(layout.error()));
  else if (!layout_ || *layout_ != *layout)
    schedule_.emplace(checked_schedule_of_a_tile(algorithm_, setup.collective, *layout));
  layout_ = layout ? std::optional(*std::move(layout)) : std::nullopt;
  return *schedule_;
}

}  // namespace commlab
