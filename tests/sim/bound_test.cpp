// No algorithm beats the bound, on any machine at any size.

#include "core/bounds.h"

#include "tests/sim/run_on.h"

namespace commlab {
namespace {

TEST(Simulate, NeverBeatsTheBound) {
  for (const char* spec :
       {"switch:8,25GB/s,0.5us", "ring:6,25GB/s,0.5us", "mesh:3x3,25GB/s,0.5us", "switch:5,25GB/s,0ns"}) {
    const Machine m = machine(spec);
    for (const Algorithm* a : algorithms()) {
      for (const std::int64_t bytes : {0, 4, 4'004, 4'000'004}) {
        const Programs programs = programs_on(m, a->collective, a->name, {bytes});
        const Result<Bound> least = bound(programs.collective, m.topology);
        ASSERT_TRUE(least) << least.error().message;
        EXPECT_GE(simulate(programs, m)->finish, least->time)
            << spec << " " << name_of(a->collective) << " " << a->name << " " << bytes << " B";
      }
    }
  }
}

}  // namespace
}  // namespace commlab
