#pragma once
// What a launcher or a logger puts before each line that a program prints: "[1,0]<stdout>:" of Open MPI,
// "[0] " of Hydra, "0: " of srun, a time, a host, a pod, "> " of a mail. There are more forms than a list
// could hold, so they are learned from lines whose own beginning is known:
//
//   [0] # nThread 1 nGpus 8                  what stands before '#' is the prefix "[0]"
//   [0]    8   2   float   sum   -1[0]  12.4    and so the [0] in the middle is one as well
//
// A launcher puts it before each piece that a program writes, and nccl-tests writes a row in pieces.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

class LinePrefixes {
 public:
  // What stood before the known beginning of a line. Numbers in it may be others elsewhere: ranks, times.
  // Without any letter that no number has, it is not told from data, and is not learned.
  void learn(std::string_view prefix);

  // A prefix may open a quotation, as in: level=info msg="# nThread 1". The line without what closes it.
  std::string_view without_end(std::string_view line) const;
  // The line without its prefix, if it has one that was learned, or several.
  std::string_view without(std::string_view line) const;
  // Also without those in the middle, a blank for each.
  std::string without_any(std::string_view line) const;

 private:
  std::vector<std::string> learned_;  // digits and lengths of blanks as they were first seen; longest first
  bool opens_quotation_ = false;
};

}  // namespace commlab
