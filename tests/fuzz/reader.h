#pragma once
// A reader of the program, and what a fuzzer needs to attack it: examples to begin with, and a function that
// takes any text.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace commlab {

struct FuzzedReader {
  std::string_view name;  // also the name of its folder in tests/fuzz/corpus
  std::size_t longest;    // bytes of an input
  // Inputs that are accepted: shipped files, and lines that documents show.
  std::vector<std::string> (*examples)();
  // Reads the input; uses what is accepted as the program does. Returns for every input, within seconds.
  void (*use)(std::string_view input);
};

}  // namespace commlab
