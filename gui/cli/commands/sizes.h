#pragma once
// The sizes of a sweep, with the options of nccl-tests: -b 8 -e 8G -f 2.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"

namespace CLI {
class App;
}

namespace commlab {

struct SizeRange {
  std::string first = "8";
  std::string last = "8G";
  double factor = 2;
};

void add_size_range(CLI::App&, SizeRange&);  // -b, -e, -f
void add_factor(CLI::App&, SizeRange&);      // -f alone

// "-b 8B -e 8G -f 2"
std::string to_line(const SizeRange&);

// An error: the range is empty or never ends.
Result<std::vector<Bytes>> sizes_of(const SizeRange&);

}  // namespace commlab
