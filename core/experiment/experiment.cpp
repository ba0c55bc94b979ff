#include "core/experiment/experiment.h"

#include <algorithm>

#include "core/base/index.h"
#include "core/base/nearest.h"
#include "core/experiment/amount.h"
#include "core/experiment/experiment_options.h"

namespace commlab {
namespace {

const ExperimentOption* find_option(std::string_view name) {
  const std::span<const ExperimentOption> options = experiment_options();
  const auto found = std::ranges::find(options, name, &ExperimentOption::name);
  return found == options.end() ? nullptr : &*found;
}

// Words are separated by blanks; a word that has blanks stands in double quotes.
Result<std::vector<std::string>> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false, quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      in_word = true;
    } else if (!quoted && (c == ' ' || c == '\t')) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quoted) return fail("experiment: a quote is never closed in '{}'", line);
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string quoted_where_needed(const std::string& word) {
  return word.find_first_of(" \t") == std::string::npos ? word : '"' + word + '"';
}

Status read_words(Experiment& experiment, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("--")) return fail("experiment: '{}' stands where an option was expected", word);
    const ExperimentOption* option = find_option(std::string_view(word).substr(2));
    if (!option) {
      std::vector<std::string> names;
      for (const ExperimentOption& known : experiment_options())
        names.push_back("--" + std::string(known.name));
      return fail("experiment: unknown option '{}'{}", word, suggestion(word, names));
    }
    const bool takes_value = !option->takes.empty();
    if (takes_value && i + 1 == words.size()) return fail("{}: {} is missing", word, option->takes);
    if (const Status read = read_option(*option, experiment, takes_value ? words[++i] : std::string_view{});
        !read)
      return read;
  }
  return {};
}

constexpr int most_ranks_of_counts = 4'096;  // their matrix has 256 MiB

// A row alone is every rank's.
Result<CountMatrix> counts_of(std::vector<CountRow> rows, int ranks) {
  if (ranks > most_ranks_of_counts)
    return fail("--counts: {} ranks; at most {} can have counts of their own", ranks, most_ranks_of_counts);
  const auto expected = [&] { return fmt::format("expected {}, one for each rank", ranks); };
  if (rows.size() != 1 && std::ssize(rows) != ranks)
    return fail("--counts: {} rows; {}, or one row for all", rows.size(), expected());
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (std::ssize(rows[row]) != ranks)
      return fail("--counts: {} has {} counts; {}", rows.size() == 1 ? "the row" : fmt::format("row {}", row),
                  rows[row].size(), expected());
  if (rows.size() == 1) rows.resize(index(ranks), rows[0]);
  return CountMatrix::of(rows).map_error([](const Error& error) {
    return Error{"--counts: " + error.message, error.fault};
  });
}

// The number of ranks that the counts have; nothing if there are no counts.
std::optional<int> ranks_of_counts(const Experiment& e) {
  return e.counts.empty() ? std::nullopt : std::optional(static_cast<int>(e.counts.front().size()));
}

Status check_amount(const Experiment& e) {
  if (e.size && e.count) return fail("--size and --count both set the amount of data; give only one of them");
  if (e.size && e.size->count > 0 && e.size->count < size_of(e.dtype))
    return fail("--size: {} hold no whole {} ({}); give at least one, or 0", to_human(*e.size),
                name_of(e.dtype), to_human(Bytes{size_of(e.dtype)}));
  if (e.count && *e.count < 0) return fail("--count: {} elements; expected 0 or more", *e.count);
  if (e.counts.empty()) return {};
  if (e.size || e.count)
    return fail("--counts and {} both set the amount of data; give only one of them",
                e.size ? "--size" : "--count");
  if (e.collective != CollectiveKind::all_to_all)
    return fail("--counts: only all_to_all has a count for each pair of ranks; {} takes --count",
                name_of(e.collective));
  if (e.in_place)
    return fail("--counts: input and output blocks have different sizes, which excludes --in-place");
  return {};
}

}  // namespace

