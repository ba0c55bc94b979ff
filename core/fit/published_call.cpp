#include "core/fit/published_call.h"

#include <cassert>
#include <cmath>
#include <optional>

#include "core/nccl/nccl_choice.h"
#include "core/plan/bound_of.h"
#include "core/plan/choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "core/plan/setup.h"
#include "core/published/published_machine.h"

namespace commlab {
namespace {

// "aistabci/abci2.0benchmark" of "github aistabci/abci2.0benchmark : allreduce/job08 line 14".
std::string publisher_of(const PublishedTable& table) {
  constexpr std::string_view github = "github ";
  const std::string source = table.fact("source");
  const std::string before_colon = source.substr(0, source.find(" : "));
  return before_colon.starts_with(github) ? before_colon.substr(github.size()) : before_colon;
}

NcclProtocol protocol_of(const PublishedSetting& setting) {
  return setting.nccl.protocols.empty() ? NcclProtocol::simple : setting.nccl.protocols.front();
}

Result<NcclRoute> route_of(const PublishedSetting& setting, const NcclComm& comm, const Collective& c) {
  if (setting.custom_pairs) return NcclRoute{.by = NcclRoute::By::pairs, .protocol = protocol_of(setting)};
  if (!is_tuned_by_nccl(c.kind)) return NcclRoute{.by = NcclRoute::By::messages, .one_way = setting.one_way};
  const auto route = [](const NcclWay& way) {
    return NcclRoute{.algorithm = way.algorithm, .protocol = way.protocol};
  };
  const Result<NcclWay> way = nccl_way(comm, c);
  if (way) return route(*way);
  // It ran, so NCCL did not obey: up to 2.23 it falls back to what it would choose.
  NcclComm free = comm;
  free.settings.algorithms.clear();
  free.settings.protocols.clear();
  return nccl_way(free, c).map(route);
}

}  // namespace

Result<Collective> collective_of(const PublishedRow& row, const PublishedSetting& setting,
                                 const Machine& machine) {
  if (!row.time) return fail("no time was published");
  if (row.ranks > machine.topology.gpus)
    return fail("{} has {} GPUs; there are too many ranks", machine.name, machine.topology.gpus);
  Bytes size = row.size;
  if (setting.per_peer) {
    if (size.count > endless.count / row.ranks)
      return fail("{} for each of {} ranks is too large", to_text(size), row.ranks);
    size.count *= row.ranks;
  }
  Collective collective{
      .kind = row.kind, .ranks = row.ranks, .dtype = row.dtype, .op = row.op, .in_place = setting.in_place};
  collective.count = count_for(row.kind, row.ranks, row.dtype, size);
  return collective;
}

PublishedCalls::PublishedCalls(const PublishedTable& table, const PublishedSetting& setting,
                               const Machine& sound, const Predict& predict, const DamageWords& damage)
    : table_(table), setting_(setting), machine_(std::make_shared<const Machine>(sound)) {
  std::shared_ptr<const Machine> told = machine_;  // as its hardware tells NCCL
  std::vector<int> damaged_nodes;
  if (!damage.slow.empty() || !damage.late.empty() || !damage.cut.empty()) {
    const Result<DamagedTopology> left = damaged(sound.topology, damage);
    assert(left && "the machine has these parts");
    Machine changed = sound;
    changed.topology = left->told;
    told = std::make_shared<const Machine>(changed);
    changed.topology = left->real;
    machine_ = std::make_shared<const Machine>(std::move(changed));
    damaged_nodes = left->nodes;
  }
  const Machine& machine = *told;
  const auto plans = std::make_shared<PlanStore>();
  for (const PublishedRow& row : table.rows) {
    if (row.ranks > machine.topology.gpus || grounds_.contains(row.ranks)) continue;
    const auto nccl =
        std::make_shared<const NcclComm>(nccl_comm(machine, row.ranks, setting.nccl, damaged_nodes));
    auto ground = std::make_shared<const PublishedGround>(
        PublishedGround{.machine = machine_,
                        .nccl = nccl,
                        .layout = layout_on(machine, row.ranks, nccl.get()),
                        .plans = plans,
                        .predict = predict,
                        .one_ring = setting.channels > 0 && !setting.custom_pairs});
    grounds_.emplace(row.ranks, std::move(ground));
  }
}

Result<PublishedCall> PublishedCalls::row(const PublishedRow& published) const {
  const Result<Collective> collective = collective_of(published, setting_, *machine_);
  if (!collective) return tl::unexpected(collective.error());
  if (published.ranks < 2) return fail("one rank sends nothing");
  if (size_of(*collective).count == 0) return fail("nothing was sent");
  const std::shared_ptr<const PublishedGround>& ground = grounds_.at(published.ranks);
  const Result<NcclRoute> route = route_of(setting_, *ground->nccl, *collective);
  if (!route) return tl::unexpected(route.error());
  return PublishedCall{
      .ground = ground,
      .costs = *machine_->nccl,
      .call = {.collective = *collective,
               .route = *route,
               .synchronised = !setting_.loop,
               .channels = setting_.channels > 0 && !setting_.custom_pairs ? std::optional(setting_.channels)
                                                                           : std::nullopt},
      .launch = setting_.launch,
      .loop = setting_.loop,
      .size = published.size,
      .measured_us = microseconds_of(*published.time)};
}

std::vector<PublishedCall> PublishedCalls::all() const {
  std::vector<PublishedCall> calls;
  for (const PublishedRow& published : table_.rows)
    if (Result<PublishedCall> call = row(published);
        call && call->measured_us > 0 && our_algorithm(call->call, call->ground->layout).has_value())
      calls.push_back(*std::move(call));
  return calls;
}

std::string_view algorithm_name(const NcclRoute& route) {
  return route.by == NcclRoute::By::algorithm ? name_of(route.algorithm) : "direct";
}
std::string_view protocol_name(const NcclRoute& route) {
  return route.by == NcclRoute::By::messages ? "" : name_of(route.protocol);
}

namespace {

Setup setup_of(const PublishedCall& row) {
  const PublishedGround& ground = *row.ground;
  Layout layout = ground.layout;
  if (ground.one_ring) layout.rings.clear();
  return {.experiment = {.collective = row.call.collective.kind,
                         .machine = ground.machine->name,
                         .launch = row.launch,
                         .loop = row.loop ? calls_of_nccl_tests : 1,
                         .ranks = row.call.collective.ranks},
          .machine = *ground.machine,
          .collective = row.call.collective,
          .layout = std::move(layout),
          .nccl = ground.nccl,
          .plans = ground.plans};
}

}  // namespace

Result<Time> simulated_time(const PublishedCall& row, const NcclCosts& costs) {
  const PublishedGround& ground = *row.ground;
  const Setup setup = setup_of(row);
  return choice_of_call(setup, row.call, costs)
      .and_then([&](const Choice& choice) {
        const Setup chosen = settled(setup, choice);
        const PlanStore::Loan planned = plans_for(*choice.algorithm, ground.plans.get());
        const Result<Programs>& programs = planned->programs(chosen);
        if (!programs) return Result<Run>(tl::unexpected(programs.error()));
        return ground.predict(*programs, *chosen.machine, chosen.experiment, never);
      })
      .map([](const Run& run) { return run.finish; });
}

std::optional<Time> time_of_links(const PublishedCall& row) {
  const std::optional<Bound> bound = bound_of(setup_of(row));
  return bound ? std::optional(bound->bandwidth) : std::nullopt;
}

double time_us(const PublishedCall& row, const NcclCosts& costs) {
  const Result<Time> time = simulated_time(row, costs);
  assert(time && "the row can be simulated");
  return microseconds_of(*time);
}

double log_error(const PublishedCall& call, const NcclCosts& costs) {
  return std::log(time_us(call, costs) / call.measured_us);
}

double slope_of(const PublishedCall& call, const NcclCosts& costs, const NcclCost& cost, double error) {
  constexpr double step = 1e-2;
  NcclCosts moved = costs;
  moved.*cost.value *= std::exp(step);
  const NcclSite site = nccl_site(*call.ground->nccl);
  if (costs_of(call.call, site, moved) == costs_of(call.call, site, costs)) return 0;
  return (log_error(call, moved) - error) / step;
}

std::string family_of(const PublishedTable& table, const PublishedSetting& setting) {
  const bool over_nodes = table.rows.front().nodes > 1 && !setting.network.fabric.empty();
  return over_nodes ? setting.node + ", " + setting.network.fabric : setting.node;
}

Result<CallTable> call_table(const PublishedTable& table, const std::filesystem::path& machine_folder,
                             const Predict& predict) {
  CallTable all{.name = table.name};
  if (table.of_pairs || table.rows.empty()) return all;
  Result<PublishedSetting> setting = setting_of(table);
  if (!setting) return all;  // of another library
  all.fitted_from = setting->fitted_from;
  if (setting->experiment) return all;
  all.family = family_of(table, *setting);
  all.cluster = fmt::format("{}, {}", all.family, publisher_of(table));
  const Result<Machine> machine = machine_of(*setting, table, machine_folder);
  if (!machine) return tl::unexpected(machine.error());
  if (!machine->nccl) return all;
  all.rows = PublishedCalls(table, *setting, *machine, predict).all();
  all.many_nodes = !all.rows.empty() && all.rows.front().ground->nccl->nodes > 1;
  if (all.many_nodes) all.network = machine->nccl->fabric;
  return all;
}

Result<std::vector<CallTable>> call_tables(const std::filesystem::path& measurements,
                                           const std::filesystem::path& machine_folder,
                                           const Predict& predict) {
  std::vector<CallTable> all;
  for (const std::filesystem::path& file : published_files(measurements)) {
    const Result<PublishedTable> table = read_published(file);
    if (!table) return tl::unexpected(table.error());
    Result<CallTable> one = call_table(*table, machine_folder, predict);
    if (!one) return fail("{}: {}", file.string(), one.error().message);
    if (!one->rows.empty()) all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace commlab
