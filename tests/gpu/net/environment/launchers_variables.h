#pragma once
// The third of four processes on two computers, two on each, in the variables of each launcher.

#include <map>
#include <optional>
#include <string>

#include "gpu/net/environment/variables.h"

namespace commlab {

using Values = std::map<std::string, std::string>;

inline Variables variables_in(const Values& values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto value = values.find(name);
    return value == values.end() ? std::nullopt : std::optional(value->second);
  };
}

inline Values by_open_mpi() {
  return {{"OMPI_COMM_WORLD_RANK", "2"},
          {"OMPI_COMM_WORLD_SIZE", "4"},
          {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
          {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
          {"PMIX_RANK", "2"},
          {"PMIX_NAMESPACE", "prterun-node1-4711@1"}};
}
inline Values by_hydra() {
  return {{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"MPI_LOCALRANKID", "0"}, {"MPI_LOCALNRANKS", "2"}};
}
inline Values by_mvapich() {
  return {{"MV2_COMM_WORLD_RANK", "2"},
          {"MV2_COMM_WORLD_SIZE", "4"},
          {"MV2_COMM_WORLD_LOCAL_RANK", "0"},
          {"MV2_COMM_WORLD_LOCAL_SIZE", "2"}};
}
inline Values by_pals() {
  return {{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"PMI_LOCAL_RANK", "0"}, {"PMI_LOCAL_SIZE", "2"}};
}
inline Values by_slurm() {
  return {{"SLURM_PROCID", "2"},
          {"SLURM_STEP_NUM_TASKS", "4"},
          {"SLURM_LOCALID", "0"},
          {"SLURM_NODEID", "1"},
          {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"},
          {"SLURM_STEP_NODELIST", "node[01-02]"},
          {"SLURM_JOB_ID", "815"},
          {"SLURM_STEP_ID", "3"}};
}

inline std::map<std::string, Values> third_of_four_by_each() {
  return {{"Open MPI", by_open_mpi()},
          {"MPICH or Intel MPI", by_hydra()},
          {"MVAPICH", by_mvapich()},
          {"PALS", by_pals()},
          {"Slurm", by_slurm()}};
}

}  // namespace commlab
