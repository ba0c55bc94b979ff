// The program that ./lab fuzz runs: libFuzzer, for one reader at a time.
//
//   fuzzers prepare DIR    for each reader: first inputs in DIR/READER/, words in DIR/READER.dict, and
//   libFuzzer's
//                          options in DIR/READER.options
//   fuzzers READER ...     libFuzzer with these options, folders and files (llvm.org/docs/LibFuzzer.html)

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "tests/fuzz/readers.h"

namespace commlab {
namespace {

const FuzzedReader* attacked = nullptr;

void prepare(const FuzzedReader& reader, const std::filesystem::path& folder) {
  const std::vector<std::string> inputs = first_inputs(reader);
  std::filesystem::create_directories(folder / reader.name);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    std::ofstream(folder / reader.name / std::to_string(i), std::ios::binary) << inputs[i];
  std::ofstream words(folder / fmt::format("{}.dict", reader.name));
  for (const std::string& word : dictionary(inputs)) words << '"' << word << "\"\n";
  std::ofstream(folder / fmt::format("{}.options", reader.name)) << "-max_len=" << reader.longest << '\n';
}

}  // namespace
}  // namespace commlab

// libFuzzer calls this first. The first argument is ours, and is removed.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  using namespace commlab;
  const std::string_view word = *argc > 1 ? (*argv)[1] : "";
  if (word == "prepare" && *argc > 2) {
    for (const FuzzedReader* reader : fuzzed_readers()) prepare(*reader, (*argv)[2]);
    std::exit(0);
  }
  attacked = find_fuzzed_reader(word);
  if (!attacked) {
    fmt::print(stderr, "fuzzers: there is no reader '{}'; there are", word);
    for (const FuzzedReader* reader : fuzzed_readers()) fmt::print(stderr, " {}", reader->name);
    fmt::print(stderr, "\n");
    std::exit(2);
  }
  (*argv)[1] = (*argv)[0];
  ++*argv;
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  commlab::attacked->use({reinterpret_cast<const char*>(data), size});
  return 0;
}
