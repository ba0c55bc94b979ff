#pragma once
// What is done with accepted inputs: what the program does, as long as it is small enough to be done
// thousands of times. The simulator runs; nothing is measured.

#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/plan/outcome.h"
#include "core/script/run.h"
#include "core/trace/trace.h"
#include "gui/experiments/tools.h"
#include "lessons/model/laboratory.h"
#include "lessons/play/player.h"

namespace commlab {

// The simulator, with the shipped machines, tables and lessons. Programs of many instructions are refused.
const Tools& small_tools();
// Runs experiments of at most 16 ranks, and scripts of at most 16 ranks.
const Laboratory& small_laboratory();
// How much one action of a learner may run.
inline constexpr SceneLimits few_runs = {.scenes = 4, .time = std::chrono::seconds(2)};

bool is_small(const Machine&);
// Plans the experiment and runs it if it is small.
Result<Outcome> perform_small(const Experiment&, const Planner&);
// Parses a script and runs it on so many ranks of the machine that it names, if these are small.
Result<ScriptRun> run_small_script(const ScriptScene&);

// Shows it in every form, and runs something on it.
void use_machine(const Machine&);
// Shows it in every form.
void use_outcome(const Outcome&);
void use_script_run(const ScriptRun&);
// Plays it from end to end.
void use_trace(const Trace&);
// Shows the first steps, answers their questions, and changes their scenes.
void use_player(Player&);

}  // namespace commlab
