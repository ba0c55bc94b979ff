// Questions of lessons to runs and machines, with arguments that may or may not make sense.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lessons/expression/vocabulary.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

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
    for (const std::string& one : forms) {
      if (word.most >= 1) calls.push_back(fmt::format("{}({})", word.name, one));
      for (const std::string& other : forms)
        if (word.least <= 2 && word.most >= 2)
          calls.push_back(fmt::format("{}({}, {})", word.name, one, other));
    }
    for (const std::string& call : calls) EXPECT_NE(worth(call), "") << call;
  }
  EXPECT_EQ(worth("time(copy)"), "! time is asked of run, to 2, copy 0 -> 2 or step 3");
}

}  // namespace
}  // namespace commlab
