#include "gpu/strips.h"

namespace commlab {

Stretches stretches_of(const Programs& programs, Rank rank, const RankMemory& memory,
                       const Instruction& instruction, const Operand& operand) {
  Stretches stretches;
  for (int k = 0; k < instruction.blocks; ++k) {
    const ElementRange chunk = programs.elements(rank, instruction, operand, k);
    const auto here = memory[operand.buffer].of(chunk, programs.collective.dtype);
    if (here.empty()) continue;
    if (!stretches.empty() && stretches.back().data() + stretches.back().size() == here.data())
      stretches.back() = {stretches.back().data(), stretches.back().size() + here.size()};
    else
      stretches.push_back(here);
  }
  return stretches;
}

}  // namespace commlab
