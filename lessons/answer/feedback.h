#pragma once
// What is said to an answer.

#include <string>
#include <vector>

namespace commlab {

// What is to be shown is not empty: result and why are, as long as they may not be told.
struct Feedback {
  bool right = false;
  std::string yours{};   // the answer as it was understood: "4.3 ms"
  std::string result{};  // what the run gave: "4.29 ms"; of a check that changes the scene, a solution
  std::string
      message{};      // of a wrong answer people give, or in which direction it is off, or what is missing
  std::string why{};  // the explanation; Markdown, numbers filled in
  std::vector<std::string> stars{};  // aims that are met: "bronze"
  bool unknown = false;              // "I don't know": neither right nor wrong, and to be shown as neither
  bool told = true;    // the result may be shown: right, or given away; false after a wrong answer to a check
  bool shown = false;  // a check's result was told before it was solved: it no longer counts as solved
};

}  // namespace commlab
