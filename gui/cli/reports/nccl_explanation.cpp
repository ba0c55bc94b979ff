#include "gui/cli/reports/nccl_explanation.h"

#include <cmath>

#include "core/base/numbers.h"
#include "core/plan/call_costs.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

Time time_of(double microseconds) { return {std::llround(microseconds * 1e6)}; }

std::string channels_text(const NcclComm& comm) {
  std::string text = fmt::format("  Ring: {}; a collective uses up to {}.\n",
                                 graph_text(comm.ring, comm.nodes), counted(comm.channels, "channel"));
  text += fmt::format("  Tree: {}.\n", graph_text(comm.tree, comm.nodes));
  if (comm.nvls.channels > 0)
    text += fmt::format("  NVLS: {}; it uses {}.\n", graph_text(comm.nvls, comm.nodes),
                        counted(comm.nvls_channels, "channel"));
  return text;
}

std::string candidates_text(const NcclExplanation& e) {
  Table table({{"algorithm"},
               {"latency", right},
               {"bandwidth", right},
               {"estimate", right},
               {"predicted", right},
               {""}});
  for (const SimulatedCandidate& each : e.candidates) {
    const NcclCandidate& c = each.candidate;
    const bool is_chosen = c.algorithm == e.chosen.algorithm && c.protocol == e.chosen.protocol;
    const bool known = c.time_us > 0;
    const std::string remark = is_chosen             ? "<- NCCL's choice"
                               : !c.excluded.empty() ? "excluded: " + c.excluded
                                                     : each.why_not;
    table.add({way_text(c.algorithm, c.protocol), known ? to_human(time_of(c.estimate.latency_us)) : "",
               known ? bandwidth_text(c.estimate.bandwidth_GBps) : "",
               known ? to_human(time_of(c.time_us)) : "", each.time ? to_human(*each.time) : "", remark});
  }
  return table.text();
}

std::string switches_text(const NcclExplanation& e) {
  std::vector<std::string> parts;
  for (const NcclSwitch& s : e.switches)
    parts.push_back(fmt::format("{} from {}", way_text(s.way.algorithm, s.way.protocol), to_human(s.from)));
  return fmt::format("By size, NCCL chooses {}.\n", fmt::join(parts, ", "));
}

}  // namespace

NcclExplanation explain_nccl(const Setup& setup, const NcclWay& chosen, const Tools& tools) {
  const NcclComm comm = *nccl_comm_of(setup);
  return {.comm = comm,
          .chosen = chosen,
          .candidates = simulated_candidates(setup, comm, tools.planner()),
          .switches = nccl_switches(comm, setup.collective)};
}

std::string graph_text(const NcclGraph& graph, int nodes) {
  std::string text = fmt::format("{} of {}GB/s ({})", counted(graph.channels, "channel"), graph.intra,
                                 name_of(graph.type_intra));
  if (nodes > 1)
    text += fmt::format(", {}GB/s between nodes ({}{})", graph.inter, name_of(graph.type_inter),
                        graph.crosses_rails ? ", leaving by another NIC" : "");
  return text;
}

std::string nccl_text(const NcclExplanation& e) {
  const NcclComm& comm = e.comm;
  std::string text =
      fmt::format("\nWhat does NCCL choose? NCCL {} sees {} on {}, and finds\n",
                  to_human(comm.settings.version), counted(comm.ranks, "GPU"), counted(comm.nodes, "node"));
  text += channels_text(comm);
  text += "\nIts estimates order the choices; they are no predictions, as the simulated times are:\n" +
          candidates_text(e);
  return text + switches_text(e);
}

Json nccl_json(const NcclExplanation& e) {
  Json candidates = Json::array(), switches = Json::array();
  for (const SimulatedCandidate& each : e.candidates) {
    const NcclCandidate& c = each.candidate;
    candidates.push_back({{"algorithm", name_of(c.algorithm)},
                          {"protocol", name_of(c.protocol)},
                          {"latency_us", c.estimate.latency_us},
                          {"bandwidth_GBps", c.estimate.bandwidth_GBps},
                          {"estimate_us", c.time_us},
                          {"excluded", c.excluded},
                          {"predicted_us", each.time ? Json(microseconds_of(*each.time)) : Json(nullptr)}});
  }
  for (const NcclSwitch& s : e.switches)
    switches.push_back({{"from_bytes", s.from.count},
                        {"algorithm", name_of(s.way.algorithm)},
                        {"protocol", name_of(s.way.protocol)},
                        {"channels", s.way.channels}});
  return {{"nccl_channels", e.comm.channels}, {"nccl_candidates", candidates}, {"nccl_switches", switches}};
}

}  // namespace commlab
