#pragma once
// Which of the computer's processors this program may use, and which rank runs on which. A rank stays on one
// processor, as under mpirun or torchrun. If the system chose the processors, threads that wake each other
// would share one processor in some runs and not in others, and times would differ by half.

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

// In ascending order, at least one. taskset or a container may allow fewer processors than the computer has.
std::vector<int> allowed_processors();

// The processors of a list in the form of /sys: "0-3,8". Empty if the text is no such list. Numbers of
// CPU_SETSIZE (1024) and more are left out, because allowed_processors() does not know them either.
std::vector<int> processors_in(std::string_view list);
// The same form. REQUIRES: ascending order.
std::string processors_text(const std::vector<int>& processors);

// Rank r has the (r mod n)-th of n processors. REQUIRES: at least one processor.
int processor_of(Rank rank, const std::vector<int>& processors);

// If the system refuses, the thread runs on any processor. REQUIRES: the thread has not ended.
void keep_on(std::thread& thread, int processor);
void keep_this_thread_on(int processor);

}  // namespace commlab
