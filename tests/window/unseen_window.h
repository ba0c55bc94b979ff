#pragma once
// A window without a screen: Dear ImGui makes the frames of a session without a renderer, to be counted or
// timed. Only one at a time, because Dear ImGui has one context.

#include "gui/window/frame/frame.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/screen/stage.h"

namespace commlab {

class UnseenWindow {
 public:
  // Keeps a reference to the session, whose theme must not change.
  explicit UnseenWindow(Session& session, double width = 1280, double height = 800) : session_(session) {
    input_.width = width;
    input_.height = height;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    apply_style(session.theme);
    fonts_ = bake_fonts(session.theme, {});
    ImGui::GetIO().Fonts->Build();
  }
  ~UnseenWindow() { ImGui::DestroyContext(); }
  UnseenWindow(const UnseenWindow&) = delete;
  UnseenWindow& operator=(const UnseenWindow&) = delete;

  // Presses the key, then makes frames until no work is left.
  void press(std::string_view key) {
    input_.keys = {parse_key(key).value()};
    frame();
    input_.keys.clear();
    settle();
  }
  void move_to(PicturePoint mouse) {
    input_.mouse = mouse;
    for (int i = 0; i < 2; ++i) frame();
  }
  void click(PicturePoint mouse) { drag(mouse, mouse); }
  void drag(PicturePoint from, PicturePoint to) {
    move_to(from);
    input_.left = true;
    frame();
    move_to(to);
    input_.left = false;
    settle();
  }
  void wheel(PicturePoint mouse, double notches) {
    move_to(mouse);
    input_.wheel = notches;
    frame();
    input_.wheel = 0;
    settle();
  }
  void settle() {
    do {
      if (session_.tutor.busy()) session_.tutor.wait();
      frame();
    } while (session_.tutor.busy());
    frame();
  }

  // Makes a frame; returns its number of vertices.
  int frame() {
    tell_imgui(input_);
    ImGui::NewFrame();
    draw_frame(session_, input_, fonts_, textures_);
    ImGui::Render();
    return ImGui::GetDrawData()->TotalVtxCount;
  }

 private:
  Session& session_;
  Fonts fonts_;
  Textures textures_{false};
  Input input_{};
};

}  // namespace commlab
