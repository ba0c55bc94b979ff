#include "gui/window/topology/hint.h"

#include <fmt/format.h>

#include "core/trace/trace.h"
#include "gui/window/topology/holdings.h"

namespace commlab {
namespace {

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::vector<std::string> link_hint(const TopologyIndex& index, const TopologyMarks& marks, const Trace& trace,
                                   LinkId id) {
  const Link& link = trace.topology.links[id];
  std::vector<std::string> lines = {trace.topology.link_name(id)};
  std::string about = std::string(name_of(link.type));
  if (link.lanes > 1) about = fmt::format("{}x {}", link.lanes, about);
  about += ", " + to_text(link.bandwidth);
  if (link.latency > Time{}) about += ", " + to_text(link.latency);
  lines.push_back(about);
  if (!index.edits[id].empty()) lines.push_back(index.edits[id] + " than the machine's");
  const TopologyMarks::Traffic traffic = marks.on(id);
  if (traffic.messages == 0) {
    lines.push_back("nothing on it now");
  } else if (traffic.messages == 1) {
    lines.push_back(fmt::format("one message uses {}", percent(traffic.load)));
  } else {
    lines.push_back(fmt::format("{} messages share {}", traffic.messages, to_text(link.bandwidth)));
    lines.push_back(fmt::format("{} in use", percent(traffic.load)));
  }
  return lines;
}

std::vector<std::string> transfer_hint(const Shown& shown, const Transfer& transfer) {
  const Trace& trace = shown.scene.trace();
  const Time now = shown.view.now;
  std::string what =
      fmt::format("chunk {}, {}, {}", chunk_number(trace.partition, transfer.block, transfer.part),
                  to_human(Bytes{transfer.bytes}), transfer.reduces ? "adds" : "copies");
  if (transfer.blocks > 1)
    what = fmt::format("{} chunks from {} on, {}, {}", transfer.blocks,
                       chunk_number(trace.partition, transfer.block, transfer.part),
                       to_human(Bytes{transfer.bytes}), transfer.reduces ? "adds" : "copies");
  if (tells_flows_apart(shown))
    what = fmt::format("{}, {}, {:.3g} GB/s on average", to_human(Bytes{transfer.bytes}),
                       transfer.reduces ? "adds" : "copies", rate_of(transfer) / 1e9);
  std::string when;
  if (now < transfer.start)
    when = now < transfer.ready ? "not ready yet" : "waits to start";
  else if (now >= transfer.end)
    when = "has arrived";
  else
    when = fmt::format("{} of its time is over", percent(fraction_at(transfer, now)));
  return {trace.ends_text(transfer), what, when};
}

std::vector<std::string> rank_hint(const Shown& shown, Rank rank) {
  const Trace& trace = shown.scene.trace();
  const bool on_gpu = rank < trace.topology.gpus && !has_only_copies(trace);
  std::vector<std::string> lines = {name_of_end(trace, rank) +
                                    (on_gpu ? fmt::format(" on GPU {}", rank) : "")};
  if (!shown.scene.replay || shown.scene.only_inputs()) return lines;
  const TopologyHoldings holdings(shown);
  if (holdings.chunks() > most_chunks_counted) {
    lines.push_back(holdings.complete(rank) ? "complete" : "not complete yet");
    return lines;
  }
  int promised = 0, done = 0;
  for (int sector = 0; sector < holdings.sectors(); ++sector) {
    const MatrixCell cell = holdings.of(rank, sector);
    promised += cell.promised ? 1 : 0;
    done += cell.done() ? 1 : 0;
  }
  lines.push_back(promised == 0
                      ? "nothing is promised to it"
                      : fmt::format("{} of {} chunk{} complete", done, promised, promised == 1 ? "" : "s"));
  return lines;
}

std::vector<std::string> chunk_hint(const Shown& shown, Rank rank, std::int32_t block, int part) {
  if (!shown.scene.replay) return {};
  const Replay& replay = *shown.scene.replay;
  const int parts = replay.partition().blocks == 1 ? 1 : replay.partition().parts;
  if (shown.scene.only_inputs()) {
    const ValueId brought = replay.brought(rank, block, part);
    return {cell_name(replay, rank, block, part, parts),
            brought == Replay::no_value ? "nothing yet" : "what " + replay.contributors(brought) + " brings"};
  }
  return {cell_name(replay, rank, block, part, parts),
          cell_state(replay, rank, block, part, parts, shown.view.now)};
}

}  // namespace

std::vector<std::string> topology_hint(const TopologyIndex& index, const TopologyMarks& marks,
                                       const Shown& shown, const Selection& selection) {
  const Trace& trace = shown.scene.trace();
  if (selection.transfer) return transfer_hint(shown, trace.transfers[*selection.transfer]);
  if (selection.link) return link_hint(index, marks, trace, *selection.link);
  if (selection.rank && selection.block)
    return chunk_hint(shown, *selection.rank, *selection.block, selection.part);
  if (selection.rank) return rank_hint(shown, *selection.rank);
  return {};
}

}  // namespace commlab
