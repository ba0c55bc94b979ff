#include "tests/mutants/mutant.h"

#include <cstdlib>

namespace commlab::mutants {
namespace {

int number_in(const char* text) { return text == nullptr ? 0 : std::atoi(text); }

}  // namespace

const int on = number_in(std::getenv("COMMLAB_MUTANT"));
std::array<std::atomic<bool>, most> reached;

}  // namespace commlab::mutants
