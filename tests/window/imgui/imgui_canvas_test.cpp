// What Dear ImGui is told to draw, checked vertex by vertex.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "gui/window/imgui/imgui_canvas.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

// The greatest distance between a circle and the straight lines between its vertices, computed from the
// vertices' angles.
double most_off(const ImDrawList& list, double radius) {
  std::vector<double> angles;
  for (const ImDrawVert& vertex : list.VtxBuffer) angles.push_back(std::atan2(vertex.pos.y, vertex.pos.x));
  std::ranges::sort(angles);
  double widest = angles.front() + 2 * std::numbers::pi - angles.back();
  for (std::size_t i = 1; i < angles.size(); ++i) widest = std::max(widest, angles[i] - angles[i - 1]);
  return radius * (1 - std::cos(widest / 2));
}

// Guards against a fixed bug: a GPU in a small window had twelve corners, which could be counted from the
// last row of a class.
TEST(ImGuiCanvas, DrawsCirclesThatLookRound) {
  const WindowTools tools;
  const Settings settings;
  Session session{.tools = tools, .settings = settings, .theme = *theme_named("dark")};
  const UnseenWindow window(session);
  Fonts fonts;
  Textures textures(false);
  for (const double radius : {6.0, 20.0, 36.0, 90.0}) {
    ImDrawList disc(ImGui::GetDrawListSharedData()), circle(ImGui::GetDrawListSharedData()),
        ring(ImGui::GetDrawListSharedData());
    for (ImDrawList* list : {&disc, &circle, &ring}) {
      list->_ResetForNewFrame();
      list->Flags = ImDrawListFlags_AntiAliasedFill | ImDrawListFlags_AntiAliasedLines;
    }

    ImGuiCanvas(disc, fonts, textures).disc({0, 0}, radius, rgb(0xFFFFFF));
    ImGuiCanvas(circle, fonts, textures).circle({0, 0}, radius, {.color = rgb(0xFFFFFF), .width = 1.5});
    ImGuiCanvas(ring, fonts, textures)
        .sector({0, 0}, radius / 2, radius, 0, 2 * std::numbers::pi, rgb(0xFFFFFF));

    EXPECT_LE(most_off(disc, radius), 0.25) << radius;
    EXPECT_LE(most_off(circle, radius), 0.25) << radius;
    EXPECT_LE(most_off(ring, radius), 0.25) << radius;
  }
}

}  // namespace
}  // namespace commlab
