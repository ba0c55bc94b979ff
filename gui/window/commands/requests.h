#pragma once
// What is computed when it is asked for, beside the window: runs, edits of their links, measurements, sweeps.
// Each is done in the session's worker, takes the place of what it still does, and is applied to the session
// when it is found. What could not be done becomes the notice, and what is shown stays.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// Runs the experiment; its scene replaces the present one, which stays as the ghost where `keep_ghost`.
void perform(Session&, const Experiment&, bool keep_ghost = false);
// The scene's experiment with one more fault, which takes the place of an earlier one of its kind: a link so
// many times slower (--slow gpu0-gpu1:4x), gone (--cut gpu0-gpu1), or so much later (--late gpu0-gpu1:10us).
void perform_with_slow_link(Session&, LinkId, int times);
void perform_with_cut_link(Session&, LinkId);
void perform_with_late_link(Session&, LinkId, Time more);
// Without any such fault.
void perform_unedited(Session&);

// Really does what the scene predicts, on threads of this computer: shown beside what is predicted for it.
void measure(Session&);
// Predicts the scene's experiment from 1 KiB to 1 GiB; where `measured`, of this computer, and measures it.
void sweep_sizes(Session&, bool measured);
// Predicts all sizes, where nothing was predicted yet and it is quick: nobody needs to ask for it.
void sweep_when_quick(Session&);
// Opens the list of published tables.
void choose_published(Session&);
// Predicts what a published table has, to be laid over the plot.
void overlay_published(Session&, const std::string& table);

}  // namespace commlab
