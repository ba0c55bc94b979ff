#include "core/plan/experiment_beside.h"

#include "core/collective/collective.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

bool is_pipelined(const Experiment& experiment) {
  const Result<const Algorithm*> algorithm = find_algorithm(experiment.collective, experiment.algorithm);
  return algorithm && (*algorithm)->pieces != nullptr;
}

bool names_an_algorithm(std::string_view wish) { return wish == "auto" || wish == "nccl"; }

}  // namespace

void take_few_pieces(Experiment& experiment) {
  if (!experiment.pieces && is_pipelined(experiment)) experiment.pieces = pieces_to_watch;
}

Result<Experiment> experiment_beside(const Experiment& first, std::string_view wish) {
  if (parse_collective(wish.substr(0, wish.find(' ')))) {
    return parse_line(wish).map([](Experiment whole) {
      take_few_pieces(whole);
      return whole;
    });
  }
  if (!names_an_algorithm(wish))
    if (const auto found = find_algorithm(first.collective, wish); !found)
      return tl::unexpected(found.error());
  Experiment other = first;
  other.algorithm = wish;
  other.nccl = {};
  if (is_pipelined(other) != is_pipelined(first)) other.pieces.reset();
  take_few_pieces(other);
  return other;
}

}  // namespace commlab
