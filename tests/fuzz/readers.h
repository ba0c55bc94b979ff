#pragma once
// All readers, and the inputs with which fuzzing begins.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/reader.h"

namespace commlab {

std::span<const FuzzedReader* const> fuzzed_readers();
const FuzzedReader* find_fuzzed_reader(std::string_view name);  // null: there is none

// The files of tests/fuzz/corpus/NAME: inputs that once broke the reader, and others that attack it.
std::vector<std::string> attacks_on(const FuzzedReader&);
// These, and the reader's examples; without those that are too long.
std::vector<std::string> first_inputs(const FuzzedReader&);
// The words of these inputs, the most frequent first, and numbers at the limits of their types.
std::vector<std::string> dictionary(const std::vector<std::string>& inputs);

}  // namespace commlab
