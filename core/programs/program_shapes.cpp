#include "core/programs/program_shapes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/index.h"
#include "core/base/splitmix.h"
#include "core/programs/fuse.h"

namespace commlab {
namespace {

std::uint64_t hash_of(const std::vector<Action>& actions) {
  std::uint64_t hash = 0;
  for (const Action& a : actions)
    for (const int part : {static_cast<int>(a.kind), a.step, a.first_part, a.send_to, a.recv_from, a.group,
                           a.blocks, a.from.block, a.into.block})
      hash = splitmix(hash ^ static_cast<std::uint32_t>(part));
  return hash;
}

std::int64_t instructions_of(const Program& program) {
  std::int64_t count = 0;
  for (const Lane& lane : program.lanes) count += std::ssize(lane.code);
  return count;
}

// The place of the name among the names that were seen.
int place_among(int name, std::vector<int>& names, std::vector<int>& places) {
  int& place = places[index(name)];
  if (place >= 0) return place;
  place = static_cast<int>(names.size());
  names.push_back(name);
  return place;
}

}  // namespace

Program ProgramShapes::program(std::vector<Action> actions) {
  constexpr std::int64_t most_kept = 1 << 18;  // instructions: 15 MB
  const Names names = take_names(actions);
  const std::uint64_t hash = hash_of(actions);
  Written* shape = known(hash, actions);
  std::optional<Written> not_kept;
  if (!shape) {
    Written now = written(std::move(actions));
    kept_ += instructions_of(now.program);
    shape = kept_ > most_kept ? &not_kept.emplace(std::move(now))
                              : &shapes_.emplace(hash, std::move(now))->second;
  }
  Program program = moved(*shape, names);
  for (Lane& lane : program.lanes) {
    if (lane.send_peer != no_peer) lane.send_peer = names.peers[index(lane.send_peer)];
    if (lane.recv_peer != no_peer) lane.recv_peer = names.peers[index(lane.recv_peer)];
    if (lane.group != no_group) lane.group = names.groups[index(lane.group)];
  }
  return program;
}

ProgramShapes::Written* ProgramShapes::known(std::uint64_t hash, const std::vector<Action>& actions) {
  const auto [first, last] = shapes_.equal_range(hash);
  for (auto shape = first; shape != last; ++shape)
    if (shape->second.actions == actions) return &shape->second;
  return nullptr;
}

ProgramShapes::Written ProgramShapes::written(std::vector<Action> actions) {
  for (const Action& action : actions) writer_.add(action);
  Program program = writer_.finish();
  if (fused_) program = fused(std::move(program));
  return {std::move(actions), std::move(program), {}};
}

ProgramShapes::Names ProgramShapes::take_names(std::vector<Action>& actions) {
  Names names;
  const auto has_no_block = [](const Action& action) { return action.kind == Action::Kind::barrier; };
  const auto first = std::ranges::find_if_not(actions, has_no_block);
  if (first != actions.end()) names.block = first->from.block;
  const auto turn = [&](Operand& operand) {
    operand.block -= names.block;
    if (operand.block < 0) operand.block += blocks_;
  };
  for (Action& action : actions) {
    if (names.steps.empty() || names.steps.back() != action.step) names.steps.push_back(action.step);
    action.step = static_cast<int>(names.steps.size()) - 1;
    for (int* const peer : {&action.send_to, &action.recv_from})
      if (*peer != no_peer) *peer = place_among(*peer, names.peers, peer_places_);
    if (action.group != no_group) action.group = place_among(action.group, names.groups, group_places_);
    if (has_no_block(action)) continue;
    for (Operand* const operand : {&action.from, &action.into, &action.with}) turn(*operand);
  }
  for (const int peer : names.peers) peer_places_[index(peer)] = unnamed;
  for (const int group : names.groups) group_places_[index(group)] = unnamed;
  return names;
}

const Program& ProgramShapes::moved(Written& shape, const Names& names) const {
  const auto [found, is_new] = shape.moved.try_emplace({names.block, names.steps}, shape.program);
  if (!is_new) return found->second;
  const auto turn = [&](Operand& operand) {
    operand.block += names.block;
    if (operand.block >= blocks_) operand.block -= blocks_;
  };
  for (Lane& lane : found->second.lanes)
    for (Instruction& i : lane.code) {
      i.step = names.steps[index(i.step)];
      if (has_source(i.op)) turn(i.source);
      if (has_target(i.op)) turn(i.target);
      if (reduces(i.op)) turn(i.with);
    }
  return found->second;
}

}  // namespace commlab
