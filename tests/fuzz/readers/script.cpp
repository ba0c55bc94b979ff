// Scripts of ranks, on a machine of four GPUs.

#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> shipped() {
  std::vector<std::string> scripts = files_in("lessons/scripts", ".script");
  for (std::string& script : blocks_of("script")) scripts.push_back(std::move(script));
  return scripts;
}

void use(std::string_view input) {
  for (const char* flavour : {"gloo", "nccl", "mpi"})
    if (const Result<ScriptRun> run =
            run_small_script({.text = std::string(input),
                              .machine = "switch:4,100GB/s,1us",
                              .ranks = 4,
                              .flavour = flavour,
                              .seed = 1,
                              .outcomes_of = ScriptElement{.rank = 0, .tensor = "x"}}))
      use_script_run(*run);
}

}  // namespace

extern const FuzzedReader script{.name = "script", .longest = 2048, .examples = shipped, .use = use};

}  // namespace commlab::fuzzed
