#pragma once
// The picture of a machine at work: its GPUs with what they hold, its links with how full they are, and
// the messages on them.
//
//   square    a message that is added where it arrives       disc    one that is copied
//   ring      a sector per chunk, as thick as the share of contributions held; complete: with a rim
//   link      wider and stronger the fuller; solid NVLink, dashed PCIe, dotted network

#include "gui/window/topology_marks.h"

namespace commlab {

// REQUIRES: layout, index and marks are of what is shown.
void draw_topology(Canvas&, const TopologyLayout&, const TopologyIndex&, const TopologyMarks&, const Shown&);
// The same from nothing: for a picture that is drawn once.
void draw_topology(Canvas&, const Area&, const Shown&);

// What is drawn there: a message, a GPU, a chunk of a GPU, a link; else an empty selection.
Selection topology_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

// The link that is there, be it under a message.
std::optional<LinkId> link_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

// "gpu0 -> gpu1: NVLink x4, 93.3 GB/s, 350 ns; 50 % in use by 2 messages", line by line.
std::vector<std::string> topology_hint(const TopologyIndex&, const TopologyMarks&, const Shown&,
                                       const Selection&);
// A box with these lines, beside the point and within the area.
void draw_hint(Canvas&, const Area& within, PicturePoint beside, const std::vector<std::string>& lines,
               const Theme&);

}  // namespace commlab
