#pragma once
// "What if?": a question from the floor, asked of the scene that is seen, and answered beside it. Escape
// brings back the lesson's scene, as it was, where it was.

#include <map>
#include <string>
#include <vector>

#include "core/units.h"
#include "lessons/what_if.h"

namespace commlab {

struct Session;

struct WhatIfState {
  bool open = false;
  std::vector<WhatIfControl> controls{};       // of the lesson's scene
  std::map<std::string, std::string> typed{};  // being typed, by control
  WhatIfChanges changes{};                     // what is asked
  bool asked = false;                          // and still to be run
  std::string sentence{};  // "lesson 12.9 ms, what if 51.4 ms"; empty: nothing was run yet
  std::string refused{};   // why the last one could not be
  Time now{};              // where the viewer was before
  bool playing = false;
  // What is seen is what was asked for: nothing that the lesson tells of its own run is true of it.
  bool shows_another_run() const { return open && !sentence.empty(); }
};

// Empty, or why nothing can be asked now: a sentence.
std::string_view why_no_what_if(const Session&);
// Opens the bar; what cannot be asked becomes the notice.
void open_what_if(Session&);
void close_what_if(Session&);
// The control is to have this value; empty, or what the scene has: as the lesson has it.
void ask_what_if(Session&, const std::string& control, const std::string& value);
// What is asked is run and shown. In every frame.
void follow_what_if(Session&);

}  // namespace commlab
