#pragma once
// The small sentences that several commands say in the same words.

#include <string>

#include "core/experiment/run.h"
#include "core/machine/topology.h"
#include "core/plan/outcome.h"

namespace commlab {

// "gpu0 ==4x nvlink 93.32GB/s==> gpu1", link by link.
std::string route_text(const Topology&, const std::vector<LinkId>& route);
// Exact where that is short ("93.32GB/s", "2.7us"). Measured numbers are long, and get three digits.
std::string short_text(Bandwidth);
std::string short_text(Time);
// "4x nvlink 93.32GB/s"
std::string link_text(const Link&);
// "93.2 GB/s"
std::string bandwidth_text(double GBps);
// "99.9 %", one digit behind the point
std::string percent_text(double percent);

// What the collective is about: "400 MB of float32, sum, over 8 ranks".
std::string collective_text(const Collective&);
// The same without the size: "float32, sum, over 8 ranks".
std::string who_text(const Collective&);
// "4.28 ms (gpu0 -> gpu1); 99.9 % reached": the bound, what sets it, and how near the run came
std::string bound_text(const Outcome&);
// Who does not do this here, and why: a paragraph, or nothing.
std::string refused_text(const std::vector<Refused>&);
// launch, latency, transfer, wait: a line each, with their share.
std::string split_text(const TimeSplit&);

}  // namespace commlab
