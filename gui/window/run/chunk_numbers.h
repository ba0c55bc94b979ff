#pragma once
// The numbers that every picture of a run writes into its chunks: the value of a chunk's first element, where
// a learner can add it up.

#include <string>

#include "gui/window/run/scene.h"

namespace commlab {

// Whether chunks show their values: there are few ranks, and all elements of a chunk are equal. This does not
// depend on a picture's size, so that a number never means one thing in a wide picture and another in a
// narrow one.
bool shows_numbers(const Scene&);

// "3"; empty if there is no value. REQUIRES: shows_numbers().
std::string number_text(const Scene&, ValueId);

}  // namespace commlab
