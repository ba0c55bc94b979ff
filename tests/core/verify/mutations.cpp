#include "tests/core/verify/mutations.h"

#include <algorithm>
#include <utility>

namespace commlab::mutations {
namespace {

Lane& lane(Programs& p, Place at) {
  return p.programs[static_cast<std::size_t>(at.rank)].lanes[static_cast<std::size_t>(at.lane)];
}
const Lane& lane(const Programs& p, Place at) {
  return p.programs[static_cast<std::size_t>(at.rank)].lanes[static_cast<std::size_t>(at.lane)];
}

// Gives the instruction its own list of dependencies.
void set_dependencies(Programs& p, Place place, const std::vector<Dependency>& list) {
  auto& pool = p.programs[static_cast<std::size_t>(place.rank)].dependencies.own();
  Instruction& i = at(p, place);
  i.first_dependency = static_cast<std::uint32_t>(pool.size());
  i.dependencies = static_cast<std::uint32_t>(list.size());
  pool.insert(pool.end(), list.begin(), list.end());
}

// Empty if an earlier mutation made the instruction refer to dependencies that do not exist.
std::vector<Dependency> dependencies(const Programs& p, Place place) {
  const Instruction& i = at(p, place);
  if (i.first_dependency + i.dependencies > p.of(place.rank).dependencies.size()) return {};
  const auto list = p.of(place.rank).depends_on(i);
  return {list.begin(), list.end()};
}

// Instructions of a lane from `place` on have moved by `by`; adapts the dependencies on them.
void shift_dependencies(Programs& p, Place place, int by) {
  for (Dependency& d : p.programs[static_cast<std::size_t>(place.rank)].dependencies)
    if (d.lane == place.lane && d.index >= place.index) d.index = std::max(0, d.index + by);
}

bool communicates(const Programs& p, Place place) {
  const Opcode op = at(p, place).op;
  return sends(op) || receives(op) || meets(op);
}

int next_send(const Programs& p, Place place) {
  const auto& code = lane(p, place).code;
  for (int i = place.index + 1; i < static_cast<int>(code.size()); ++i)
    if (code[static_cast<std::size_t>(i)].op == Opcode::send) return i;
  return -1;
}

void next_block(Programs& p, Operand& operand) { operand.block = (operand.block + 1) % p.partition.blocks; }

}  // namespace

std::vector<Place> places(const Programs& p) {
  std::vector<Place> all;
  for (Rank rank = 0; rank < p.collective.ranks; ++rank)
    for (std::size_t l = 0; l < p.of(rank).lanes.size(); ++l)
      for (std::size_t i = 0; i < p.of(rank).lanes[l].code.size(); ++i)
        all.push_back({rank, static_cast<int>(l), static_cast<int>(i)});
  return all;
}

const Instruction& at(const Programs& p, Place place) {
  return lane(p, place).code[static_cast<std::size_t>(place.index)];
}
Instruction& at(Programs& p, Place place) {
  return lane(p, place).code[static_cast<std::size_t>(place.index)];
}

void drop(Programs& p, Place place) {
  auto& code = lane(p, place).code.own();
  code.erase(code.begin() + place.index);
  shift_dependencies(p, place, -1);
  if (!code.empty()) return;
  // The lane is empty now, so no instruction may wait for it.
  for (std::size_t l = 0; l < p.of(place.rank).lanes.size(); ++l)
    for (std::size_t i = 0; i < p.of(place.rank).lanes[l].code.size(); ++i) {
      const Place who{place.rank, static_cast<int>(l), static_cast<int>(i)};
      auto list = dependencies(p, who);
      if (std::erase_if(list, [&](Dependency d) { return d.lane == place.lane; }) > 0)
        set_dependencies(p, who, list);
    }
}

void duplicate(Programs& p, Place place) {
  auto& code = lane(p, place).code.own();
  shift_dependencies(p, place, 1);
  code.insert(code.begin() + place.index, at(p, place));
}

void swap_with_next_send(Programs& p, Place place) {
  auto& code = lane(p, place).code.own();
  const int other = next_send(p, place);
  if (other < 0) return;
  std::swap(code[static_cast<std::size_t>(place.index)], code[static_cast<std::size_t>(other)]);
}

void lose_dependency(Programs& p, Place place, std::size_t which) {
  auto list = dependencies(p, place);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(which));
  set_dependencies(p, place, list);
}

void add_dependency(Programs& p, Place place, Dependency dependency) {
  auto list = dependencies(p, place);
  list.push_back(dependency);
  set_dependencies(p, place, list);
}

const std::vector<Mutation>& all() {
  static const std::vector<Mutation> list = {
      {"dropped", [](const Programs&, Place) { return true; }, drop},
      {"duplicated", communicates, duplicate},
      {"re-aimed",
       [](const Programs& p, Place place) { return p.collective.ranks > 2 && sends(at(p, place).op); },
       [](Programs& p, Place place) {
         Rank& peer = lane(p, place).send_peer;
         do peer = (peer + 1) % p.collective.ranks;
         while (peer == place.rank);
       }},
      {"reordered",
       [](const Programs& p, Place place) {
         if (at(p, place).op != Opcode::send) return false;
         const int other = next_send(p, place);
         if (other < 0) return false;
         const Instruction& a = at(p, place);
         const Instruction& b = at(p, {place.rank, place.lane, other});
         return a.source != b.source || a.part != b.part;
       },
       swap_with_next_send},
      {"wrong chunk sent",
       [](const Programs& p, Place place) {
         const Opcode op = at(p, place).op;
         return p.partition.blocks > 1 && (op == Opcode::send || shares(op));
       },
       [](Programs& p, Place place) { next_block(p, at(p, place).source); }},
      {"wrong chunk stored",
       [](const Programs& p, Place place) { return p.partition.blocks > 1 && has_target(at(p, place).op); },
       [](Programs& p, Place place) { next_block(p, at(p, place).target); }},
      {"copy for reduce",
       [](const Programs& p, Place place) { return at(p, place).op == Opcode::recv_reduce; },
       [](Programs& p, Place place) { at(p, place).op = Opcode::recv; }},
      {"reduce for copy", [](const Programs& p, Place place) { return at(p, place).op == Opcode::recv; },
       [](Programs& p, Place place) {
         at(p, place).op = Opcode::recv_reduce;
         at(p, place).with = at(p, place).target;
       }},
      {"cyclic wait", [](const Programs&, Place) { return true; },
       [](Programs& p, Place place) {
         add_dependency(p, place, {place.lane, static_cast<int>(lane(p, place).code.size()) - 1});
       }},
      {"store for load",
       [](const Programs& p, Place place) { return at(p, place).op == Opcode::load_reduce; },
       [](Programs& p, Place place) { at(p, place).op = Opcode::multicast; }},
      {"load for store", [](const Programs& p, Place place) { return at(p, place).op == Opcode::multicast; },
       [](Programs& p, Place place) { at(p, place).op = Opcode::load_reduce; }},
      {"overrun", [](const Programs& p, Place place) { return has_target(at(p, place).op); },
       [](Programs& p, Place place) { at(p, place).target.block = p.partition.blocks; }},
  };
  return list;
}

}  // namespace commlab::mutations
