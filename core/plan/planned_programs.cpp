#include "core/plan/planned_programs.h"

#include <algorithm>
#include <utility>

#include "core/plan/call_costs.h"
#include "core/plan/plan_store.h"
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

// What is wrong with the setup's protocol; `unknown`: where the machine's own protocols count.
tl::unexpected<Error> protocol_not_here(const Setup& setup, const Algorithm& algorithm,
                                        const Error& unknown) {
  if (!setup.machine->nccl) return tl::unexpected(unknown);
  std::vector<std::string> names;
  for (const Protocol& protocol : protocols_here(setup, algorithm)) names.push_back(protocol.name);
  if (names.empty()) return tl::unexpected(unknown);
  return fail("--protocol {}: {} {} on {} uses {}; choose {}, or leave it out",
              name_of(setup.experiment.protocol), name_of(algorithm.collective), algorithm.name,
              setup.machine->name, fmt::join(names, " or "), names.size() == 1 ? "it" : "one of them");
}

// The protocol that was chosen, if the machine has any. An error if the algorithm cannot use it, or the
// route.
Result<std::optional<Protocol>> usable_protocol(const Setup& setup, const Algorithm& algorithm) {
  const Experiment& e = setup.experiment;
  std::optional<Protocol> protocol;
  if (setup.machine && e.protocol != ProtocolChoice::automatic) {
    Result<Protocol> found = find_protocol(*setup.machine, name_of(e.protocol));
    if (!found) return protocol_not_here(setup, algorithm, found.error());
    protocol = *std::move(found);
  }
  if (e.route.kind == RouteChoice::Kind::relayed && algorithm.name == "direct")
    return fail("--route {}: algorithm direct does not relay; choose --algorithm relay", e.route.relays);
  if (protocol && !can_use(algorithm, *protocol))
    return fail("--protocol {}: {} stores whole pieces through a switch; choose simple, or leave it out",
                protocol->name, algorithm.name);
  return protocol;
}

// The entry that `is_right` accepts, now the first of them; null if there is none.
template <class Entry, class IsRight>
Entry* found_in(std::vector<Entry>& kept, IsRight is_right) {
  const auto found = std::ranges::find_if(kept, is_right);
  if (found == kept.end()) return nullptr;
  std::rotate(kept.begin(), found, found + 1);
  return &kept.front();
}

// Keeps a new entry; drops those that nobody has asked for since, where all together have become too large.
template <class Entry>
Entry& kept_in(std::vector<Entry>& kept, Entry entry) {
  constexpr std::ptrdiff_t most_entries = 4;   // protocols that stream or not, and pieces of two sizes
  constexpr std::int64_t most_size = 3 << 18;  // together; the newest entry may be larger
  kept.insert(kept.begin(), std::move(entry));
  std::int64_t size = kept.front().size;
  auto last = kept.begin() + 1;
  while (last != kept.end() && last - kept.begin() < most_entries && (size += last->size) <= most_size)
    ++last;
  kept.erase(last, kept.end());
  return kept.front();
}

std::int64_t instructions_of(const Programs& programs) {
  std::int64_t count = 0;
  for (const Program& program : programs.programs)
    for (const Lane& lane : program.lanes) count += static_cast<std::int64_t>(lane.code.size());
  return count;
}

bool lower_the_same(Lowering a, const Lowering& b) {
  a.elements = b.elements;
  return a == b;
}

}  // namespace

bool can_use(const Algorithm& algorithm, const Protocol& protocol) {
  return !algorithm.needs_multicast || !protocol.streams();
}

Result<std::shared_ptr<const Programs>> programs_of(const Setup& setup, const Algorithm& algorithm) {
  if (is_native(algorithm)) return std::make_shared<const Programs>(native_programs(setup.collective));
  return plans_for(algorithm, setup.plans.get())->share(setup);
}

const Result<Programs>& PlannedPrograms::programs(const Setup& setup, Elements elements) {
  const Result<Plan> wanted = plan(setup, elements);
  if (!wanted) return no_programs_ = tl::unexpected(wanted.error());
  const auto is_wanted = [&](const KeptPrograms& kept) {
    return write_the_same(kept.plan, *wanted) && lower_the_same(kept.plan.lowering, wanted->lowering);
  };
  if (KeptPrograms* kept = found_in(programs_, is_wanted)) {
    const bool fits =
        kept->plan.collective.count == wanted->collective.count && kept->plan.lowering.elements == elements;
    if (fits) return *kept->value;
    if (kept->is_shared)
      *kept = {.size = kept->size, .value = std::make_shared<Result<Programs>>(*kept->value)};
    kept->plan = *wanted;
    resize(**kept->value, wanted->collective, elements);
    return *kept->value;
  }
  const Result<Schedule>& schedule = schedule_by(*wanted);
  if (!schedule) return no_programs_ = tl::unexpected(schedule.error());
  Result<Programs> programs = programs_of_schedule(algorithm_, *schedule, wanted->lowering, setup.budget);
  if (!programs) return no_programs_ = std::move(programs);
  const std::int64_t size = instructions_of(*programs);
  return *kept_in(programs_, {*wanted, size, std::make_shared<Result<Programs>>(std::move(programs))}).value;
}

Result<std::shared_ptr<const Programs>> PlannedPrograms::share(const Setup& setup) {
  const Result<Programs>& wanted = programs(setup);
  if (!wanted) return tl::unexpected(wanted.error());
  programs_.front().is_shared = true;
  return std::shared_ptr<const Programs>(programs_.front().value, &*wanted);
}

const Result<Schedule>& PlannedPrograms::schedule(const Setup& setup) {
  const Result<Plan> wanted = plan(setup, Elements::all);
  if (!wanted) return no_schedule_ = tl::unexpected(wanted.error());
  return schedule_by(*wanted);
}

std::int64_t PlannedPrograms::size() const {
  std::int64_t size = 0;
  for (const auto& kept : schedules_) size += kept.size;
  for (const auto& kept : programs_) size += kept.size;
  return size;
}

Result<PlannedPrograms::Plan> PlannedPrograms::plan(const Setup& setup, Elements elements) const {
  return usable_protocol(setup, algorithm_).map([&](const std::optional<Protocol>& protocol) {
    return Plan{setup.collective, layout_of(setup, algorithm_, protocol),
                lowering_of(setup, protocol, elements)};
  });
}

// Whether the algorithm writes the same schedule by both plans, but for the size.
bool PlannedPrograms::write_the_same(const Plan& a, const Plan& b) const {
  Collective collective = a.collective;
  if (!algorithm_.looks_at_size) collective.count = b.collective.count;
  return collective == b.collective && a.layout == b.layout && a.lowering.one_tile == b.lowering.one_tile;
}

// A tile's schedule may be refused for some ways to lower it (can_lower_a_tile), but channels and pieces
// change nothing there.
const Result<Schedule>& PlannedPrograms::schedule_by(const Plan& plan) {
  const auto is_wanted = [&](const KeptSchedule& kept) { return write_the_same(kept.plan, plan); };
  if (KeptSchedule* kept = found_in(schedules_, is_wanted)) {
    kept->value->resize(plan.collective.count);
    return kept->value;
  }
  Result<Schedule> schedule = checked_schedule(algorithm_, plan.collective, plan.lowering, plan.layout);
  if (!schedule) return no_schedule_ = std::move(schedule);
  const auto size = static_cast<std::int64_t>(schedule->rules().size());
  return kept_in(schedules_, {plan, size, std::move(schedule)}).value;
}

}  // namespace commlab
