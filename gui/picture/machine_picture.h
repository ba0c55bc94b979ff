#pragma once
// A machine as a picture: how it is wired, and how fast every GPU reaches every other. GPUs that are
// joined directly stand on a circle; otherwise rows, from the NVSwitch down to the network:
//
//   [ ============ nvswitch ============ ]
//     gpu0    gpu1    gpu2    gpu3            nodes of a cluster are tiles side by side,
//      |       |       |       |              above the switches that join them
//     pcie0 --'       pcie1 --'
//      |               |
//     nic0            nic1
//
// The same machine gives the same picture. If there are too many GPUs or nodes to draw, some stand for the
// rest, and the picture says so.

#include <string>

#include "core/machine/machine.h"
#include "gui/picture/pair_rates.h"

namespace commlab {

std::string to_svg(const Machine&);
// Without the table of rates between GPUs: for exercises on paper, where you read the rates off the picture.
std::string wiring_svg(const Machine&);
// With measured rates: a wire between two GPUs has the colour of the difference (see nearness), and the table
// shows the measured rate beside the machine's. REQUIRES: no more places than GPUs.
std::string to_svg(const Machine&, const PairRates&);

}  // namespace commlab
