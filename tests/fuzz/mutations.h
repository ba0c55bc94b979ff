#pragma once
// Inputs that are almost right: changes of a good input, as a seed decides.

#include <random>
#include <string>
#include <vector>

namespace commlab {

class Mutations {
 public:
  // `inputs` and `words` are what inputs are made of. REQUIRES: some inputs.
  Mutations(std::vector<std::string> inputs, std::vector<std::string> words, std::uint64_t seed)
      : inputs_(std::move(inputs)), words_(std::move(words)), chance_(seed) {}

  // One of the inputs with a few changes: bytes, words, numbers, lines, pieces of other inputs.
  std::string next();

 private:
  std::size_t below(std::size_t end) { return chance_() % end; }  // REQUIRES: end > 0.
  void change(std::string&);

  std::vector<std::string> inputs_;
  std::vector<std::string> words_;
  std::mt19937_64 chance_;
};

}  // namespace commlab
