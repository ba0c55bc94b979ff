#pragma once
// A ranking at one size, and a race over many sizes, as text, JSON and CSV.

#include <string>
#include <vector>

#include "gui/experiments/ranking.h"

namespace commlab {

std::string ranking_text(const Ranking&);
std::string ranking_json(const Ranking&);
std::string ranking_csv(const Ranking&);

// `line` repeats the race if typed after "commlab rank".
std::string race_text(const Race&, const std::vector<Lead>&, const std::string& line);
std::string race_json(const Race&, const std::vector<Lead>&);
std::string race_csv(const Race&);

}  // namespace commlab
