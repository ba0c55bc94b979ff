#pragma once
// A file of lines that only grows, for results that come one by one. Each line is written as a whole, so that
// a program that is ended at any moment leaves whole lines behind; where the system itself went down, the
// last line may be torn, and the next program to open the file removes it. Two programs cannot have it open.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/files/open_file.h"

namespace commlab {

class GrowingFile {
 public:
  // Opens the file, or makes it. An error: it cannot be written, another program has it open, or its system
  // cannot keep others out. A device or a pipe is written as it is; it has no lines to read.
  static Result<GrowingFile> open(const std::filesystem::path&);

  using Take = std::function<Status(std::string_view line)>;
  // Calls `take` for each line that the file has, without its end. Then a torn last line is removed, unless
  // `let_go` refuses. Stops with the first error of these functions. REQUIRES: nothing was added yet.
  Status read(const Take& take, const Take& let_go);

  // Removes what the file has: it is written anew. REQUIRES: nothing was read or added yet.
  Status clear();

  // Adds a line. An error is of Fault::runtime, as on a full disk; the file then has no part of the line.
  Status add(std::string_view line);
  // Waits until the lines are on the disk, so that they outlive a system that goes down.
  Status settle();

 private:
  GrowingFile(std::filesystem::path path, OpenFile file, bool regular)
      : path_(std::move(path)), file_(std::move(file)), regular_(regular) {}
  Status told(int error) const;

  std::filesystem::path path_;
  OpenFile file_;
  bool regular_;  // false: a device or a pipe
};

}  // namespace commlab