Result<Experiment> parse_line(std::string_view line) {
  const auto words = split_words(line);
  if (!words) return tl::unexpected(words.error());
  if (words->empty()) return fail("experiment: the line is empty; it starts with a collective");
  const Result<CollectiveKind> kind = parse_collective(words->front());
  if (!kind) return tl::unexpected(kind.error());

  Experiment experiment{.collective = *kind};
  const Status read = read_words(experiment, std::span(*words).subspan(1));
  if (!read) return tl::unexpected(read.error());
  return experiment;
}

std::string to_line(const Experiment& experiment) { return to_line(experiment, {&experiment.on, 1}); }

std::string to_line(const Experiment& experiment, std::span<const BackendName> backends) {
  std::string line;
  for (const std::string& word : experiment_words(experiment, backends))
    line += (line.empty() ? "" : " ") + quoted_where_needed(word);
  return line;
}

std::vector<std::string> experiment_words(const Experiment& experiment) {
  return experiment_words(experiment, {&experiment.on, 1});
}

std::vector<std::string> experiment_words(const Experiment& experiment,
                                          std::span<const BackendName> backends) {
  std::vector<std::string_view> names;
  for (const BackendName backend : backends) names.push_back(name_of(backend));
  std::vector<std::string> words = {std::string(name_of(experiment.collective)), "--on",
                                    fmt::format("{}", fmt::join(names, ","))};
  for (const ExperimentOption& option : experiment_options()) {
    if (option.name == "on") continue;
    std::string value = option.write(experiment);
    if (value.empty()) continue;
    words.push_back("--" + std::string(option.name));
    if (!option.takes.empty()) words.push_back(std::move(value));
  }
  return words;
}

bool says_amount(const Experiment& e) { return e.size || e.count || !e.counts.empty(); }

Result<Collective> collective_of(const Experiment& e, int machine_gpus) {
  return collective_of(e, machine_gpus, machine_gpus);
}

Result<Collective> collective_of(const Experiment& e, int most_ranks, int usual_ranks) {
  const int ranks = e.ranks.value_or(ranks_of_counts(e).value_or(usual_ranks));
  if (ranks < 1) return fail("--ranks: {} ranks; expected at least 1", ranks);
  if (ranks > most_ranks) return fail("--ranks: {} ranks do not fit on {} GPUs", ranks, most_ranks);
  if (const Status amount = check_amount(e); !amount) return tl::unexpected(amount.error());
  if (e.root && !has_root(e.collective))
    return fail("--root: {} has no root; leave it out, or try broadcast, scatter, gather or reduce",
                name_of(e.collective));
  if (e.per_node && (*e.per_node < 1 || ranks % *e.per_node != 0))
    return fail("--per-node: {} ranks cannot be divided into nodes of {} ranks", ranks, *e.per_node);
  for (const Rank absent : e.absent)
    if (absent < 0 || absent >= ranks)
      return fail("--absent: there is no rank {} among ranks 0 to {}", absent, ranks - 1);

  Collective collective{
      .kind = e.collective,
      .ranks = ranks,
      .count = e.count ? *e.count : count_for(e.collective, ranks, e.dtype, e.size.value_or(default_size)),
      .root = e.root.value_or(0),
      .dtype = e.dtype,
      .op = e.op,
      .in_place = e.in_place};
  if (!e.counts.empty()) {
    const Result<CountMatrix> counts = counts_of(e.counts, ranks);
    if (!counts) return tl::unexpected(counts.error());
    collective = with_counts(std::move(collective), *counts);
  }
  if (e.route.kind == RouteChoice::Kind::relayed && e.collective != CollectiveKind::p2p)
    return fail("--route {}: only p2p can go over relays; {} uses the routes of the machine", e.route.relays,
                name_of(e.collective));
  if (e.collective == CollectiveKind::p2p) {
    collective.from = e.from;
    collective.to = e.to.empty() ? std::vector<Rank>{1} : e.to;
  }
  if (const Status valid = check(collective); !valid) return tl::unexpected(valid.error());
  return collective;
}

}  // namespace commlab
