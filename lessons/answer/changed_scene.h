#pragma once
// Answers that are given by changing the scene until a condition holds.

#include "lessons/answer/answer_rules.h"

namespace commlab {

extern const AnswerRules changed_scene_rules;

}  // namespace commlab
