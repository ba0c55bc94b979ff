#include "gui/window/screen/notes_window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace commlab {
namespace {

constexpr int usual_width = 720, usual_height = 640, least = 320;

// Makes a window's OpenGL context current, and gives the former one back at the end.
class Current {
 public:
  explicit Current(GLFWwindow* window) : before_(glfwGetCurrentContext()) { glfwMakeContextCurrent(window); }
  ~Current() { glfwMakeContextCurrent(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  GLFWwindow* before_;
};

}  // namespace

std::unique_ptr<NotesWindow> NotesWindow::open(void* user, OnKey on_key) {
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);  // keys still go to the audience's window
  GLFWwindow* window = glfwCreateWindow(usual_width, usual_height, "commlab: notes", nullptr, nullptr);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  if (!window) return nullptr;
  glfwSetWindowUserPointer(window, user);
  glfwSetKeyCallback(window, on_key);
  return std::unique_ptr<NotesWindow>(new NotesWindow(window));
}

NotesWindow::NotesWindow(GLFWwindow* window) : window_(window) {
  glfwSetWindowSizeLimits(window_, least, least, GLFW_DONT_CARE, GLFW_DONT_CARE);
  const Current current(window_);
  glfwSwapInterval(0);  // no second wait: the audience's window already waits for its screen
  stage_ = std::make_unique<NotesStage>();
}

NotesWindow::~NotesWindow() {
  {
    const Current current(window_);
    stage_.reset();
  }
  glfwDestroyWindow(window_);
}

bool NotesWindow::closed() const { return glfwWindowShouldClose(window_) != 0; }

void NotesWindow::frame(const Session& session) {
  const Current current(window_);
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (width > 0 && height > 0) stage_->frame(session, width, height);
  glfwSwapBuffers(window_);
}

}  // namespace commlab
