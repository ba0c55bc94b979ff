#pragma once
// Experiments that are watched: what plays beside another run, and how many pieces a pipeline has then.

#include <string_view>

#include "core/base/error.h"
#include "core/experiment/experiment.h"

namespace commlab {

// Chains and trees are quickest with many pieces, but a hundred messages at once cannot be told apart.
inline constexpr int pieces_to_watch = 4;
// A pipelined algorithm gets this number of pieces if the experiment names none.
void take_few_pieces(Experiment&);

// What is to play beside an experiment: another algorithm's name ("tree": all else stays the same), or a
// whole experiment, which begins with a collective ("all_reduce --machine ring:4,25GB/s,2us --algorithm
// ring").
Result<Experiment> experiment_beside(const Experiment&, std::string_view wish);

}  // namespace commlab
