#pragma once
// How a process ends for which a call of MPI never returns. Nothing else can end such a call.

#include <string_view>

namespace commlab {

inline constexpr int runtime_failed = 3;  // the program's exit status of Fault::runtime

// Writes "commlab: ..." for the user, from any thread.
void say_last_words(std::string_view why);
// The same, and ends this process at once.
[[noreturn]] void end_process(std::string_view why);

}  // namespace commlab
