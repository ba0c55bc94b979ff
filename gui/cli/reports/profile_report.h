#pragma once
// The collectives of a training step, measured and predicted, as JSON.

#include <string>

#include "gui/experiments/predicted_profile.h"

namespace commlab {

std::string profile_json(const PredictedProfile&);

}  // namespace commlab
