#pragma once
// Small texts that several commands print in the same words.

#include <string>

#include "core/experiment/run.h"
#include "core/machine/topology.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"

namespace commlab {

// "gpu0 ==4x nvlink 93.32GB/s==> gpu1": every link of the route.
std::string route_text(const Topology&, const std::vector<LinkId>& route);
// Exact if the exact text is short ("93.32GB/s", "2.7us"); otherwise three digits, as for measured numbers.
std::string short_text(Bandwidth);
std::string short_text(Time);
// "4x nvlink 93.32GB/s"
std::string link_text(const Link&);
// "93.2 GB/s"
std::string bandwidth_text(double GBps);
// "99.9 %", with one decimal
std::string percent_text(double percent);

// "400 MB of float32, sum, over 8 ranks"
std::string collective_text(const Collective&);
// The same without the size: "float32, sum, over 8 ranks"
std::string who_text(const Collective&);
// "4.28 ms (launch 9 us, then gpu0 -> gpu1); 99.9 % reached": the bound, what sets it, and how near the run
// comes to it. Where launch and latency take most of the time, it says so. REQUIRES: the outcome has a bound.
std::string bound_text(const Outcome&);
// The algorithms that cannot do this here, and why. Empty if there are none.
std::string refused_text(const std::vector<Refused>&);
// A line each for launch, latency, transfer and wait, with their shares of the time.
std::string split_text(const TimeSplit&);

}  // namespace commlab
