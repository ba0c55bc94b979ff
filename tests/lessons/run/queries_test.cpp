// Questions of lessons to runs and machines, with arguments that may or may not make sense.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lessons/expression/vocabulary.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

const SceneKeys scene = {
    {"run", "p2p"}, {"machine", "hcm8"}, {"from", "0"}, {"to", "1,2,4"}, {"size", "400 MB"}};

TEST(Queries, SayWhatIsWrongWithArgumentsOfEveryForm) {
  const std::vector<std::string> forms = {"0",
                                          "-1",
                                          "9",
                                          "1 ms",
                                          "\"x\"",
                                          "[]",
                                          "[1]",
                                          "true",
                                          "run",
                                          "gpu0",
                                          "nobody",
                                          "rank",
                                          "rank 0",
                                          "to",
                                          "to 1",
                                          "step",
                                          "step 1",
                                          "copy",
                                          "copy 0 -> 1",
                                          "link",
                                          "link gpu0 -> gpu1",
                                          "link gpu0 -> gpu1 out",
                                          "node 0",
                                          "local 0"};
  for (const LessonWord& word : lesson_words()) {
    std::vector<std::string> calls = {fmt::format("{}()", word.name)};
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const std::string& one = forms[i];
      if (word.most >= 1) calls.push_back(fmt::format("{}({})", word.name, one));
      if (word.least > 2 || word.most < 2) continue;
      for (const std::string& other : {one, forms[(i + 1) % forms.size()]})
        calls.push_back(fmt::format("{}({}, {})", word.name, one, other));
    }
    for (const std::string& call : calls) {
      const std::string said = worth(call, scene);
      EXPECT_TRUE(!said.starts_with("!") || said.size() > 10) << call << ": " << said;
    }
  }
  EXPECT_EQ(worth("time(copy)", scene), "! time is asked of run, to 2, copy 0 -> 2 or step 3");
}

// A ring of four: chunk c sets out at rank c, and each hop adds one number.
TEST(Queries, TellATensorWhileTheRunGoesOn) {
  const SceneKeys ring = {{"run", "all_reduce"},
                          {"machine", "ring:4,100GB/s,1us"},
                          {"algorithm", "ring"},
                          {"count", "4"},
                          {"data", "ranks"}};
  EXPECT_EQ(worth("tensor(rank 2, step 0)", ring), "3, 3, 3, 3");
  EXPECT_EQ(worth("tensor(rank 2, step 1)", ring), "3, 5, 3, 3");
  EXPECT_EQ(worth("tensor(rank 2, step 2)", ring), "6, 5, 3, 3");
  EXPECT_EQ(worth("tensor(rank 0, step 3)", ring), "1, 10, 8, 5");
  EXPECT_EQ(worth("value(rank 0, 2, step 3)", ring), "8");
  EXPECT_EQ(worth("equal(tensor(rank 1, step 6), tensor(rank 1))", ring), "yes");
  EXPECT_EQ(worth("tensor(rank 2, step 7)", ring), "! step is from 0 to 6, and this is 7");
  SceneKeys different = ring;
  for (auto& [key, value] : different) {
    if (key == "count") value = "8";
    if (key == "data") value = "index";
  }
  EXPECT_EQ(
      worth("tensor(rank 2, step 2)", different),
      "! the elements of a chunk differ: with data = ranks they are alike, so that one number tells them");
}

}  // namespace
}  // namespace commlab
