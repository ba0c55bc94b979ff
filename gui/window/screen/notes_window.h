#pragma once
// The teacher's notes in a native window of their own, which the teacher drags to a screen that the class
// does not see. Keys pressed in it act on the audience's window, so that a clicker always works.

#include <memory>

#include "gui/window/screen/notes_stage.h"

struct GLFWwindow;

namespace commlab {

class NotesWindow {
 public:
  using OnKey = void (*)(GLFWwindow*, int key, int scancode, int action, int modifiers);

  // Null if a second window is not possible. `user`: the pointer that OnKey gets from
  // glfwGetWindowUserPointer. open() and frame() leave the current OpenGL context unchanged.
  static std::unique_ptr<NotesWindow> open(void* user, OnKey);
  ~NotesWindow();
  NotesWindow(const NotesWindow&) = delete;
  NotesWindow& operator=(const NotesWindow&) = delete;

  void frame(const Session&);
  bool closed() const;  // the user pressed the window's close button

 private:
  explicit NotesWindow(GLFWwindow* window);

  GLFWwindow* window_;
  std::unique_ptr<NotesStage> stage_;
};

}  // namespace commlab
