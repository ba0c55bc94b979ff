#pragma once
// The problems that the checker finds in a lesson.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// The problems of each line. A sentence is kept once, even if it comes up in several variants.
class LessonProblems {
 public:
  explicit LessonProblems(std::string file) : file_(std::move(file)) {}

  void add(int line, const std::string& sentence) { by_line_[line].insert(sentence); }
  void add(int line, const Status& status) {
    if (!status) add(line, status.error().message);
  }
  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    for (const auto& [line, sentences] : by_line_)
      for (const std::string& sentence : sentences)
        all.push_back(fmt::format("{}:{}: {}", file_, line, sentence));
    return all;
  }

 private:
  std::string file_;
  std::map<int, std::set<std::string>> by_line_;
};

}  // namespace commlab
