#pragma once
// Makes what a lesson's step has to be seen, and shows it.

#include <memory>
#include <optional>

#include "gui/window/page/lesson_shown.h"
#include "gui/window/session/session.h"

namespace commlab {

// Runs what the step asks for: seconds. What could not be done is told on the page; what the player refused
// just now, at its question.
std::shared_ptr<const LessonShown> make_shown(const std::shared_ptr<Player>&, const Laboratory&,
                                              std::optional<RefusedAnswer> = {});

// The same, of another scene that was run: of a question from the floor. From its beginning.
Result<std::shared_ptr<const LessonShown>> with_scene(const LessonShown&, PlayedScene);

// The viewer may stay where he is: it is the same run, and no other moment or speed of it is asked for.
bool shows_the_same(const LessonShown&, const LessonShown&);

// From its beginning, playing at the speed that the view asks for; or standing still where it says.
void show_lesson_scene(Session&, const LessonShown&);

// What the laboratory gives, as the window plays it. An error: it has no trace.
Result<Played> played_of(const Performed&);

}  // namespace commlab
