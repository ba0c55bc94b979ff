// The times of an iteration that another process reports.

#include "gpu/issue_order.h"
#include "gpu/iteration.h"
#include "gpu/net/group/stamps_message.h"
#include "tests/fuzz/net_inputs.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

constexpr HostTime ahead = 1'000'000;

const IssueOrder& order() {
  static const Programs programs = small_programs("ring");
  static const IssueOrder order = issue_order(programs).value();
  return order;
}

Iteration nothing_happened() {
  return {.began = std::vector<HostTime>(order().lanes.size()),
          .ended = std::vector<HostTime>(order().lanes.size()),
          .stamps = std::vector<Stamps>(order().instructions.size())};
}

std::vector<std::string> reports() {
  Iteration iteration = nothing_happened();
  iteration.opened = ahead;
  for (Stamps& stamps : iteration.stamps) stamps = {ahead + 1, ahead + 2, ahead + 3, ahead + 4};
  return {text_of_bytes(stamps_of(order(), nothing_happened(), 1)),
          text_of_bytes(stamps_of(order(), iteration, 1))};
}

void use(std::string_view input) {
  Iteration iteration = nothing_happened();
  if (add_stamps(std::as_bytes(std::span(input)), order(), 1, ahead, iteration)) iteration.time();
}

}  // namespace

extern const FuzzedReader stamps{.name = "stamps", .longest = 1024, .examples = reports, .use = use};

}  // namespace commlab::fuzzed
