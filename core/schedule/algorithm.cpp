#include "core/schedule/algorithm.h"

#include <cassert>

#include "core/base/nearest.h"
#include "core/base/words.h"

namespace commlab {
namespace {

// On one rank every collective is a copy of input to output, or in place nothing at all.
void write_alone(Schedule& s) {
  s.next_step();
  s.every(s.everyone(), {.to = at(0), .from = Buffer::input});
}

Schedule written_by(const Algorithm& algorithm, Schedule empty) {
  const Collective& collective = empty.collective();
  assert(check(collective) && algorithm.supports(collective));
  if (collective.ranks == 1)
    write_alone(empty);
  else if (algorithm.author != nullptr)
    (*algorithm.author)(empty);
  else
    algorithm.write(empty);
  return empty;
}

}  // namespace

std::vector<const Algorithm*> algorithms_for(CollectiveKind kind, OwnAlgorithms own) {
  std::vector<const Algorithm*> found;
  for (const std::span<const Algorithm* const> some : {algorithms(), own})
    for (const Algorithm* a : some)
      if (a->collective == kind) found.push_back(a);
  return found;
}

Result<const Algorithm*> find_algorithm(CollectiveKind kind, std::string_view name, OwnAlgorithms own) {
  const std::string_view whole = name.substr(0, name.find(':'));
  std::vector<std::string> known;
  for (const Algorithm* a : algorithms_for(kind, own)) {
    if (a->name == whole) return a;
    known.emplace_back(a->name);
  }
  return fail("unknown algorithm '{}'{}; {} has {}", name, suggestion(whole, known), name_of(kind),
              fmt::join(known, ", "));
}

std::vector<std::string> parts_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {};
  const std::vector<std::string_view> parts = split_at(name.substr(colon + 1), ',');
  return {parts.begin(), parts.end()};
}

Schedule schedule_for(const Algorithm& algorithm, const Collective& collective, const Layout& layout) {
  return written_by(algorithm, Schedule(collective, layout));
}

Schedule schedule_of_a_tile(const Algorithm& algorithm, const Collective& collective, const Layout& layout) {
  Schedule schedule(collective, layout);
  schedule.keep_first_tile();
  return written_by(algorithm, std::move(schedule));
}

Schedule schedule_for(const Algorithm& algorithm, const Schedule& outer) {
  Collective inner = as_kind(algorithm.collective, outer.collective());
  // A collective without a root may have any number there; the inner one needs a valid root.
  if (!has_root(outer.collective().kind) && !(0 <= inner.root && inner.root < inner.ranks))
    inner.root = outer.rank_at(0);
  return outer.keeps_first_tile() ? schedule_of_a_tile(algorithm, inner, outer.layout())
                                  : schedule_for(algorithm, inner, outer.layout());
}

}  // namespace commlab
