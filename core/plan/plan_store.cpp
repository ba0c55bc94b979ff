#include "core/plan/plan_store.h"

#include <algorithm>
#include <iterator>

namespace commlab {
namespace {

// Instructions and rules, which have about a hundred bytes.
constexpr std::int64_t most_kept = 1 << 20;

}  // namespace

void PlanStore::Return::operator()(PlannedPrograms* lent) const {
  std::unique_ptr<PlannedPrograms> plans(lent);
  // An algorithm of our list lives as long as the program.
  if (store == nullptr || std::ranges::find(algorithms(), &plans->algorithm()) == algorithms().end()) return;
  const std::lock_guard lock(store->mutex_);
  auto& kept = store->kept_;
  kept.push_back(std::move(plans));
  std::int64_t size = 0;
  const auto too_many = std::find_if(kept.rbegin(), kept.rend(),
                                     [&](const auto& known) { return (size += known->size()) > most_kept; });
  kept.erase(kept.begin(), too_many.base());
}

PlanStore::Loan PlanStore::lend(const Algorithm& algorithm) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(kept_.rbegin(), kept_.rend(),
                                  [&](const auto& plans) { return &plans->algorithm() == &algorithm; });
  if (known == kept_.rend()) return Loan(new PlannedPrograms(algorithm), {this});
  Loan loan(known->release(), {this});
  kept_.erase(std::prev(known.base()));
  return loan;
}

PlanStore::Loan plans_for(const Algorithm& algorithm, PlanStore* store) {
  if (store != nullptr) return store->lend(algorithm);
  return {new PlannedPrograms(algorithm), {nullptr}};
}

}  // namespace commlab
