#include "core/plan/nccl_candidates.h"

#include <algorithm>
#include <array>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// The published tables are NCCL's and RCCL's: auto chooses among the algorithms of these libraries
// (NCCL 2.28, src/device; collectives made of send and receive calls are direct).
constexpr std::array<std::string_view, 9> nccl_algorithms = {
    "ring", "multi-ring", "hierarchical", "double-tree", "pat", "nvls", "chain", "multi-chain", "direct"};

bool in_nccl(const Algorithm& algorithm) {
  if (std::ranges::find(nccl_algorithms, algorithm.name) == nccl_algorithms.end()) return false;
  if (algorithm.name != "direct") return true;
  const CollectiveKind kind = algorithm.collective;
  return kind == CollectiveKind::all_to_all || kind == CollectiveKind::sendrecv ||
         kind == CollectiveKind::p2p;
}

// Whether NCCL has the algorithm but would not use it for ranks in this layout: a single ring or chain where
// there are several, several where there is only one, trees over nodes on a single node.
bool out_of_place(const Algorithm& algorithm, const Layout& layout) {
  if (algorithm.name == "ring" || algorithm.name == "chain") return !layout.rings.empty();
  if (algorithm.name == "multi-ring" || algorithm.name == "multi-chain") return layout.rings.empty();
  if (algorithm.name == "hierarchical")
    return layout.per_node <= 1 || algorithm.collective != CollectiveKind::all_reduce;
  if (algorithm.name == "nvls") return has_root(algorithm.collective);
  if (algorithm.name == "double-tree" || algorithm.name == "pat") return layout.per_node != 1;
  return false;
}

// NCCL's tree is a chain within nodes and a double tree between them. The two halves of a ring within a node
// take as many hops as a chain up and down.
std::string name_in_nccl(const Algorithm& algorithm) {
  return algorithm.name == "hierarchical" ? "hierarchical:ring,double-tree" : std::string(algorithm.name);
}

}  // namespace

std::vector<std::string> nccl_candidates(const Collective& collective, const PublishedSetting& setting,
                                         const Layout& layout) {
  std::vector<const Algorithm*> algorithms = algorithms_for(collective.kind);
  std::erase_if(algorithms, [&](const Algorithm* algorithm) {
    if (!algorithm->supports(collective)) return true;
    if (setting.algorithm == "direct") return algorithm->name != "direct" && algorithm->name != "two-shot";
    if (setting.algorithm == "ring" && setting.channels > 0) return algorithm->name != "ring";
    if (setting.algorithm == "ring")
      return (algorithm->name != "ring" && algorithm->name != "multi-ring") ||
             out_of_place(*algorithm, layout);
    if (setting.algorithm != "auto") return algorithm->name != setting.algorithm;
    return !in_nccl(*algorithm) || out_of_place(*algorithm, layout) ||
           (setting.without_nvls && algorithm->name == "nvls");
  });
  std::vector<std::string> names;
  for (const Algorithm* algorithm : algorithms) names.push_back(name_in_nccl(*algorithm));
  return names;
}

}  // namespace commlab
