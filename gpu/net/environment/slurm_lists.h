#pragma once
// The short forms in which Slurm writes lists (srun(1), "OUTPUT ENVIRONMENT VARIABLES"):
//
//   SLURM_STEP_NODELIST         node[01-04,7],gpu1     node01, node02, node03, node04, node7, gpu1
//   SLURM_STEP_TASKS_PER_NODE   2(x3),1                2, 2, 2, 1

#include <optional>
#include <string>
#include <string_view>

namespace commlab {

// The first of the nodes, by number: "rack[0-1]node[03,5]" begins with "rack0node03". nullopt: the text is no
// such list.
std::optional<std::string> first_node_of(std::string_view list);

// How many tasks the node has; nodes count from 0. nullopt: the text is no such list, or has fewer nodes.
std::optional<int> tasks_of_node(std::string_view list, int node);

}  // namespace commlab
