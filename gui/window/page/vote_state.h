#pragma once
// The vote of a class, as the window shows it: a copy of the ballots' counts, taken once a frame.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/vote/histogram.h"
#include "gui/vote/qr_code.h"
#include "gui/vote/vote_box.h"

namespace commlab {

struct VoteState {
  std::shared_ptr<VoteBox> box{};  // null: the class does not vote
  std::string link{};              // for the learners
  std::optional<QrCode> code{};    // of the link
  VoteCounts counts{};             // of the stop's question
  std::vector<VoteBar> bars{};     // likewise
  bool histogram = false;          // the bars are shown before the answer
  bool joining = false;            // the link is shown over everything

  std::shared_ptr<const VoteStop> told{};  // the stop that the phones were told last
  std::uint64_t version = 0;               // of the ballots that `bars` are made from
};

}  // namespace commlab
