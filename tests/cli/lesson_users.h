#pragma once
// Lessons as somebody has them on the command line, in a folder of his own, which is gone afterwards.

#include <string>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {

class LessonUsers : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  std::string path(const std::string& name) const;  // of a file in the folder
  std::string text_of(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;  // with its folder, where there is none
  // What he types comes from a pipe. Each has a state of his own, in which nobody has answered anything yet.
  Said lesson(const std::string& words, const std::string& typed = "",
              const std::string& who = "teacher") const;

  const std::string example_ = COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md";

 private:
  std::string folder_;
};

}  // namespace commlab
