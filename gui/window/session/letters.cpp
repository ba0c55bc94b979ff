#include "gui/window/session/letters.h"

#include <algorithm>
#include <cmath>

namespace commlab {

void follow_height(Session& session, double height, double usual) {
  const double steps = std::round(10 * height / usual);
  const double scale = std::clamp(session.settings.scale * steps / 10, session.settings.scale, most_scale);
  if (const Result<Theme> theme = theme_named(session.settings.theme, scale);
      theme && (theme->font != session.theme.font || theme->name != session.theme.name))
    session.theme = *theme;
}

}  // namespace commlab
