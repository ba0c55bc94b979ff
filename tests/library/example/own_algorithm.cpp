// An all_reduce of one's own: rank 0 sums what all others send, then sends them the sum. verify() proves it for any
// data; without the last step it would tell which rank lacks what.
#include <fmt/format.h>

#include "core/programs/programs_for.h"
#include "core/verify/verify.h"

using namespace commlab;

void write(Schedule& s) {
  s.next_step();
  s.one(0, 0, {.from = Buffer::input});
  for (Rank r = 1; r < s.ranks(); ++r) {
    s.next_step();
    s.one(r, 0, {.combine = Combine::reduce, .from = Buffer::input});
  }
  s.next_step();
  for (Rank r = 1; r < s.ranks(); ++r) s.one(0, r, {});
}

int main() {
  const Algorithm star = {.name = "star",
                          .collective = CollectiveKind::all_reduce,
                          .supports = any_ranks,
                          .write = write};
  const Status proved = programs_for(star, {.ranks = 5, .count = 1'000})
                            .and_then([](const Programs& programs) { return verify(programs); });
  fmt::print("{}\n", proved ? "proved" : proved.error().message);
  return proved ? 0 : 1;
}
