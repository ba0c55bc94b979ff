#include "sim/engine/too_large.h"

namespace commlab {
namespace {

// "all_reduce ring of 8 EiB on 8 ranks of hcm8"
std::string name_of_run(const Programs& programs, const Machine& machine) {
  const Collective& c = programs.collective;
  return fmt::format("{} {} of {} on {} ranks of {}", name_of(c.kind), programs.algorithm,
                     to_text(size_of(c)), c.ranks, machine.name);
}

}  // namespace

Error too_long(const Programs& programs, const Machine& machine) {
  return {
      fmt::format("{}: the simulated time exceeds 106 days (2^63 ps), the longest that is counted; "
                  "expected a smaller size, faster links or shorter latencies",
                  name_of_run(programs, machine))};
}

Error too_many_bytes(const Programs& programs, const Machine& machine) {
  return {
      fmt::format("{}: more than 9.22 million TB (2^63 bytes) cross its links in all, the most that is "
                  "counted; expected a smaller size",
                  name_of_run(programs, machine))};
}

}  // namespace commlab
