#pragma once
// A process that judges one random experiment after the other. It is a process of its own, so that a crash or
// a hang is a finding, and not the end of the soak.

#include <cstdint>
#include <optional>
#include <string>

#include "core/experiment/choices.h"
#include "core/plan/planner.h"
#include "gpu/net/launch/process_end.h"
#include "gpu/net/sockets/descriptor.h"
#include "tests/soak/judge.h"

namespace commlab {

// Experiment number `index` of a soak with this seed.
Experiment experiment_of(std::uint64_t seed, std::uint64_t index, const Planner&);

struct Report {
  std::uint64_t index = 0;
  BackendName on = BackendName::sim;
  Judgement judgement{};
  std::int64_t resident_bytes = 0;  // the process's memory, after it gave back what it does not use
};

class Worker {
 public:
  // Starts with experiment `first`. REQUIRES: this process has one thread.
  Worker(std::uint64_t seed, std::uint64_t first, const Planner&);
  ~Worker();  // kills it, with what it has started
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return reports_.number(); }  // ready to read: a report, or the end
  std::optional<Report> next();                         // nullopt: it has ended
  // How it ended: "was ended by signal 11 (Segmentation fault)". REQUIRES: next() returned nullopt.
  std::string fate();

 private:
  pid_t process_;
  Descriptor reports_;
};

}  // namespace commlab
