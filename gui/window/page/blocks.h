#pragma once
// Puts plots, sliders, measurements and notes on a lesson's page.

#include "gui/window/page/setter.h"

namespace commlab {

void set_plot(PageSetter&, const PlotState&);
void set_explore(PageSetter&, const ExploreState&);
void set_measure(PageSetter&, const MeasureState&);
void set_note(PageSetter&, const TeacherBlock&);

}  // namespace commlab
