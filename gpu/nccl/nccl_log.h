#pragma once
// Where NCCL writes what it did: a file in this process's memory, which no other process sees and nobody has
// to remove. NCCL reads NCCL_DEBUG and its companions once, when it is first called, and keeps the file; so
// this is to be made before, and the environment itself remembers it for whoever comes after.

#include <string>

namespace commlab {

class NcclLog {
 public:
  // Asks NCCL to report, unless the user asked it something else (NCCL_DEBUG is set): then there is no log.
  NcclLog();

  bool kept() const { return file_ >= 0; }
  // What NCCL wrote since this was made.
  std::string text() const;

 private:
  int file_ = -1;  // open until the process ends: NCCL writes to it
  std::size_t read_from_ = 0;
};

}  // namespace commlab
