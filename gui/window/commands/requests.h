#pragma once
// Long computations: runs, edits of links, measurements, sweeps. Each runs in the session's worker, replaces
// the worker's job, and changes the session when it has finished. On an error, the notice shows the error and
// nothing else changes. What runs the scene's experiment does nothing while a lesson keeps that run secret.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// Runs the experiment. Its scene replaces the present one; with `keep_ghost`, the present one stays as the
// ghost. A run that plays beside it is run anew, too; if that is not possible, the new run plays alone.
void perform(Session&, const Experiment&, bool keep_ghost = false);
// Plays another run beside the one that is shown: see experiment_beside. The time stays.
void play_beside(Session&, const std::string& wish);
// The run that is shown plays alone again.
void leave_beside(Session&);
// Shows another group of ranks of a run in which all groups do the same. The time that is shown stays.
void open_group(Session&, int group);
// Runs the scene's experiment with one more fault, which replaces an earlier fault of the same kind: a link
// that is slower (--slow gpu0-gpu1:4x), cut (--cut gpu0-gpu1) or delayed (--late gpu0-gpu1:10us).
void perform_with_slow_link(Session&, LinkId, int times);
void perform_with_cut_link(Session&, LinkId);
void perform_with_late_link(Session&, LinkId, Time more);
// Runs the scene's experiment without any of these faults.
void perform_unedited(Session&);

// Runs the experiment on threads of this computer, and shows the times beside those predicted for it.
void measure(Session&);
// Predicts the scene's experiment from 1 KiB to 1 GiB. `measured`: predicts it for this computer, and
// measures it as well.
void sweep_sizes(Session&, bool measured);
// Predicts all sizes without being asked, if that is quick and was not done yet.
void sweep_when_quick(Session&);
// Opens the list of published tables.
void choose_published(Session&);
// Predicts a published table's rows and lays both over the plot.
void overlay_published(Session&, const std::string& table);

}  // namespace commlab
