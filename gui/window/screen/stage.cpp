#include "gui/window/screen/stage.h"

#include <algorithm>
#include <cmath>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>

#include "gui/window/frame/frame.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/screen/read_framebuffer.h"
#include "gui/window/screen/shader_language.h"

namespace commlab {
namespace {

constexpr double seconds_at_the_end = 1.5;  // of a film, so that you see what was reached

int pixels_of(double length, const Input& input) {
  return static_cast<int>(std::lround(length * input.density));
}

}  // namespace

Stage::Stage() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init(shader_language);
}

Stage::~Stage() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Stage::follow_theme(const Session& session, double density) {
  const Theme& theme = session.theme;
  if (theme_ && theme_->name == theme.name && theme_->font == theme.font && density_ == density) return;
  apply_style(theme);
  fonts_ = bake_fonts(theme, session.settings.font, density);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  theme_ = theme;
  density_ = density;
}

void Stage::frame(Session& session, const Input& input) {
  glViewport(0, 0, pixels_of(input.width, input), pixels_of(input.height, input));
  follow_theme(session, input.density);
  Input now = input;
  if (session.movie && !movie_) movie_ = start_movie(session, input);
  if (movie_) now.seconds = movie_->seconds_per_frame();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  draw_frame(session, now, fonts_, textures_);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  take_pictures(session, input);
}

void Stage::take_pictures(Session& session, const Input& input) {
  const auto pixels = [&] {
    return read_framebuffer(pixels_of(input.width, input), pixels_of(input.height, input));
  };
  if (!session.picture.empty()) {
    const Status written = write_png(pixels(), session.picture);
    if (written)
      session.answer = "written: " + session.picture.string();
    else
      session.notice = written.error().message;
    session.picture.clear();
  }
  if (!movie_) return;
  const Status added = movie_->add(pixels());
  const double held = session.view.playing ? 0 : held_ + movie_->seconds_per_frame();
  held_ = held;
  if (added && held < seconds_at_the_end) return;
  held_ = 0;
  const Result<std::string> made = movie_->finish();
  if (added && made)
    session.answer = *made;
  else
    session.notice = added ? made.error().message : added.error().message;
  movie_ = nullptr;
  session.movie.reset();
}

void tell_imgui(const Input& input) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(input.width), static_cast<float>(input.height)};
  io.DisplayFramebufferScale = vec({input.density, input.density});
  io.DeltaTime = static_cast<float>(input.seconds);
  const ImVec2 mouse = vec(input.mouse);
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(mouse.x, mouse.y);
  io.AddMouseButtonEvent(0, input.left);
  io.AddMouseButtonEvent(1, input.right);
  io.AddMouseWheelEvent(0, static_cast<float>(input.wheel));
#else
  io.MousePos = mouse;
  io.MouseDown[0] = input.left;
  io.MouseDown[1] = input.right;
  io.MouseWheel = static_cast<float>(input.wheel);
#endif
  io.AddInputCharactersUTF8(input.typed.c_str());
  const auto held = [&](bool KeyStroke::*modifier) {
    return std::ranges::any_of(input.keys, [&](const KeyStroke& stroke) { return stroke.*modifier; });
  };
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(ImGuiMod_Ctrl, held(&KeyStroke::ctrl));
  io.AddKeyEvent(ImGuiMod_Shift, held(&KeyStroke::shift));
  io.AddKeyEvent(ImGuiMod_Alt, held(&KeyStroke::alt));
#else
  io.KeyCtrl = held(&KeyStroke::ctrl);
  io.KeyShift = held(&KeyStroke::shift);
  io.KeyAlt = held(&KeyStroke::alt);
#endif
  const auto pressed = [&](std::string_view name) {
    return std::ranges::find(input.keys, name, &KeyStroke::key) != input.keys.end();
  };
  struct Known {
    ImGuiKey key;
    std::string_view name;
  };
  constexpr Known known[] = {{ImGuiKey_Enter, "Enter"},
                             {ImGuiKey_Escape, "Escape"},
                             {ImGuiKey_Tab, "Tab"},
                             {ImGuiKey_Backspace, "Backspace"},
                             {ImGuiKey_Delete, "Delete"},
                             {ImGuiKey_LeftArrow, "Left"},
                             {ImGuiKey_RightArrow, "Right"},
                             {ImGuiKey_UpArrow, "Up"},
                             {ImGuiKey_DownArrow, "Down"},
                             {ImGuiKey_Space, "Space"},
                             {ImGuiKey_Home, "Home"},
                             {ImGuiKey_End, "End"},
                             {ImGuiKey_A, "A"},
                             {ImGuiKey_C, "C"},
                             {ImGuiKey_V, "V"},
                             {ImGuiKey_X, "X"},
                             {ImGuiKey_Y, "Y"},
                             {ImGuiKey_Z, "Z"}};
  for (const auto& [key, name] : known) {
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(key, pressed(name));
#else
    io.KeyMap[key] = key;
    io.KeysDown[key] = pressed(name);
#endif
  }
}

}  // namespace commlab
