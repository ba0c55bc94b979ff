// Lines that ranks print at the same time: ordered by rank, or shuffled by a seed; each rank's own lines keep
// their order.

#include <algorithm>
#include <set>

#include "core/script/parser.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> printed(std::optional<std::uint64_t> seed) {
  const Result<Script> script = parse_script(
      "rank 0: print(\"0a\"); print(\"0b\")\nrank 1: print(\"1a\"); print(\"1b\")\nrank 2: print(\"2a\")\n"
      "rank all: sleep(1 ms); print(\"late\")\n");
  EXPECT_TRUE(script) << (script ? "" : script.error().message);
  const Result<ScriptRun> run = run_script(*script, plain_machine(3), {.ranks = 3, .seed = seed});
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  std::vector<std::string> lines;
  for (const ScriptPrint& print : run->prints) lines.push_back(print.text);
  return lines;
}

TEST(ScriptPrints, WithoutASeedComeByRank) {
  EXPECT_THAT(printed({}), ElementsAre("0a", "0b", "1a", "1b", "2a", "late", "late", "late"));
}

TEST(ScriptPrints, WithASeedComeInAnyOrderThatProcessesMayHave) {
  std::set<std::vector<std::string>> orders;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<std::string> lines = printed(seed);
    EXPECT_EQ(lines, printed(seed)) << "the same seed gives the same order";
    const auto at = [&](const char* text) { return std::ranges::find(lines, text) - lines.begin(); };
    EXPECT_LT(at("0a"), at("0b"));
    EXPECT_LT(at("1a"), at("1b"));
    EXPECT_EQ(lines[5], "late") << "a line that is printed later stays last";
    orders.insert(lines);
  }
  EXPECT_EQ(orders.size(), 30U) << "all 5! / 2! / 2! orders should occur";
}

TEST(ScriptCulprit, IsEveryoneOfACircleThatDoesTheSame) {
  const ScriptRun two =
      script_run("rank 0: send(1, 1 B); recv(1, 1 B)\nrank 1: send(0, 1 B); recv(0, 1 B)", 2, "gloo");
  ASSERT_TRUE(two.culprit);
  EXPECT_THAT(two.culprit->alike, ElementsAre(0, 1));
  EXPECT_EQ(name_of(*two.culprit), "any one of ranks 0, 1");
  const ScriptRun one = script_run("rank 0: recv(1, 1 B)\nrank 1: sleep(1 us)", 2, "gloo");
  ASSERT_TRUE(one.culprit);
  EXPECT_THAT(one.culprit->alike, testing::IsEmpty());
  EXPECT_THAT(name_of(*one.culprit), HasSubstr("rank 1, line 2"));
}

}  // namespace
}  // namespace commlab
