#pragma once
// What a soak has seen so far: counts by backend, and by law, as tables.

#include <map>
#include <string>

#include "tests/soak/worker.h"

namespace commlab {

class Tally {
 public:
  void count(BackendName, const Judgement&);

  int experiments() const { return sum().experiments; }
  int findings() const { return sum().findings; }
  std::string table() const;

 private:
  struct Counts {
    int experiments = 0, passed = 0, refused = 0, findings = 0;
  };
  struct Asked {
    int asked = 0, broken = 0;
  };
  Counts sum() const;

  std::map<BackendName, Counts> of_;
  std::map<Law, Asked> of_law_;
};

}  // namespace commlab
