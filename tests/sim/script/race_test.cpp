// Tensors whose contents depend on chance are named; those protected by a wait are not.

#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// The official example: without the stream's wait, the result is 1 or 101.
constexpr std::string_view side_stream =
    "stream side\ntensor x = [rank]\ntensor hundred = [100]\n"
    "rank all:\n  all_reduce(x) -> h\n  wait(h)\n  {}add(x, hundred, stream=side)\n  {}print(x)\n";

TEST(ScriptRaces, OfASecondStreamAreOnePossibleOutcome) {
  const ScriptRun run = script_run(fmt::format(fmt::runtime(side_stream), "", ""), 2, "nccl");

  EXPECT_THAT(run.caveat, HasSubstr("one possible outcome: rank 0 writes x in line 7"));
  EXPECT_THAT(run.caveat, HasSubstr("all_reduce(x) in line 5"));
}

TEST(ScriptRaces, EndWhereStreamsWait) {
  const ScriptRun run = script_run(
      fmt::format(fmt::runtime(side_stream), "stream_wait(side, compute); ", "stream_wait(compute, side); "),
      2, "nccl");

  EXPECT_THAT(run.caveat, IsEmpty());
  EXPECT_EQ(after(run, 0, "x")[0], 101);
  ASSERT_EQ(run.prints.size(), 2U);
  EXPECT_EQ(run.prints[0].text, "[101]");
}

// The buffer of an isend must not be written before wait; that of an irecv must not be read.
TEST(ScriptRaces, OfBuffersUnderWay) {
  const std::string_view writes =
      "tensor x = [rank]\nrank 0: isend(1, x) -> h; fill(x, 7); wait(h)\nrank 1: recv(0, x)";
  const std::string_view reads =
      "tensor x = [rank]\nrank 0: send(1, x)\nrank 1: irecv(0, x) -> h; print(x); wait(h)";
  const std::string_view waits =
      "tensor x = [rank]\nrank 0: isend(1, x) -> h; wait(h); fill(x, 7)\nrank 1: recv(0, x)";

  EXPECT_THAT(script_run(writes, 2).caveat, HasSubstr("rank 0 writes x in line 2, fill(x, 7)"));
  EXPECT_THAT(script_run(reads, 2).caveat, HasSubstr("rank 1 reads x in line 3, print(x)"));
  EXPECT_THAT(script_run(waits, 2).caveat, IsEmpty());
}

TEST(ScriptRaces, AreNoneBetweenPartsThatDoNotMeet) {
  const std::string_view apart =
      "tensor x = [rank] * 4\nrank 0: isend(1, x[0..1]) -> h; fill(x[2..3], 7); wait(h)\nrank 1: recv(0, "
      "x[0..1])";

  EXPECT_THAT(script_run(apart, 2).caveat, IsEmpty());
}

}  // namespace
}  // namespace commlab
