#pragma once
// The state of a "what if?" while its bar is open.

#include <map>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "lessons/play/what_if.h"

namespace commlab {

struct WhatIfState {
  bool open = false;
  bool wished = false;  // it was asked for while the stop was being prepared
  std::vector<WhatIfControl>
      controls{};  // the controls of the lesson's scene; the links are those of the changed machine
  std::map<std::string, std::string> typed{};  // texts in the fields, by control
  WhatIfChanges changes{};                     // the changes that are asked for
  bool asked = false;                          // the changes were asked for and not run yet
  std::string sentence{};  // "lesson 12.9 ms, what if 51.4 ms"; the result; empty: nothing was run yet
  std::string refused{};   // why the last "what if?" could not be run
  Time now{};              // the time that was shown before the bar was opened
  bool playing = false;
  // The picture shows the changed run, so nothing that the lesson says about its own run applies.
  bool shows_another_run() const { return open && !sentence.empty(); }
};

}  // namespace commlab
