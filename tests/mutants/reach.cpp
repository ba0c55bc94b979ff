// Linked into each test program of the mutants build. Where COMMLAB_MUTANTS_REACHED names a file, a line is
// added to it after each test: the test, its milliseconds, and the mutants that it reached.

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/mutants/mutant.h"

namespace commlab::mutants {
namespace {

class Reach : public testing::EmptyTestEventListener {
 public:
  explicit Reach(const char* file) : out_(file, std::ios::app) {}

  void OnTestEnd(const testing::TestInfo& test) override {
    out_ << test.test_suite_name() << '.' << test.name() << ' ' << test.result()->elapsed_time();
    for (std::size_t mutant = 0; mutant < reached.size(); ++mutant)
      if (reached[mutant]) out_ << ' ' << mutant;
    out_ << std::endl;
    for (auto& one : reached) one = false;
  }

 private:
  std::ofstream out_;
};

const bool listens = [] {
  const char* const file = std::getenv("COMMLAB_MUTANTS_REACHED");
  if (file != nullptr) testing::UnitTest::GetInstance()->listeners().Append(new Reach(file));
  return file != nullptr;
}();

}  // namespace
}  // namespace commlab::mutants
