#pragma once
// The collectives of a training step, measured and predicted: as text, JSON and CSV.

#include <string>

#include "gui/experiments/predicted_profile.h"

namespace commlab {

// `file`: what was read.
std::string profile_text(const PredictedProfile&, const std::string& file);
std::string profile_csv(const PredictedProfile&);
std::string profile_json(const PredictedProfile&);

}  // namespace commlab
