// The line of an experiment.

#include "core/experiment/experiment.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> lines() {
  std::vector<std::string> all = {
      "all_reduce --machine ring:4,25GB/s,1us --algorithm hierarchical:ring,tree --per-node 2 --count 64",
      "p2p --machine hcm8 --from 0 --to 1,2,4 --size 400MB --slow gpu0-gpu1:4x --late gpu0-gpu1:10us "
      "--jitter 5%",
      "broadcast --machine dgx-a100 --algorithm chain --root 3 --pieces 16 --channels 2 --ring "
      "3,2,1,0,4,5,6,7",
      "all_reduce --machine \"2x ring:4,25GB/s,1us\" --nic 200G --dtype bfloat16 --op max --data random "
      "--seed 7",
      "reduce_scatter --ranks 5 --in-place --fused --streaming --slots 2 --protocol ll --launch graph --loop "
      "20",
      "all_to_all --ranks 3 --cut gpu0-gpu1 --absent 2 --link-model fifo --exact --links nvlink --route "
      "staged",
      "all_to_all --machine switch:3,25GB/s,1us --algorithm shift --counts 4,1,1/1,0,9/1,1,40 --channels 2"};
  for (std::string& line : lines_after("commlab run ")) all.push_back(std::move(line));
  for (std::string& line : lines_after("commlab explain ")) all.push_back(std::move(line));
  return all;
}

void use(std::string_view input) {
  Result<Experiment> experiment = parse_line(input);
  if (!experiment) return;
  parse_line(to_line(*experiment));
  const std::string& machine = experiment->machine;
  if (machine.find('/') != machine.npos && machine.find(':') == machine.npos) return;  // a file
  experiment->on = BackendName::sim;
  if (const Result<Outcome> outcome = perform_small(*experiment, small_tools().planner()))
    use_outcome(*outcome);
}

}  // namespace

extern const FuzzedReader experiment{.name = "experiment", .longest = 512, .examples = lines, .use = use};

}  // namespace commlab::fuzzed
