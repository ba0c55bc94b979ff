#pragma once
// Lessons for tests: on the simulator, with the shipped machines.

#include <map>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "gui/experiments/tools.h"
#include "lessons/expression/value.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"

namespace commlab {

const Laboratory&
simulating_laboratory();  // with measured data "T1" and the shipped ones; every measurement takes 5 us

// The value of an expression for a scene with these keys: "4.29 ms". An error as "! sentence".
std::string worth(std::string_view expression, const SceneKeys& scene = {});

// A lesson of one step with these blocks after a scene: p2p of 400 MB on hcm8 from GPU 0 to 1, 2 and 4.
std::string one_step(std::string_view blocks);
// What --check says about the text, one sentence per line; or why it cannot be parsed.
std::string problems_of(std::string_view text);

}  // namespace commlab
