#pragma once
// Schedules and programs that are kept from one experiment to the next. The sizes of a sweep, the rows of a
// table, and the protocols of one algorithm mostly need the same ones: they differ only in how many bytes a
// message has.

#include <memory>
#include <mutex>
#include <vector>

#include "core/plan/planned_programs.h"

namespace commlab {

// May be used by several threads at once. What is lent belongs to one of them until it comes back.
class PlanStore {
 public:
  struct Return {
    PlanStore* store;  // null: what was lent is not kept
    void operator()(PlannedPrograms*) const;
  };
  using Loan = std::unique_ptr<PlannedPrograms, Return>;

  // What is known of the algorithm, if that is not lent already; else nothing is known yet. Both must outlive
  // the loan.
  Loan lend(const Algorithm&);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<PlannedPrograms>> kept_;  // the last one that came back is the last
};

// From the store, if there is one.
PlanStore::Loan plans_for(const Algorithm&, PlanStore*);

}  // namespace commlab
