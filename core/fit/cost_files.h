#pragma once
// A fit as files of parameters: calls.toml with what all machines share, calls-hopper.toml for a generation
// of GPUs, calls-efa.toml for a network. Each says which tables it was fitted to.

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/fit/nccl_fit.h"
#include "core/fit/scores.h"

namespace commlab {

struct CostFile {
  std::string name;  // "calls-hopper.toml"
  std::string text;
};
std::vector<CostFile> cost_files(const NcclFit&, std::span<const CallTable>, const Bands&,
                                 const std::vector<NcclBand>& of_any_network, const Score& left_out);

// The fit that the files in this folder have. An error: one of them is missing or wrong.
Result<NcclFit> fit_of_files(const std::filesystem::path& parameter_folder);

// The tables that the files in this folder name. An error: a file is not TOML.
Result<std::set<std::string>> fitted_tables(const std::filesystem::path& parameter_folder);

}  // namespace commlab
