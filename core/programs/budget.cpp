#include "core/programs/budget.h"

#include <algorithm>
#include <climits>

#include "core/base/numbers.h"
#include "core/schedule/frame.h"

namespace commlab {
namespace {

// An instruction with its dependencies, and what lowering remembers of the memory it touches (measured: 130
// to 210 bytes).
constexpr Bytes of_an_instruction{200};

using Wide = __int128;  // products of counts that a user may have written

std::int64_t bounded(Wide count) { return static_cast<std::int64_t>(std::min<Wide>(count, INT64_MAX)); }

// What one part of every block makes of a schedule.
struct PerPart {
  std::int64_t instructions = 0;  // stored: symmetric programs store one rank's, tiles the first tile's
  std::int64_t transfers = 0;     // of all ranks
};

PerPart count_per_part(const Schedule& schedule) {
  const bool symmetric = frame_of(schedule) != Frame::absolute;
  const int tiles = schedule.has_only_first_tile() ? schedule.ranks() / schedule.tile() : 1;
  PerPart count;
  for (const Schedule::Rule& rule : schedule.rules()) {
    const Members& who = rule.move.who;
    const int last = std::min<int>(who.last, static_cast<int>(schedule.ranks_of(rule.group).size()));
    const std::int64_t members = last <= who.first ? 0 : (last - 1 - who.first) / who.stride + 1;
    const std::int64_t shares = rule.move.share == every_share ? schedule.shares() : 1;
    const std::int64_t stored = symmetric ? 1 : std::max<std::int64_t>(members / tiles, members > 0 ? 1 : 0);
    count.instructions += 2 * shares * stored;  // a send and a receive
    // A move of one member is kept also where the first tile only receives.
    const bool repeats = members == 1 && tiles > 1;
    if (!repeats) count.transfers += shares * members;
    if (repeats && schedule.ranks_of(rule.group)[who.first] < schedule.tile())
      count.transfers += shares * tiles;
  }
  return count;
}

}  // namespace

Status check_programs_fit(const Schedule& schedule, const Lowering& lowering, const Budget& budget) {
  if (schedule.too_large())
    return fail("a schedule over {} ranks has {} rules or more; expected fewer ranks, or another algorithm",
                with_commas(schedule.ranks()), with_commas(most_rules));
  if (lowering.channels < 1 || lowering.pieces < 1) return {};  // lower() says so
  const PerPart one = count_per_part(schedule);
  const Wide parts = Wide{lowering.channels} * lowering.pieces;
  const Wide of_a_part = Wide{std::max<std::int64_t>(1, one.instructions)} * of_an_instruction.count;
  const std::int64_t most_parts =
      std::min(bounded(budget.memory.count / of_a_part), std::int64_t{INT32_MAX} / schedule.shares());
  if (parts <= most_parts) return {};

  const std::string transfers = fmt::format("{} transfers over {} ranks",
                                            with_commas(bounded(parts * one.transfers)), schedule.ranks());
  const std::string needs = fmt::format("whose programs need {}, but only {} are free",
                                        to_human(Bytes{bounded(parts * of_a_part)}), to_human(budget.memory));
  if (most_parts == 0)
    return fail(Fault::runtime, "too little memory: {}, {}; expected fewer ranks", transfers, needs);
  const bool channels = lowering.channels >= lowering.pieces;
  const std::int64_t most =
      std::max<std::int64_t>(1, most_parts / (channels ? lowering.pieces : lowering.channels));
  return fail("--{0}: {1} {0} make {2}, {3}; expected at most {4} {0}", channels ? "channels" : "pieces",
              with_commas(channels ? lowering.channels : lowering.pieces), transfers, needs,
              with_commas(most));
}

Status check_memory(const Budget& budget, std::string_view what, std::int64_t units, Bytes each) {
  const std::int64_t needed = bounded(Wide{units} * each.count);
  if (needed <= budget.memory.count) return {};
  return fail(Fault::runtime, "too little memory: {} needs {}, but only {} are free", what,
              to_human(Bytes{needed}), to_human(budget.memory));
}

std::int64_t blocks_moved(const Programs& programs) {
  std::int64_t blocks = 0;
  for (const Program& program : programs.programs)
    for (const Lane& lane : program.lanes)
      for (const Instruction& i : lane.code) blocks += i.blocks;
  return bounded(Wide{blocks} * programs.sharers());
}

}  // namespace commlab
