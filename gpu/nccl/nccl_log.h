#pragma once
// The log that NCCL writes: a file in this process's memory, which no other process sees and which nobody has
// to remove. NCCL reads NCCL_DEBUG and related variables once, at its first call, and keeps the file. So make
// an NcclLog before that call; later NcclLogs find the file through the environment.

#include <string>

namespace commlab {

class NcclLog {
 public:
  // Asks NCCL to report. If the user has set NCCL_DEBUG, that stays, and there is no log.
  NcclLog();

  bool kept() const { return file_ >= 0; }
  // What NCCL has written since this log was made.
  std::string text() const;

 private:
  int file_ = -1;  // open until the process ends: NCCL writes to it
  std::size_t read_from_ = 0;
};

}  // namespace commlab
