#pragma once
// One NVSwitch and its GPUs: a bar above a row of up to 8, or between two rows of up to 16. More stand on a
// circle around it, or in rows below a bar.
//
//      [====== nvswitch ======]         o   o   o   o
//        o    o    o    o    o       [==== nvswitch ====]
//                                       o   o   o   o

#include "gui/window/topology/layout.h"

namespace commlab {

// `nvswitch`: its box. REQUIRES: all other boxes are GPUs.
void place_around_nvswitch(TopologyLayout&, int nvswitch);

}  // namespace commlab
