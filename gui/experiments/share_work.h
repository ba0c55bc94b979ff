#pragma once
// One process hands out tasks to its own crew, and to the crews of all other processes of its group. Each
// process gets the next tasks when it has finished earlier ones, so that nobody waits for a slow process.

#include <functional>
#include <optional>

#include "core/base/error.h"
#include "gui/experiments/batch_group.h"
#include "gui/experiments/crew.h"

namespace commlab {

// The next task; nothing if there is none.
using NextTask = std::function<Result<std::optional<CrewText>>()>;
using TakeResult = std::function<Status(const CrewText&)>;

// Hands out all tasks, and gives each result to `take`; the order of results is that of their end. After the
// first error of `next` or `take`, nothing more is handed out, and the error is returned when all results
// that are under way are there. Null: there are no other processes.
Status hand_out(const NextTask& next, const TakeResult& take, Crew&, const BatchGroup*);

// Tells all other processes that there are no more tasks. Called by rank 0, once.
void dismiss(const BatchGroup&);

// What the other processes do: work on what rank 0 hands out, until it dismisses them.
void work_for_rank_0(Crew&, const BatchGroup&);

}  // namespace commlab
