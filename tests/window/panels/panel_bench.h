#pragma once
// A panel without a window: its session, and a pointer that clicks on what the panel has noted.

#include <memory>
#include <string_view>

#include <gtest/gtest.h>

#include "gui/window/panels/panel.h"
#include "gui/window/session/session.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {

struct PanelBench {
  explicit PanelBench(std::string_view line, const Area& on = {0, 0, 400, 500}) : area(on) {
    session.scene = std::make_shared<const Scene>(played(line));
  }

  const Registry& draw(void (*panel)(Panel&), const Pointer& pointer = {}) {
    session.registry.clear();
    session.view.hovered = {};
    Panel it{
        .session = session, .canvas = canvas, .area = area, .pointer = pointer, .registry = session.registry};
    panel(it);
    return session.registry;
  }
  void click(void (*panel)(Panel&), std::string_view id) {
    const Widget* widget = draw(panel).find(id);
    ASSERT_NE(widget, nullptr) << id;
    draw(panel, {.at = widget->area.center(), .pressed = true});
  }

  Area area;
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
  RecordedCanvas canvas;
};

}  // namespace commlab
