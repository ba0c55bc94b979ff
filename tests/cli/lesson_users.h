#pragma once
// A user's lessons on the command line, in a temporary folder that is removed after the test.

#include <string>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {

class LessonUsers : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  std::string path(const std::string& name) const;  // path of a file in the folder
  std::string text_of(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;  // also makes the file's folder
  // Runs `commlab lesson` with `typed` on standard input. Each `who` has a record of their own, which is
  // empty at first.
  Said lesson(const std::string& words, const std::string& typed = "",
              const std::string& who = "teacher") const;

  const std::string example_ = COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md";

 private:
  std::string folder_;
};

}  // namespace commlab
