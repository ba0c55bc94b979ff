#pragma once
// How well published timings are predicted: in words, and for programs.

#include <span>
#include <string>

#include "core/fit/calibrated_once.h"
#include "core/fit/scores.h"
#include "gui/cli/output/table.h"

namespace commlab {

// Medians over families: of the tables that were fitted, and of families that were left out of the fit.
std::string score_text(const Score& fitted, const Score& left_out);

// The columns of CSV: one line for each row of each table.
Table accuracy_table();

// `commlab accuracy --leave-one-out`: a line for each family, then the medians. Both are of the same rows.
std::string leave_one_out_text(std::span<const PredictedTime> fitted,
                               std::span<const PredictedTime> left_out);
std::string leave_one_out_json(std::span<const PredictedTime> fitted,
                               std::span<const PredictedTime> left_out);
std::string leave_one_out_csv(std::span<const PredictedTime> left_out);

// `commlab accuracy --halves` and `--calibrated`: what rows of the same cluster teach. One part for each kind
// of likeness between those that calibrate and those that judge: a line for each cluster, then the medians.
std::string calibrated_text(std::span<const CalibratedPart>);
std::string calibrated_json(std::span<const CalibratedPart>);

}  // namespace commlab
