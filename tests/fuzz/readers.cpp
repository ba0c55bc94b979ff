#include "tests/fuzz/readers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "tests/fuzz/example_files.h"

namespace commlab {

namespace fuzzed {
extern const FuzzedReader answer, data_table, experiment, expression, handed_in, lesson, lesson_record,
    machine, machine_name, message, nccl_graph_dump, nccl_log, nccl_tests_log, nccl_topology, parameters,
    programs, published, rocm_topology, script, settings, stamps, topo_matrix, torch_profile, trace,
    ui_script, vote_request;
}  // namespace fuzzed

namespace {

constexpr std::size_t most_words = 400;

constexpr std::array readers = {
    &fuzzed::answer,         &fuzzed::data_table,    &fuzzed::experiment,      &fuzzed::expression,
    &fuzzed::handed_in,      &fuzzed::lesson,        &fuzzed::lesson_record,   &fuzzed::machine,
    &fuzzed::machine_name,   &fuzzed::message,       &fuzzed::nccl_graph_dump, &fuzzed::nccl_log,
    &fuzzed::nccl_tests_log, &fuzzed::nccl_topology, &fuzzed::parameters,      &fuzzed::programs,
    &fuzzed::published,      &fuzzed::rocm_topology, &fuzzed::script,          &fuzzed::settings,
    &fuzzed::stamps,         &fuzzed::topo_matrix,   &fuzzed::torch_profile,   &fuzzed::trace,
    &fuzzed::ui_script,      &fuzzed::vote_request};

constexpr std::array<std::string_view, 16> extreme_numbers = {"0",
                                                              "-1",
                                                              "-0.0",
                                                              "1e-320",
                                                              "1e308",
                                                              "1e309",
                                                              "nan",
                                                              "inf",
                                                              "65535",
                                                              "65536",
                                                              "2147483647",
                                                              "2147483648",
                                                              "4294967296",
                                                              "9223372036854775807",
                                                              "9223372036854775808",
                                                              "18446744073709551615"};

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

}  // namespace

std::span<const FuzzedReader* const> fuzzed_readers() { return readers; }

const FuzzedReader* find_fuzzed_reader(std::string_view name) {
  const auto found = std::ranges::find(readers, name, &FuzzedReader::name);
  return found == readers.end() ? nullptr : *found;
}

std::vector<std::string> attacks_on(const FuzzedReader& reader) {
  return files_in(fmt::format("tests/fuzz/corpus/{}", reader.name));
}

std::vector<std::string> first_inputs(const FuzzedReader& reader) {
  std::vector<std::string> inputs = attacks_on(reader);
  for (std::string& example : reader.examples()) inputs.push_back(std::move(example));
  std::erase_if(inputs, [&](const std::string& input) { return input.size() > reader.longest; });
  return inputs;
}

std::vector<std::string> dictionary(const std::vector<std::string>& inputs) {
  std::map<std::string, int> uses;
  for (const std::string& input : inputs)
    for (auto begin = std::ranges::find_if(input, is_of_word); begin != input.end();) {
      const auto end = std::find_if_not(begin, input.end(), is_of_word);
      if (const auto length = end - begin; length >= 2 && length <= 32) ++uses[{begin, end}];
      begin = std::find_if(end, input.end(), is_of_word);
    }
  std::vector<std::pair<int, std::string>> most_used;
  for (const auto& [word, count] : uses) most_used.emplace_back(-count, word);
  std::ranges::sort(most_used);
  std::vector<std::string> words;
  for (const auto& [count, word] : most_used | std::views::take(most_words)) words.push_back(word);
  words.insert(words.end(), extreme_numbers.begin(), extreme_numbers.end());
  return words;
}

}  // namespace commlab
