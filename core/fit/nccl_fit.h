#pragma once
// Fits what NCCL's calls cost to timings, by simulating them: the most probable values, given the priors and
// the rows. Every generation of GPUs and every network may differ from the common value, as far as its rows
// show. A row far off counts little (Cauchy's loss), and a family of machines counts as much as any other, so
// that a machine with many tables does not decide alone. Deterministic.

#include <functional>
#include <map>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "core/fit/published_call.h"

namespace commlab {

struct NcclFit {
  NcclCosts common;
  std::map<std::string, NcclCosts, std::less<>> gpus;     // "hopper": its costs of a generation
  std::map<std::string, NcclCosts, std::less<>> fabrics;  // "tcp": its costs of a network
};

// A machine's costs: its facts and its bands stay, and what the fit knows of its generation and its network
// is filled in.
NcclCosts costs_of(const NcclFit&, const NcclCosts& machine);

// What is known before any timing (priors.h).
NcclFit known_before();

// A fit to all tables, and for each family one to all others.
struct NcclFits {
  NcclFit all;
  std::map<std::string, NcclFit, std::less<>> without;  // by family
};
// Begins at `start`. The nearer that is, the fewer rounds it takes, in each of which every row is simulated
// once for each cost that can move it. The fits without a family begin at the fit to all, and take every
// row's slopes from there. `report` gets how far it is.
NcclFits fits_without_each(std::span<const CallTable>, const NcclFit& start, int cores,
                           const ReportProgress&);

}  // namespace commlab
