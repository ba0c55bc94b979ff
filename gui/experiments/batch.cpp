#include "gui/experiments/batch.h"

#include <algorithm>
#include <utility>

#include "core/base/words.h"
#include "core/programs/native.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    const bool begins_a_word = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
    if (line[i] == '#' && begins_a_word && !quoted) return line.substr(0, i);
  }
  return line;
}

std::vector<std::string> algorithms_of(const Experiment& experiment, const Tools& tools) {
  if (experiment.algorithm != "all") return {experiment.algorithm};
  std::vector<std::string> names;
  if (tools.backend(experiment.on).native) names.emplace_back(native_algorithm(experiment.collective).name);
  for (const Algorithm* algorithm : algorithms_for(experiment.collective, tools.own_algorithms))
    names.emplace_back(algorithm->name);
  return names;
}

}  // namespace

Status Batch::add(BatchEntry entry) {
  if (entries_.size() == most_batch_entries)
    return fail("a batch has at most {} experiments, and here are more; divide it", most_batch_entries);
  entries_.push_back(std::move(entry));
  return {};
}

Status Batch::add(const Experiment& experiment, const Tools& tools) {
  Experiment one = experiment;
  for (std::string& algorithm : algorithms_of(experiment, tools)) {
    one.algorithm = std::move(algorithm);
    if (const Status added = add({.line = to_line(one), .asked = asked_, .on = one.on}); !added) return added;
  }
  ++asked_;
  return {};
}

Status Batch::add_mistake(std::string_view line, std::string mistake) {
  return add({.line = std::string(line), .asked = asked_++, .mistake = std::move(mistake)});
}

Result<Batch> read_batch(std::string_view text, const std::string& name, const Tools& tools) {
  Batch batch;
  int number = 0;
  for (const std::string_view whole : split_at(text, '\n')) {
    ++number;
    const std::string_view line = trimmed(without_comment(whole));
    if (line.empty()) continue;
    const Result<Experiment> experiment = parse_line(line);
    const Status added =
        experiment
            ? batch.add(*experiment, tools)
            : batch.add_mistake(line, fmt::format("{}:{}: {}", name, number, experiment.error().message));
    if (!added) return fail("{}:{}: {}", name, number, added.error().message);
  }
  const std::vector<BatchEntry>& entries = batch.entries();
  if (entries.empty())
    return fail("{} has no experiments; expected one on each line, as in all_reduce --ranks 8 --size 1MiB",
                name);
  if (std::ranges::none_of(entries, [](const BatchEntry& entry) { return entry.mistake.empty(); }))
    return fail("no line of {} is an experiment; {}", name, entries.front().mistake);
  return batch;
}

}  // namespace commlab
