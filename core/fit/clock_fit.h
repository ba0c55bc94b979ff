#pragma once
// Fits the costs of NCCL's clock to timings: the most probable values, given the priors and the rows. Every
// generation of GPUs and every network may differ from the common value, as far as its rows show. A row far
// off counts little (Cauchy's loss), and a family of machines counts as much as any other, so that a machine
// with many tables does not decide alone. Deterministic.

#include <functional>
#include <map>
#include <span>
#include <string>

#include "core/fit/published_call.h"

namespace commlab {

struct ClockFit {
  NcclCosts common;
  std::map<std::string, NcclCosts, std::less<>> gpus;     // "hopper": its costs of a generation
  std::map<std::string, NcclCosts, std::less<>> fabrics;  // "tcp": its costs of a network
};

// A machine's costs: its facts stay, and what the fit knows of its generation and its network is filled in.
NcclCosts costs_of(const ClockFit&, const NcclCosts& machine);

// The tables for which `is_left_out` is false.
ClockFit fit_clock(std::span<const CallTable>, const std::function<bool(const CallTable&)>& is_left_out);

}  // namespace commlab
