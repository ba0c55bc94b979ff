#include "core/fit/published_call.h"

#include <cmath>
#include <optional>

#include "core/nccl/nccl_choice.h"
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
                               const Machine& machine)
    : table_(table), setting_(setting), machine_(machine) {
  for (const PublishedRow& row : table.rows) {
    if (row.ranks > machine.topology.gpus || ranks_.contains(row.ranks)) continue;
    NcclComm comm = nccl_comm(machine, row.ranks, setting.nccl);
    const NcclSite site = nccl_site(comm);
    ranks_.emplace(row.ranks, Ranks{std::move(comm), site});
  }
}

Result<PublishedCall> PublishedCalls::row(const PublishedRow& published) const {
  const Result<Collective> collective = collective_of(published, setting_, machine_);
  if (!collective) return tl::unexpected(collective.error());
  if (published.ranks < 2) return fail("one rank sends nothing");
  if (size_of(*collective).count == 0) return fail("nothing was sent");
  const auto& [comm, site] = ranks_.at(published.ranks);
  const Result<NcclRoute> route = route_of(setting_, comm, *collective);
  if (!route) return tl::unexpected(route.error());
  const bool custom = setting_.channels > 0;
  return PublishedCall{.site = site,
                       .costs = *machine_.nccl,
                       .call = {.collective = *collective,
                                .launch = setting_.launch,
                                .loop = setting_.loop,
                                .synchronised = !setting_.loop,
                                .one_ring = custom && !setting_.custom_pairs,
                                .channels = custom ? std::optional(setting_.channels) : std::nullopt},
                       .route = *route,
                       .size = published.size,
                       .measured_us = microseconds_of(*published.time)};
}

std::vector<PublishedCall> PublishedCalls::all() const {
  std::vector<PublishedCall> calls;
  for (const PublishedRow& published : table_.rows)
    if (Result<PublishedCall> call = row(published); call && call->measured_us > 0)
      calls.push_back(*std::move(call));
  return calls;
}

std::string_view algorithm_name(const NcclRoute& route) {
  return route.by == NcclRoute::By::algorithm ? name_of(route.algorithm) : "direct";
}
std::string_view protocol_name(const NcclRoute& route) {
  return route.by == NcclRoute::By::messages ? "" : name_of(route.protocol);
}

double time_us(const PublishedCall& row, const NcclCosts& costs) {
  switch (row.route.by) {
    case NcclRoute::By::pairs: return nccl_pairs_time_us(row.site, costs, row.call, row.route.protocol);
    case NcclRoute::By::messages: return nccl_p2p_time_us(row.site, costs, row.call, row.route.one_way);
    case NcclRoute::By::algorithm: break;
  }
  return nccl_time_us(row.site, costs, row.call, row.route.algorithm, row.route.protocol);
}

double log_error(const PublishedCall& call, const NcclCosts& costs) {
  return std::log(time_us(call, costs) / call.measured_us);
}

double slope_of(const PublishedCall& call, const NcclCosts& costs, const NcclCost& cost, double error) {
  constexpr double step = 1e-3;
  NcclCosts moved = costs;
  moved.*cost.value *= std::exp(step);
  return (log_error(call, moved) - error) / step;
}

std::string family_of(const PublishedTable& table, const PublishedSetting& setting) {
  const bool over_nodes = table.rows.front().nodes > 1 && !setting.network.fabric.empty();
  return over_nodes ? setting.node + ", " + setting.network.fabric : setting.node;
}

Result<CallTable> call_table(const PublishedTable& table, const std::filesystem::path& machine_folder) {
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
  all.rows = PublishedCalls(table, *setting, *machine).all();
  all.many_nodes = !all.rows.empty() && all.rows.front().site.nodes > 1;
  return all;
}

Result<std::vector<CallTable>> call_tables(const std::filesystem::path& measurements,
                                           const std::filesystem::path& machine_folder) {
  std::vector<CallTable> all;
  for (const std::filesystem::path& file : published_files(measurements)) {
    const Result<PublishedTable> table = read_published(file);
    if (!table) return tl::unexpected(table.error());
    Result<CallTable> one = call_table(*table, machine_folder);
    if (!one) return fail("{}: {}", file.string(), one.error().message);
    if (!one->rows.empty()) all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace commlab
