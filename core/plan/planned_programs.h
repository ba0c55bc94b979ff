#pragma once
// From a setup in which everything is chosen to the Programs that are verified, simulated and run: slots,
// fusion, and how many of the rings are used follow from the protocol here, and nowhere else.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/plan/setup.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

// Multicast stores whole pieces, so it cannot use a protocol that streams.
bool can_use(const Algorithm&, const Protocol&);

// An error if the algorithm cannot be written for these ranks, this route or this protocol. REQUIRES: settled
// (choice.h), or a machine without protocols.
Result<std::shared_ptr<const Programs>> programs_of(const Setup&, const Algorithm&);

// Writes and lowers an algorithm for one setup after the other, and keeps what the next setups may not
// change: most sizes and protocols need the same schedule and the same programs.
class PlannedPrograms {
 public:
  explicit PlannedPrograms(const Algorithm& algorithm) : algorithm_(algorithm) {}  // keeps a reference

  const Algorithm& algorithm() const { return algorithm_; }
  // Those of programs_of(), and their schedule. Each lives until the next call. REQUIRES: not a library's own
  // collective.
  const Result<Programs>& programs(const Setup&, Elements = Elements::all);
  // The same, which live as long as somebody has them.
  Result<std::shared_ptr<const Programs>> share(const Setup&);
  const Result<Schedule>& schedule(const Setup&);
  // How much is kept: instructions and rules.
  std::int64_t size() const;

 private:
  // By which a schedule is written, and programs are lowered.
  struct Plan {
    Collective collective;
    Layout layout;
    Lowering lowering;
  };
  struct KeptSchedule {
    Plan plan;
    std::int64_t size;
    Result<Schedule> value;  // no error
  };
  struct KeptPrograms {
    Plan plan;
    std::int64_t size;
    std::shared_ptr<Result<Programs>> value;  // no error
    bool is_shared = false;                   // others may have it, too, so it may not change any more
  };
  Result<Plan> plan(const Setup&, Elements) const;
  const Result<Schedule>& schedule_by(const Plan&);
  bool write_the_same(const Plan&, const Plan&) const;

  const Algorithm& algorithm_;
  std::vector<KeptSchedule> schedules_;  // the last one that was asked for comes first
  std::vector<KeptPrograms> programs_;
  Result<Schedule> no_schedule_ = fail("no schedule was asked for");  // the last error
  Result<Programs> no_programs_ = fail("no programs were asked for");
};

}  // namespace commlab
