#pragma once
// A file of the system that is open, with one owner.

#include <utility>

namespace commlab {

class OpenFile {
 public:
  OpenFile() = default;
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}  // -1: not open
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile() { close(); }

  int descriptor() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

  // The number of the system's error, or 0. A system may delay writes and report only here that they failed.
  int close();

 private:
  int descriptor_ = -1;
};

}  // namespace commlab
