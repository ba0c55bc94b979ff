#pragma once
// A class that votes while lessons are presented: what the phones show follows the stops, and the class sees
// how it has voted before it sees the answer.

#include <memory>
#include <string>

#include "gui/window/page/vote_state.h"
#include "gui/window/session/session.h"

namespace commlab {

// From now on the class votes. The link is shown at each lesson's title.
void begin_vote(Session&, std::shared_ptr<VoteBox>, std::string link);

// What phones show at the stop of this page. Asks the player, which may run scenes. If the question's answers
// cannot be judged, nobody votes on it.
std::shared_ptr<const VoteStop> vote_stop_of(Player&, const LessonPage&);

// Shows the link over everything, or hides it. Where the class does not vote, says so.
void toggle_join(Session&);

// Tells the phones which stop is shown, and counts what they have answered. Call it in every frame.
void follow_vote(Session&);

// At a question that was answered, the next "stop" is how the class has voted, and the one before it the
// question. Returns whether this was the turn.
bool turn_to_histogram(Session&, int by);

}  // namespace commlab
