#include "core/experiment/choices.h"

namespace commlab {

std::string to_text(const RouteChoice& route) {
  switch (route.kind) {
    case RouteChoice::Kind::direct: return "direct";
    case RouteChoice::Kind::staged: return "staged";
    case RouteChoice::Kind::relayed: return route.relays;
  }
  return {};
}

}  // namespace commlab
