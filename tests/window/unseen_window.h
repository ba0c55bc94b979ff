#pragma once
// A window that nobody sees: Dear ImGui without a renderer makes the frames of a session, to be counted
// or timed. One at a time: Dear ImGui knows one context.

#include "gui/window/frame/frame.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/screen/stage.h"

namespace commlab {

class UnseenWindow {
 public:
  // Keeps a reference to the session, whose theme must stay.
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

  // Frames until nothing is being made any more.
  void press(std::string_view key) {
    input_.keys = {parse_key(key).value()};
    frame();
    input_.keys.clear();
    settle();
  }
  void settle() {
    do {
      if (session_.tutor.busy()) session_.tutor.wait();
      frame();
    } while (session_.tutor.busy());
    frame();
  }

  // How many vertices the frame has.
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
