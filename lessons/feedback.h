#pragma once
// What is said to an answer.

#include <string>
#include <vector>

namespace commlab {

struct Feedback {
  bool right = false;
  std::string yours;    // the answer as it was understood: "4.3 ms"
  std::string result;   // what the run gave: "4.29 ms"
  std::string message;  // of a wrong answer people give, or a sentence that says how far off it is
  std::string why;      // the explanation, once it may be told; Markdown, numbers filled in
  std::vector<std::string> stars{};  // aims that are met: "bronze"
};

}  // namespace commlab
