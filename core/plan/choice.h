#pragma once
// The algorithm, the protocol and the number of pieces: as the user asked, or the fastest in prediction.
// Every command, lesson, script and picture chooses here.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_call.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// What a choice was made by.
struct PredictedRun {
  Experiment experiment;
  std::shared_ptr<const Run> run;  // that was not given up
};

// An algorithm, a protocol and pieces; and the reason for them, if the user did not choose.
struct Choice {
  const Algorithm* algorithm;
  std::string why;
  ProtocolChoice protocol;  // automatic if the machine has no protocols
  int pieces = 1;
  std::string why_pieces{};          // reason for the number of pieces; only for a pipelined algorithm
  std::optional<Error> refusal{};    // `all`: why no model can run it here
  std::string name{};                // as --algorithm takes it, if that is more than the algorithm's name
  std::optional<PredictedRun> predicted{};  // where auto chose
  std::optional<NcclWay> nccl{};     // if NCCL chose
  std::optional<NcclCallCosts> costs{};  // of NCCL's call, in place of the machine's, if they are known
  std::optional<double> band{};          // four of five such calls take between time / band and time * band
  std::optional<double>
      as_measured{};  // what was measured on the machine makes the call this many times longer
};

// The algorithm that was named; auto: the fastest in prediction, or the library's own collective; all: every
// algorithm of the collective.
Result<std::vector<Choice>> choose_algorithms(const Setup&, const Planner&);
// The same if only one algorithm makes sense: `all` is an error.
Result<Choice> choose_algorithm(const Setup&, const Planner&);

// The protocols to choose from: those of the machine that the algorithm can use, or the one that was named;
// automatic if the machine has none. The link model fifo excludes protocols that stream.
std::vector<ProtocolChoice> protocols_of(const Setup&, const Algorithm&);
// The algorithm with its fastest protocol, and its number of pieces.
Result<Choice> choose_protocol(const Setup&, const Algorithm&, const Predict&);

// A choice and its predicted time.
struct Prediction {
  std::string name;  // name of the algorithm as --algorithm takes it: "hierarchical:ring,double-tree"
  Choice choice;
  Time time;
  bool given_up = false;  // it takes longer than this
};
// The fastest of the named algorithms; names are as --algorithm takes them. Returns an error if no algorithm
// can do the collective. REQUIRES: a machine.
Result<Prediction> fastest_of(const Setup&, const std::vector<std::string>& names, const Predict&);

// Whether an algorithm stands before another in every ranking: it is faster, or as fast with a shorter name
// (ring before the two collectives that it is made of).
bool stands_before(Time, const Algorithm&, Time other_time, const Algorithm& other);

// Makes all protocols of a machine use that many channels, at every size.
void use_channels(Machine&, int channels);

// The setup with the choice filled in, on the machine with its costs: its experiment line repeats the same
// run. REQUIRES: a setup that is not settled yet.
Setup settled(Setup, const Choice&);

}  // namespace commlab
