#pragma once
// Helpers shared by the tests of scripts: a script in one call, and what a tensor holds afterwards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "core/script/parser.h"
#include "core/script/run.h"
#include "core/script/script.h"
#include "sim/script/run_script.h"

namespace commlab {

// 1 GB/s and 1 us between any two ranks: a message of 1 kB takes 2 us.
inline Machine plain_machine(int ranks) {
  Result<Machine> machine = machine_from_spec(fmt::format("switch:{},1GB/s,500ns", ranks));
  EXPECT_TRUE(machine) << (machine ? "" : machine.error().message);
  return std::move(*machine);
}

inline Result<ScriptRun> try_script(std::string_view text, int ranks, std::string_view flavour = "gloo") {
  const Result<Script> script = parse_script(text);
  if (!script) return tl::unexpected(script.error());
  return run_script(*script, plain_machine(ranks), {.flavour = std::string(flavour), .ranks = ranks});
}

// REQUIRES: the script can be run.
inline ScriptRun script_run(std::string_view text, int ranks, std::string_view flavour = "gloo") {
  Result<ScriptRun> run = try_script(text, ranks, flavour);
  EXPECT_TRUE(run) << (run ? "" : run.error().message) << "\n" << text;
  return run ? std::move(*run) : ScriptRun{};
}

// What the rank's tensor holds at the end; elements that were never written are NaN.
inline std::vector<double> after(const ScriptRun& run, Rank rank, std::string_view name) {
  for (const ScriptTensor& tensor : run.tensors) {
    if (tensor.rank != rank || tensor.name != name) continue;
    std::vector<double> values = tensor.after;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!tensor.after_known[i]) values[i] = std::numeric_limits<double>::quiet_NaN();
    return values;
  }
  ADD_FAILURE() << "rank " << rank << " has no tensor " << name;
  return {};
}

inline std::string outcome(const ScriptRun& run) { return std::string(name_of(run.outcome)); }

}  // namespace commlab
