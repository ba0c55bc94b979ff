#pragma once
// Lessons as tests try them: on the simulator, with the machines that commlab ships.

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
simulating_laboratory();  // with measured data "T1" and what ships, and 5 us of whatever is measured

// The value of an expression about a scene of these keys: "4.29 ms". An error as "! sentence".
std::string worth(std::string_view expression, const SceneKeys& scene = {});

// A lesson of one step, "blocks" behind a scene: p2p of 400 MB on hcm8 from GPU 0 to 1, 2 and 4.
std::string one_step(std::string_view blocks);
// What is wrong with it, by --check: sentences joined by line ends; or why it cannot be parsed.
std::string problems_of(std::string_view text);

}  // namespace commlab
