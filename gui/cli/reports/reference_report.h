#pragma once
// A published table beside its predictions, as text, JSON and CSV.

#include <string>

#include "gui/experiments/predicted_table.h"

namespace commlab {

// The text, row by row: the head needs no prediction.
std::string reference_text_head(const PredictedTable&);
std::string reference_text_row(const PredictedTable&, const PredictedRow&);
std::string reference_text_tail(const PredictedTable&);
std::string reference_json(const PredictedTable&);
std::string reference_csv_titles();
std::string reference_csv_row(const PredictedTable&, const PredictedRow&);

// "all_reduce, 64 MiB", "gpu0 -> gpu3"
std::string row_text(const PredictedTable&, const PredictedRow&);
// "8 rows not predicted: copies inside one GPU are not modelled."
std::string left_out_text(const LeftOut&);

}  // namespace commlab
