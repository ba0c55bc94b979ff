#pragma once
// How well published tables are predicted, family by family of machines: in words, for programs, and drawn.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "gui/experiments/survey.h"
#include "gui/picture/chart.h"

namespace commlab {

// `commlab accuracy`: a line for each family, then the medians. The names are known before the first
// prediction, so that each line can be printed as soon as its family is complete.
std::size_t widest_survey_name(const std::vector<ReadTable>&, const std::set<std::string>& fitted);
std::string survey_text_head(std::size_t widest_name);
std::string survey_text_row(std::size_t widest_name, const SurveyedFamily&);
std::string survey_text_tail(const Survey&);
std::string survey_json(const Survey&);
// One line for each row of each table, in the columns of accuracy_table().
std::string survey_csv_rows(const SurveyedFamily&);
// A mark for each row of a collective.
Chart survey_chart(const Survey&);

}  // namespace commlab
