#pragma once
// Prepares what the pictures show beside a lesson's step, and shows it.

#include <memory>
#include <optional>

#include "gui/window/page/lesson_shown.h"
#include "gui/window/session/session.h"

namespace commlab {

// Runs the step's scene, which may take seconds. The page shows errors; if the player has just refused an
// answer, the page says why at the question.
std::shared_ptr<const LessonShown> make_shown(const std::shared_ptr<Player>&, const Laboratory&,
                                              std::optional<RefusedAnswer> = {});

// The same step with another scene's run: the answer to a "what if?". It plays from its beginning.
Result<std::shared_ptr<const LessonShown>> with_scene(const LessonShown&, PlayedScene);

// Whether both show the same run and ask for the same moment and speed, so that the shown time can stay.
bool shows_the_same(const LessonShown&, const LessonShown&);

// Plays the scene from its beginning at the view's speed, or stops at the view's moment.
void show_lesson_scene(Session&, const LessonShown&);

}  // namespace commlab
