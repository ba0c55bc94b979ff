#include "gui/window/script/span_look.h"

#include <algorithm>

namespace commlab {

double strength_at(Time start, const ScriptShown& shown) {
  return start <= shown.view.now ? 1 : strength_of_future;
}

SpanLook look_of(const ScriptSpan& span, const Theme& theme) {
  switch (span.kind) {
    case ScriptSpan::Kind::carries: {
      const int call = std::max(span.call, 0);
      return {theme.of_chunk(call), theme.on_chunk(call)};
    }
    case ScriptSpan::Kind::works: {
      // Only messages and collectives have hues. Other spans are grey; a GPU's work is a stronger grey.
      const bool computes = span.lane == ScriptLane::compute;
      return {blend(theme.panel, theme.quiet, computes ? 0.42 : 0.2), theme.words};
    }
    case ScriptSpan::Kind::waits: break;
  }
  return {blend(theme.panel, theme.quiet, 0.08), theme.words};
}

}  // namespace commlab
