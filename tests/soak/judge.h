#pragma once
// Runs one experiment and judges it by what must always hold:
//   - its line of text says all of it;
//   - it is verified; real data equals the reference;
//   - simulated time is never below the bound;
//   - more bytes and damage never make a simulated run faster (laws.h);
//   - shortcuts of the simulator change nothing: --exact gives the same times, to the picosecond;
//   - what cannot be done is refused in one sentence.

#include <string>

#include "core/experiment/experiment.h"
#include "core/plan/planner.h"
#include "tests/soak/laws.h"

namespace commlab {

struct Judgement {
  enum class Verdict { passed, refused, finding } verdict = Verdict::passed;
  std::string sentence = {};  // why it was refused, or what was found
  LawsAsked laws = {};
};

Judgement judge(const Experiment&, const Planner&);

}  // namespace commlab
