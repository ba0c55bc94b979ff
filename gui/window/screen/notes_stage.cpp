#include "gui/window/screen/notes_stage.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>

#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/input.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/page/notes_page.h"
#include "gui/window/page/step_page.h"
#include "gui/window/screen/shader_language.h"
#include "gui/window/screen/stage.h"

namespace commlab {
namespace {

// The notes are read at a desk, so they do not need the projector's theme.
constexpr std::string_view theme_of_notes = "dark";

// Makes a context of Dear ImGui current, and gives the former one back at the end.
class Borrowed {
 public:
  explicit Borrowed(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Borrowed() { ImGui::SetCurrentContext(before_); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

 private:
  ImGuiContext* before_;
};

ImGuiContext* new_context() {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGuiContext* const made = ImGui::CreateContext();
  ImGui::SetCurrentContext(before);
  return made;
}

}  // namespace

NotesStage::NotesStage() : context_(new_context()), theme_(theme_named(theme_of_notes).value()) {
  const Borrowed borrowed(context_);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init(shader_language);
}

NotesStage::~NotesStage() {
  const Borrowed borrowed(context_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

void NotesStage::frame(const Session& session, int width, int height) {
  const Borrowed borrowed(context_);
  glViewport(0, 0, width, height);
  if (!baked_) {
    apply_style(theme_);
    fonts_ = bake_fonts(theme_, session.settings.font);
    ImGui_ImplOpenGL3_CreateFontsTexture();
    baked_ = true;
  }
  tell_imgui({.width = static_cast<double>(width), .height = static_cast<double>(height)});
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::Begin("notes", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGuiCanvas on_screen(*ImGui::GetWindowDrawList(), fonts_, textures_);
  Canvas& canvas = on_screen;
  const Area window{0, 0, static_cast<double>(width), static_cast<double>(height)};
  canvas.fill(window, theme_.ground);
  if (presented(session)) {
    const std::shared_ptr<const LessonPage> page = session.lesson.page;
    const Area area = window.inset(2 * theme_.gap);
    draw_page(canvas, area, lay_out_notes(canvas, area, theme_, *page, time_of(session.presenter)), theme_);
  }
  ImGui::End();
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace commlab
