#include "core/fit/fit_row.h"

#include <map>
#include <optional>

#include "core/nccl/nccl_choice.h"
#include "core/published/published_machine.h"

namespace commlab {
namespace {

NcclProtocol protocol_of(const PublishedSetting& setting) {
  return setting.nccl.protocols.empty() ? NcclProtocol::simple : setting.nccl.protocols.front();
}

// nullopt: the settings leave NCCL nothing.
std::optional<NcclRoute> route_of(const PublishedSetting& setting, const NcclComm& comm, const Collective& c) {
  if (setting.custom_pairs) return NcclRoute{.by = NcclRoute::By::pairs, .protocol = protocol_of(setting)};
  if (!is_tuned_by_nccl(c.kind)) return NcclRoute{.by = NcclRoute::By::messages, .one_way = setting.one_way};
  const Result<NcclWay> way = nccl_way(comm, c);
  if (!way) return std::nullopt;
  return NcclRoute{.algorithm = way->algorithm, .protocol = way->protocol};
}

std::optional<Collective> collective_of(const PublishedRow& row, const PublishedSetting& setting) {
  if (!row.time || *row.time <= Time{} || row.size.count <= 0) return std::nullopt;
  Bytes size = row.size;
  if (setting.per_peer) {
    if (size.count > endless.count / row.ranks) return std::nullopt;
    size.count *= row.ranks;
  }
  Collective collective{.kind = row.kind, .ranks = row.ranks, .dtype = row.dtype, .op = row.op, .in_place = setting.in_place};
  collective.count = count_for(row.kind, row.ranks, row.dtype, size);
  return size_of(collective).count > 0 ? std::optional(collective) : std::nullopt;
}

class Rows {
 public:
  Rows(const PublishedSetting& setting, const Machine& machine) : setting_(setting), machine_(machine) {}

  std::optional<FitRow> row(const PublishedRow& published) {
    const std::optional<Collective> collective = collective_of(published, setting_);
    if (!collective || collective->ranks > machine_.topology.gpus) return std::nullopt;
    const NcclComm& comm = comm_of(collective->ranks);
    const std::optional<NcclRoute> route = route_of(setting_, comm, *collective);
    if (!route) return std::nullopt;
    const bool custom = setting_.channels > 0;
    return FitRow{.site = nccl_site(comm),
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

 private:
  const NcclComm& comm_of(int ranks) {
    const auto found = comms_.find(ranks);
    if (found != comms_.end()) return found->second;
    return comms_.emplace(ranks, nccl_comm(machine_, ranks, setting_.nccl)).first->second;
  }

  const PublishedSetting& setting_;
  const Machine& machine_;
  std::map<int, NcclComm> comms_;
};

}  // namespace

double time_us(const FitRow& row, const NcclCosts& costs) {
  switch (row.route.by) {
    case NcclRoute::By::pairs: return nccl_pairs_time_us(row.site, costs, row.call, row.route.protocol);
    case NcclRoute::By::messages: return nccl_p2p_time_us(row.site, costs, row.call, row.route.one_way);
    case NcclRoute::By::algorithm: break;
  }
  return nccl_time_us(row.site, costs, row.call, row.route.algorithm, row.route.protocol);
}

std::string family_of(const PublishedTable& table, const PublishedSetting& setting) {
  const bool over_nodes = table.rows.front().nodes > 1 && !setting.network.empty();
  return over_nodes ? setting.node + ", " + setting.network : setting.node;
}

Result<FitTable> fit_table(const PublishedTable& table, const std::filesystem::path& machine_folder) {
  FitTable all{.name = table.name};
  if (table.of_pairs || table.rows.empty()) return all;
  const Result<PublishedSetting> setting = setting_of(table);
  if (!setting) return all;  // of another library
  all.fitted_from = setting->fitted_from;
  if (setting->experiment) return all;
  all.family = family_of(table, *setting);
  const Result<Machine> machine = machine_of(*setting, table, machine_folder);
  if (!machine) return tl::unexpected(machine.error());
  if (!machine->nccl) return all;
  Rows rows(*setting, *machine);
  for (const PublishedRow& published : table.rows)
    if (std::optional<FitRow> row = rows.row(published)) all.rows.push_back(*std::move(row));
  all.many_nodes = !all.rows.empty() && all.rows.front().site.nodes > 1;
  return all;
}

Result<std::vector<FitTable>> fit_tables(const std::filesystem::path& measurements,
                                         const std::filesystem::path& machine_folder) {
  std::vector<FitTable> all;
  for (const std::filesystem::path& file : published_files(measurements)) {
    const Result<PublishedTable> table = read_published(file);
    if (!table) return tl::unexpected(table.error());
    Result<FitTable> one = fit_table(*table, machine_folder);
    if (!one) return fail("{}: {}", file.string(), one.error().message);
    if (!one->rows.empty()) all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace commlab
