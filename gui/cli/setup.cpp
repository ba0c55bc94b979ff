#include "gui/cli/setup.h"

#include <optional>
#include <utility>

#include "core/machine_text/find_machine.h"
#include "core/programs/lower.h"
#include "core/programs/native.h"
#include "core/programs/programs_for.h"
#include "core/routes/disjoint_rings.h"
#include "core/routes/rank_paths.h"
#include "gui/cli/own_machine.h"
#include "gui/cli/ways.h"

namespace commlab {
namespace {

constexpr int uncalibrated_ranks = 4;
constexpr int most_ranks_here = 4096;  // threads, or memory of a GPU, are what this computer can run out of

Result<std::optional<Machine>> machine_of(const Experiment& experiment, const Tools& tools) {
  if (is_own_machine(experiment.machine, tools)) {
    for (const std::string* hint : {&experiment.nic, &experiment.gpu})
      if (!hint->empty()) return fail("'{}' is no use here: this computer is measured, not described", *hint);
    return read_own_machine(experiment.machine);
  }
  const MachineHints hints{.nic = experiment.nic, .gpu = experiment.gpu};
  return find_machine(experiment.machine, tools.machine_folder, hints).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

}  // namespace

Result<Setup> set_up(Experiment experiment, const Tools& tools) {
  const bool runs_here = !tools.backend(experiment.on).models;
  if (experiment.machine.empty()) experiment.machine = runs_here ? experiment.on : "hcm8";
  Result<std::optional<Machine>> machine = machine_of(experiment, tools);
  if (!machine) return tl::unexpected(machine.error());
  if (!*machine && !runs_here) return not_measured_yet(experiment.machine);

  if (experiment.route == "staged")
    if (const Status staged = stage_through_memory(*machine); !staged) return tl::unexpected(staged.error());
  if (!experiment.ranks) experiment.ranks = tools.backend(experiment.on).launched;
  if (!experiment.ranks) experiment.ranks = *machine ? (*machine)->topology.gpus : uncalibrated_ranks;
  const int most_ranks = runs_here ? most_ranks_here : (*machine)->topology.gpus;
  const Result<Collective> collective = collective_of(experiment, most_ranks);
  if (!collective) return tl::unexpected(collective.error());

  if (experiment.copy != Experiment{}.copy && experiment.on != "cuda")
    return fail("--copy: only GPUs have copy engines, and a choice: --on cuda; leave it out");
  if (experiment.protocol != "auto" && runs_here)
    return fail("--protocol: {} hands messages over in one way; leave it out", experiment.on);
  if (experiment.protocol != "auto" && collective->kind == CollectiveKind::p2p)
    return fail("--protocol: p2p is a plain copy and has no protocol; leave it out, or try sendrecv");

  if (!experiment.size && !experiment.count) experiment.size = MiB(64);
  if (collective->kind == CollectiveKind::p2p) experiment.to = collective->to;
  if (const Status joined = check_links(experiment, *collective, *machine); !joined)
    return tl::unexpected(joined.error());
  Result<std::vector<RankPath>> paths = paths_of(experiment, *collective, *machine);
  if (!paths) return tl::unexpected(paths.error());
  Layout layout{.per_node = experiment.per_node.value_or(*machine ? (*machine)->topology.per_node : 0),
                .paths = *std::move(paths)};
  if (*machine) layout.rings = disjoint_rings((*machine)->topology, collective->ranks);
  if (*machine && collective->kind == CollectiveKind::p2p)
    layout.per_message = cost_of_a_copy(**machine, *collective);
  return Setup{std::move(experiment), *std::move(machine), *collective, std::move(layout)};
}

Result<Programs> programs_of(const Setup& setup, const Algorithm& algorithm) {
  if (is_native(algorithm)) return native_programs(setup.collective);
  const Experiment& e = setup.experiment;
  Lowering lowering{.channels = e.channels, .pieces = e.pieces.value_or(1), .slots = 8, .fused = e.fused};
  if (setup.machine) lowering.slots = setup.machine->work.slots;
  if (e.slots) lowering.slots = *e.slots;
  if (setup.machine && e.protocol != "auto") {
    const Result<Protocol> protocol = find_protocol(*setup.machine, e.protocol);
    if (!protocol) return tl::unexpected(protocol.error());
    lowering.fused = lowering.fused || protocol->streams();
  }
  if (names_a_path(e.route) && algorithm.name == "direct")
    return fail("--route {}: algorithm direct takes no way over relays; relay does", e.route);
  Layout layout = setup.layout;
  layout.order = e.ring;
  if (e.algorithm.starts_with(fmt::format("{}:", algorithm.name))) layout.parts = parts_of(e.algorithm);
  return programs_for(algorithm, setup.collective, lowering, layout);
}

}  // namespace commlab
