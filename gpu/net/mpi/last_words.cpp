#include "gpu/net/mpi/last_words.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace commlab {

void say_last_words(std::string_view why) { std::fputs(fmt::format("commlab: {}\n", why).c_str(), stderr); }

void end_process(std::string_view why) {
  say_last_words(why);
  std::quick_exit(runtime_failed);
}

}  // namespace commlab
