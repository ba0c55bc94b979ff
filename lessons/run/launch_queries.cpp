#include "lessons/run/launch_queries.h"

#include <algorithm>

#include "lessons/run/query_arguments.h"
#include "lessons/run/query_table.h"

namespace commlab {
namespace {

using Arguments = std::vector<QueryArgument>;

Result<Value> world_size(const Launched& l, const Arguments&) { return value_of(l.world_size); }

Value numbers(const std::vector<Rank>& ranks) {
  Value::List list;
  for (const Rank rank : ranks) list.push_back(value_of(rank));
  return {std::move(list)};
}
Result<Value> missing(const Launched& l, const Arguments&) { return numbers(l.missing); }
Result<Value> twice(const Launched& l, const Arguments&) { return numbers(l.twice); }
Result<Value> initialized(const Launched& l, const Arguments&) { return truth_value(l.complete()); }

// rank_of(node, local rank)
Result<Value> rank_of(const Launched& l, const Arguments& arguments) {
  const int nodes = l.processes.back().node + 1;
  const auto node = number_in(arguments[0], "node", 0, nodes - 1);
  const auto local = number_in(arguments[1], "local", 0, static_cast<int>(l.processes.size()) / nodes - 1);
  if (!node) return tl::unexpected(node.error());
  if (!local) return tl::unexpected(local.error());
  const auto found = std::ranges::find_if(l.processes, [&](const LaunchedProcess& process) {
    return process.node == *node && process.local_rank == *local;
  });
  return value_of(found->rank);
}

// The first process that gives itself this rank.
Result<const LaunchedProcess*> process_of(const Launched& l, const QueryArgument& argument) {
  return number_in(argument, "rank", 0, 1 << 20).and_then([&](int rank) -> Result<const LaunchedProcess*> {
    const auto found = std::ranges::find(l.processes, rank, &LaunchedProcess::rank);
    if (found == l.processes.end()) return fail("no process says it is rank {}", rank);
    return &*found;
  });
}
Result<Value> node_of(const Launched& l, const Arguments& arguments) {
  return process_of(l, arguments[0]).map([](const LaunchedProcess* process) {
    return value_of(process->node);
  });
}
Result<Value> local_rank_of(const Launched& l, const Arguments& arguments) {
  return process_of(l, arguments[0]).map([](const LaunchedProcess* process) {
    return value_of(process->local_rank);
  });
}
// Nothing where the process has no such device.
Result<Value> gpu_of(const Launched& l, const Arguments& arguments) {
  return process_of(l, arguments[0]).map([](const LaunchedProcess* process) {
    return process->physical_gpu ? value_of(*process->physical_gpu) : Value{};
  });
}

constexpr QueryRow<Launched> launch_rows[] = {
    {"world_size", world_size}, {"rank_of", rank_of},
    {"node_of", node_of},       {"local_rank_of", local_rank_of},
    {"gpu_of", gpu_of},         {"initialized", initialized},
    {"missing", missing},       {"twice", twice},
};

}  // namespace

Result<Value> query_result(const Launched& launched, const RunQuery& query) {
  return result_by(launch_rows, launched, query, "a launch");
}

}  // namespace commlab
