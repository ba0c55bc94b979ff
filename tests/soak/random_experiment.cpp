#include "tests/soak/random_experiment.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/schedule/algorithm.h"
#include "tests/soak/dice.h"

namespace commlab {
namespace {

constexpr std::array machines = {
    "dgx1-p100",   "p100-pcie",   "p100-pcie-x4", "dgx1-v100",      "dgx2",      "v100x4",
    "t4",          "a100-pcie",   "a100x4",       "dgx-a100",       "hcm8",      "hcm8",
    "hcm8-no-p2p", "l40s",        "rtx4090",      "rtx4090-p2p",    "rtx4090x2", "dgx-h100",
    "h100x4",      "hgx-h200",    "gh200x4",      "hgx-b200",       "mi300x",    "gb200-nvl72",
    "2x dgx-h100", "3x dgx-a100", "2x hcm8,200G", "4x gh200x4,400G", "4x dgx-h100,leaf=2,2:1",
    "2x dgx1-v100,100G,2 NICs", "3x dgx-h100,sharp", "2x v100x4,100G,sharp"};

// One of a family, of a random size.
std::string parametric(Dice& dice) {
  const int gpus = 1 + dice.below(20);
  const std::string rest = fmt::format("{}GB/s,{}ns", 1 + dice.below(900), dice.below(3'000));
  switch (dice.below(8)) {
    case 0: return fmt::format("ring:{},{}", gpus, rest);
    case 1: return fmt::format("mesh:{}x{},{}", 1 + dice.below(5), 1 + dice.below(5), rest);
    case 2: return fmt::format("torus:{}x{},{}", 1 + dice.below(5), 1 + dice.below(5), rest);
    case 3: return fmt::format("fat-tree:{}x{},{}", 1 + dice.below(6), 1 + dice.below(6), rest);
    case 4: return fmt::format("switch:{},{},multicast", gpus, rest);
    default: return fmt::format("switch:{},{}", gpus, rest);
  }
}

// Simulations cost least; processes cost most.
BackendName random_backend(Dice& dice) {
  const int one = dice.below(100);
  if (one < 80) return BackendName::sim;
  return one < 96 ? BackendName::host : BackendName::tcp;
}

// The smallest numbers, the neighbours of the number of ranks, and any size up to the largest; every other
// one is divided into equal blocks.
std::int64_t random_count(Dice& dice, int ranks, std::int64_t largest) {
  switch (dice.below(8)) {
    case 0: return dice.below(3);
    case 1: return ranks - 1 + dice.below(3);
    case 2: return dice.pick(std::array{97, 1'009, 65'537});
    case 3: return std::min(largest, (std::int64_t{1} << dice.below(27)) + dice.below(1'000));
    default: return std::min(largest, std::int64_t{1} << dice.below(24)) / ranks * ranks;
  }
}

std::string random_algorithm(Dice& dice, CollectiveKind kind, int ranks) {
  constexpr int most_ranks =
      24;  // of "auto", which predicts all algorithms; with 72 ranks this takes minutes
  if (ranks <= most_ranks && dice.one_in(3)) return "auto";
  const auto own = algorithms_for(kind);
  return std::string((dice.one_in(20) || own.empty() ? dice.pick(algorithms()) : dice.pick(own))->name);
}

void add_a_fault(Experiment& e, Dice& dice, const Topology& topology, int ranks) {
  switch (dice.below(6)) {
    case 0: e.slow.push_back(fmt::format("gpu{}:{}x", dice.below(ranks), 1 + dice.below(9))); break;
    case 1: e.slow.push_back(fmt::format("{}:1.{}x", random_link(dice, topology), dice.below(9))); break;
    case 2: e.late.push_back(fmt::format("{}:{}us", random_link(dice, topology), dice.below(50))); break;
    case 3: e.cut.push_back(random_link(dice, topology)); break;
    case 4: e.jitter = fmt::format("{}%", dice.below(30)); break;
    default: e.absent.push_back(dice.below(ranks)); break;
  }
  e.seed = static_cast<std::uint64_t>(dice.below(1'000));
}

// Options of a model only. Most fit the machine.
void choose_model(Experiment& e, Dice& dice, const Machine& machine, int ranks) {
  const auto fits = [&](bool fine) { return fine || dice.one_in(20); };
  const bool has_protocols = machine.nccl || !machine.protocols.empty();
  if (dice.one_in(2) && fits(has_protocols && e.collective != CollectiveKind::p2p))
    e.protocol = dice.pick(std::array{ProtocolChoice::simple, ProtocolChoice::ll, ProtocolChoice::ll128});
  if (dice.one_in(5))
    e.launch = dice.pick(std::array{LaunchMode::processes, LaunchMode::thread, LaunchMode::graph});
  if (dice.one_in(8)) e.loop = 20;
  if (dice.one_in(3))
    e.link_model = dice.pick(std::array{LinkModel::fair, LinkModel::fifo, LinkModel::ideal});
  const auto is_memory = [](const Node& node) { return node.type == NodeType::memory; };
  if (dice.one_in(8) && fits(std::ranges::any_of(machine.topology.nodes, is_memory)))
    e.route.kind = RouteChoice::Kind::staged;
  if (dice.one_in(8) && fits(e.link_model != LinkModel::fifo)) e.streaming = true;
  if (dice.one_in(8) && fits(has_protocols)) e.links = LinkChoice::nvlink;
  while (dice.one_in(4)) add_a_fault(e, dice, machine.topology, ranks);
}

void choose_programs(Experiment& e, Dice& dice, int ranks) {
  e.algorithm = random_algorithm(dice, e.collective, ranks);
  if (dice.one_in(3)) e.channels = 1 + dice.below(8);
  if (dice.one_in(3)) e.pieces = 1 + dice.below(12);
  if (dice.one_in(6)) e.fused = true;
  if (dice.one_in(6)) e.slots = (dice.one_in(10) ? 0 : 1) + dice.below(8);
  if (const int nodes = 1 + dice.below(8); dice.one_in(6) && (ranks % nodes == 0 || dice.one_in(10)))
    e.per_node = std::max(1, ranks / nodes);
}

void leave_it_to_nccl(Experiment& e) {
  e.algorithm = "nccl";
  e.protocol = ProtocolChoice::automatic;
  e.channels = 1;
  e.loop = 1;
}

// A row for each rank, or one for all; now and then a row too many.
void choose_counts(Experiment& e, Dice& dice, int ranks, std::int64_t largest) {
  e.count.reset();
  const int rows = dice.one_in(3) ? 1 : ranks + (dice.one_in(20) ? 1 : 0);
  for (int row = 0; row < rows; ++row) {
    CountRow& counts = e.counts.emplace_back();
    while (std::ssize(counts) < ranks) counts.push_back(random_count(dice, ranks, largest));
  }
}

void choose_data(Experiment& e, Dice& dice, int ranks, std::int64_t largest) {
  e.dtype = dice.pick(all_data_types);
  e.op = dice.one_in(2) ? ReduceOp::sum : dice.pick(all_reduce_ops);
  e.data = dice.pick(std::array{DataPattern::ones, DataPattern::ranks, DataPattern::index});
  e.in_place = dice.one_in(4);
  e.count = random_count(dice, ranks, largest);
  if (e.collective == CollectiveKind::all_to_all && ranks <= 16 && dice.one_in(3))
    choose_counts(e, dice, ranks, largest / ranks);
  if (has_root(e.collective)) e.root = dice.below(ranks + (dice.one_in(20) ? 1 : 0));
  if (e.collective != CollectiveKind::p2p) return;
  e.from = dice.below(ranks);
  for (int more = dice.below(std::min(4, ranks)); more >= 0; --more)
    e.to.push_back((e.from + 1 + more) % ranks);  // in a group of few ranks, the sender itself: refused
}

}  // namespace

std::string random_link(Dice& dice, const Topology& topology) {
  if (topology.links.empty()) return "gpu0-gpu1";
  const Link link = dice.pick(topology.links);
  return fmt::format("{}-{}", topology.nodes[static_cast<std::size_t>(link.from)].name,
                     topology.nodes[static_cast<std::size_t>(link.to)].name);
}

Experiment random_experiment(std::uint64_t seed, const Planner& planner) {
  Dice dice(seed);
  Experiment e{.collective = dice.pick(all_collective_kinds), .on = random_backend(dice)};
  const bool real = e.on != BackendName::sim;
  Machine machine;
  if (!real) {
    e.machine = dice.one_in(2) ? parametric(dice) : dice.pick(machines);
    if (const auto found = planner.machine(e); found && *found) machine = **found;
  }
  int ranks = real ? 1 + dice.below(e.on == BackendName::tcp ? 5 : 12) : std::max(1, machine.topology.gpus);
  if (!real && dice.one_in(3)) ranks = 1 + dice.below(ranks + (dice.one_in(10) ? 2 : 0));
  e.ranks = ranks;
  // Real data is interpreted and compared, so it is small.
  choose_data(e, dice, ranks, real ? 20'000 : 50'000'000);
  choose_programs(e, dice, ranks);
  if (!real) choose_model(e, dice, machine, ranks);
  if (!real && machine.nccl && dice.one_in(4)) leave_it_to_nccl(e);
  return e;
}

}  // namespace commlab
