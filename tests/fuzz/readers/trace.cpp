// The file of a trace, as the window opens it. An input has neither the mark at the beginning of such a file
// nor the length of its header, which changes would nearly always break: a zero ends the header.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "core/plan/outcome.h"
#include "core/trace/trace_file.h"
#include "gui/experiments/window_tools.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

constexpr std::string_view mark = "commlab trace\n";

std::string file_of(std::string_view input) {
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::uint64_t length = end;
  return fmt::format("{}{}{}{}", mark,
                     std::string_view(reinterpret_cast<const char*>(&length), sizeof length),
                     input.substr(0, end), input.substr(std::min(end + 1, input.size())));
}

std::string input_of(const std::string& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data() + mark.size(), sizeof length);
  const std::string header_and_records = file.substr(mark.size() + sizeof length);
  return header_and_records.substr(0, length) + '\0' + header_and_records.substr(length);
}

// REQUIRES: a small experiment.
std::string traced(std::string_view line) {
  const Outcome outcome = perform_small(parse_line(line).value(), small_tools().planner()).value();
  const InputFile file("", "a.trace");
  if (!write_trace(outcome.trace(), file.path())) std::abort();
  std::ifstream stream(file.path(), std::ios::binary);
  return input_of({std::istreambuf_iterator<char>(stream), {}});
}

std::vector<std::string> traces() {
  return {traced("all_reduce --machine ring:2,25GB/s,1us --algorithm ring --size 1MiB"),
          traced("p2p --machine switch:3,25GB/s,1us --from 0 --to 1,2 --size 64B"),
          traced("all_reduce --machine switch:3,25GB/s,1us,multicast --algorithm nvls --size 1KiB"),
          traced("reduce_scatter --machine ring:3,25GB/s,1us --algorithm ring --count 6 --dtype float16"),
          traced("all_to_all --machine ring:3,25GB/s,1us --algorithm direct --counts 4,1,1/1,0,9/1,1,4"),
          traced("broadcast --machine ring:4,25GB/s,1us --algorithm chain --pieces 2 --size 1KiB")};
}

void use(std::string_view input) {
  const InputFile file(file_of(input), "fuzzed.trace");
  const WindowTools tools = window_tools(small_tools());
  if (const Result<Outcome> outcome = tools.open(file.path(), {})) use_outcome(*outcome);
}

}  // namespace

extern const FuzzedReader trace{.name = "trace", .longest = 8192, .examples = traces, .use = use};

}  // namespace commlab::fuzzed
