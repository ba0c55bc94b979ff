#include "sim/script/values/races.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"

namespace commlab {
namespace {

constexpr std::size_t most_remembered = 32;  // accesses of one tensor

}  // namespace

ScriptRaces::ScriptRaces(const ScriptProgram& program)
    : program_(program),
      last_(index(program.ranks), std::vector<std::int32_t>(program.streams.size() + 1, -1)) {}

std::int32_t ScriptRaces::moment(Rank rank, int lane, const std::vector<std::int32_t>& after) {
  std::vector<std::int32_t> before = after;
  std::vector<std::int32_t>& last = last_[index(rank)];
  before.push_back(last[on_host]);
  if (lane != on_no_lane && lane != on_host) before.push_back(last[index(lane)]);
  std::erase(before, -1);
  const auto moment = static_cast<std::int32_t>(before_.size());
  before_.push_back(std::move(before));
  if (lane != on_no_lane) last[index(lane)] = moment;
  return moment;
}

// A moment comes only after moments that were made before it, so the search need not go back further than
// `earlier`.
bool ScriptRaces::comes_after(std::int32_t later, std::int32_t earlier) const {
  assert(earlier <= later && "the earlier moment was made first");
  if (later == earlier) return true;
  seen_.assign(index(later - earlier), false);
  std::vector<std::int32_t> open{later};
  while (!open.empty()) {
    const std::int32_t moment = open.back();
    open.pop_back();
    for (const std::int32_t before : before_[index(moment)]) {
      if (before == earlier) return true;
      if (before < earlier || seen_[index(before - earlier)]) continue;
      seen_[index(before - earlier)] = true;
      open.push_back(before);
    }
  }
  return false;
}

void ScriptRaces::access(Rank rank, std::int32_t moment, const ScriptStep& step) {
  const bool is_root = rank == step.peer;
  const auto reads = [&](const ScriptPayload& p) { use(rank, moment, step, p, Use::reads); };
  const auto writes = [&](const ScriptPayload& p) { use(rank, moment, step, p, Use::writes); };
  switch (step.operation) {
    case ScriptOperation::send:
    case ScriptOperation::isend:
    case ScriptOperation::print: return reads(step.payload);
    case ScriptOperation::recv:
    case ScriptOperation::irecv:
    case ScriptOperation::fill:
    case ScriptOperation::reduce:
    case ScriptOperation::all_reduce: return writes(step.payload);
    case ScriptOperation::broadcast: return is_root ? reads(step.payload) : writes(step.payload);
    case ScriptOperation::gather: reads(step.payload); return writes(step.other);
    case ScriptOperation::scatter:
    case ScriptOperation::all_gather:
    case ScriptOperation::reduce_scatter:
    case ScriptOperation::all_to_all:
    case ScriptOperation::add:
    case ScriptOperation::copy: reads(step.other); return writes(step.payload);
    case ScriptOperation::atomic_add:
      reads(step.other);
      return use(rank, moment, step, step.payload, Use::adds_to);
    case ScriptOperation::barrier:
    case ScriptOperation::wait:
    case ScriptOperation::compute:
    case ScriptOperation::sleep:
    case ScriptOperation::start:
    case ScriptOperation::stop:
    case ScriptOperation::synchronize:
    case ScriptOperation::stream_wait:
    case ScriptOperation::batch: return;
  }
}

std::string_view ScriptRaces::name_of(Use use) {
  switch (use) {
    case Use::reads: return "reads";
    case Use::writes: return "writes";
    case Use::adds_to: return "adds to";
  }
  return {};
}

void ScriptRaces::use(Rank rank, std::int32_t moment, const ScriptStep& step, const ScriptPayload& payload,
                      Use use) {
  if (!payload.has_values() || payload.elements == 0 || found_) return;
  const Access now{moment, payload.first, payload.first + payload.elements, use, &step};
  std::vector<Access>& all = accesses_[{rank, payload.tensor}];
  for (const Access& then : all) {
    const bool meet = then.first < now.last && now.first < then.last;
    const bool harmless = then.use == now.use && use != Use::writes;
    if (!meet || harmless || then.step == now.step || comes_after(moment, then.moment)) continue;
    const std::string& name = program_.of_rank[index(rank)].tensors[index(payload.tensor)].name;
    found_ = fmt::format(
        "rank {} {} {} in line {}, {}, but nothing orders that before or after {} in line {}, which {} it",
        rank, name_of(use), name, step.line, step.what, then.step->what, then.step->line, name_of(then.use));
    return;
  }
  // An access that comes after this write also comes after all accesses before the write, so these can be
  // forgotten.
  if (use == Use::writes)
    std::erase_if(all, [&](const Access& then) { return now.first <= then.first && then.last <= now.last; });
  if (all.size() == most_remembered) all.erase(all.begin());
  all.push_back(now);
}

}  // namespace commlab
