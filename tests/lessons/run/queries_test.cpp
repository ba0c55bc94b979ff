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

}  // namespace
}  // namespace commlab
