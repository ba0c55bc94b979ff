// Programs that came from another process. The first byte of an input says what is asked of them.

#include "core/programs/interpret.h"
#include "core/programs/programs_bytes.h"
#include "gpu/issue_order.h"
#include "gpu/net/group/received_programs.h"
#include "tests/fuzz/net_inputs.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

constexpr int ranks = 2;
constexpr Bytes largest_interpreted = KiB(64);

std::vector<std::string> sent() {
  std::vector<std::string> all;
  for (const char* algorithm : {"ring", "recursive-doubling", "one-shot"})
    for (const char use : {0, 1, 2}) all.push_back(use + text_of_bytes(to_bytes(small_programs(algorithm))));
  for (const char use : {0, 1, 2}) all.push_back(use + text_of_bytes(to_bytes(small_uneven_programs())));
  return all;
}

void use(std::string_view input) {
  if (input.empty()) return;
  const auto use = static_cast<Received>(static_cast<unsigned char>(input.front()) % 3);
  const Result<Programs> programs = received_programs(std::as_bytes(std::span(input.substr(1))), ranks, use);
  if (!programs) return;
  const Result<IssueOrder> order = issue_order(*programs);
  if (order && size_of(programs->collective) <= largest_interpreted) interpret(*programs, DataPattern::ranks);
}

}  // namespace

extern const FuzzedReader programs{.name = "programs", .longest = 4096, .examples = sent, .use = use};

}  // namespace commlab::fuzzed
