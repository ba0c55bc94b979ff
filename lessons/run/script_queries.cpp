#include "lessons/run/script_queries.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "lessons/model/lesson.h"
#include "lessons/run/query_arguments.h"
#include "lessons/run/query_table.h"

namespace commlab {
namespace {

using Arguments = std::vector<QueryArgument>;

constexpr int most_ranks_asked = 1 << 20;

Result<Value> outcome(const ScriptRun& r, const Arguments&) {
  return text_value(std::string(name_of(r.outcome)));
}
Result<Value> done(const ScriptRun& r, const Arguments&) {
  return truth_value(r.outcome == ScriptOutcome::done);
}
Result<Value> deadlock(const ScriptRun& r, const Arguments&) {
  return truth_value(r.outcome == ScriptOutcome::deadlock);
}
Result<Value> caveat(const ScriptRun& r, const Arguments&) { return text_value(r.caveat); }

template <class Tell>
Result<Value> of_culprit(const ScriptRun& r, Tell tell) {
  if (!r.culprit) return fail("nobody is to blame: the script is {}", name_of(r.outcome));
  return tell(*r.culprit);
}
// As an answer to a question of kind point: "rank 2 line 3".
Value place_of(Rank rank, const ScriptCulprit& c) {
  return text_value(fmt::format("rank {} line {}", rank, c.line));
}
Result<Value> culprit(const ScriptRun& r, const Arguments&) {
  return of_culprit(r, [](const ScriptCulprit& c) { return place_of(c.rank, c); });
}
// All ranks to blame: in a circle of ranks that all do the same, each of them.
Result<Value> culprits(const ScriptRun& r, const Arguments&) {
  return of_culprit(r, [](const ScriptCulprit& c) {
    Value::List places;
    for (const Rank rank : c.alike) places.push_back(place_of(rank, c));
    if (places.empty()) places.push_back(place_of(c.rank, c));
    return Value{std::move(places)};
  });
}
Result<Value> culprit_rank(const ScriptRun& r, const Arguments&) {
  return of_culprit(r, [](const ScriptCulprit& c) { return value_of(c.rank); });
}
Result<Value> culprit_line(const ScriptRun& r, const Arguments&) {
  return of_culprit(r, [](const ScriptCulprit& c) { return value_of(c.line); });
}

// Times.

Result<Value> finish(const ScriptRun& r, const Arguments&) { return value_of(r.finish); }
Result<Value> time(const ScriptRun& r, const Arguments& arguments) {
  if (arguments.empty()) return value_of(r.finish);
  return fail("a script answers time(run), through(rank 1), span(\"recv\", rank 1) and timer(rank 0, t)");
}
Result<Value> through(const ScriptRun& r, const Arguments& arguments) {
  return rank_in(arguments[0], r.ranks).map([&](Rank rank) { return value_of(r.through[rank]); });
}
Result<Value> exposed(const ScriptRun& r, const Arguments& arguments) {
  return rank_in(arguments[0], r.ranks).map([&](Rank rank) { return value_of(r.exposed[rank]); });
}

// stands(rank 1): the line at which the rank's host waits for ever; 0 where it does not.
Result<Value> stands(const ScriptRun& r, const Arguments& arguments) {
  return rank_in(arguments[0], r.ranks).map([&](Rank rank) { return value_of(r.stands[rank]); });
}

Result<ScriptLane> lane_in(const QueryArgument& argument) {
  const auto name = word_in(argument);
  if (!name) return tl::unexpected(name.error());
  for (std::size_t lane = 0; lane < std::size(view_lanes); ++lane)
    if (view_lanes[lane] == *name) return static_cast<ScriptLane>(lane);
  return fail("there is no lane '{}'; there are {}", *name, fmt::join(view_lanes, ", "));
}

// span("recv", rank 1): the total time of the rank's spans whose text begins with "recv". A call may have
// spans on several lanes: the time is that of the lane where it is longest, or with span("recv", rank 1,
// host) of that lane.
Result<Value> span(const ScriptRun& r, const Arguments& arguments) {
  const auto what = word_in(arguments[0]);
  const auto rank = rank_in(arguments[1], r.ranks);
  std::optional<ScriptLane> only;
  if (!what) return tl::unexpected(what.error());
  if (!rank) return tl::unexpected(rank.error());
  if (arguments.size() > 2) {
    const auto lane = lane_in(arguments[2]);
    if (!lane) return tl::unexpected(lane.error());
    only = *lane;
  }
  std::map<ScriptLane, Time> sums;
  for (const ScriptSpan& span : r.spans)
    if (span.rank == *rank && span.what.starts_with(*what) && span.lane == only.value_or(span.lane))
      sums[span.lane] += span.end - span.start;
  if (sums.empty()) return fail("rank {} has nothing in its script that begins with '{}'", *rank, *what);
  return value_of(std::ranges::max(sums | std::views::values));
}

Result<Value> timer(const ScriptRun& r, const Arguments& arguments) {
  const auto rank = rank_in(arguments[0], r.ranks);
  const auto name = word_in(arguments[1]);
  if (!rank) return tl::unexpected(rank.error());
  if (!name) return tl::unexpected(name.error());
  for (const ScriptTimer& timer : r.timers) {
    if (timer.rank != *rank || timer.name != *name) continue;
    return value_of(timer.stop ? *timer.stop - timer.start : never);
  }
  return fail("rank {} has no timer '{}'", *rank, *name);
}

// Tensors.

std::string tensors_of(const ScriptRun& r, Rank rank) {
  std::vector<std::string_view> names;
  for (const ScriptTensor& tensor : r.tensors)
    if (tensor.rank == rank) names.push_back(tensor.name);
  return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

// One of the rank's tensors; the name may be left out where there is only one.
Result<const ScriptTensor*> tensor_named(const ScriptRun& r, Rank rank,
                                         const std::optional<std::string>& name) {
  const ScriptTensor* found = nullptr;
  for (const ScriptTensor& tensor : r.tensors) {
    if (tensor.rank != rank || (name && tensor.name != *name)) continue;
    if (found) return fail("rank {} has several tensors: say which ({})", rank, tensors_of(r, rank));
    found = &tensor;
  }
  if (found) return found;
  return fail("rank {} has no tensor '{}': {}", rank, name.value_or(""), tensors_of(r, rank));
}

Result<Value> elements_of(const ScriptRun& r, const Arguments& arguments, bool named, bool after) {
  const auto rank = rank_in(arguments[0], r.ranks);
  if (!rank) return tl::unexpected(rank.error());
  std::optional<std::string> name;
  if (named) {
    const auto word = word_in(arguments[1]);
    if (!word) return tl::unexpected(word.error());
    name = *word;
  }
  return tensor_named(r, *rank, name).and_then([&](const ScriptTensor* tensor) -> Result<Value> {
    const auto& values = after ? tensor->after : tensor->before;
    const auto& known = after ? tensor->after_known : tensor->before_known;
    if (std::ssize(values) > most_elements_shown)
      return fail("tensor '{}' has {} elements; at most {} are looked at", tensor->name, values.size(),
                  most_elements_shown);
    Value::List list;
    for (std::size_t i = 0; i < values.size(); ++i)
      list.push_back(i < known.size() && !known[i] ? Value{} : value_of(values[i]));
    return Value{std::move(list)};
  });
}

Result<Value> tensor(const ScriptRun& r, const Arguments& arguments) {
  return elements_of(r, arguments, arguments.size() > 1, true);
}
Result<Value> input(const ScriptRun& r, const Arguments& arguments) {
  return elements_of(r, arguments, arguments.size() > 1, false);
}
// value(rank 2, i), or value(rank 2, x, i)
Result<Value> value(const ScriptRun& r, const Arguments& arguments) {
  return elements_of(r, arguments, arguments.size() > 2, true).and_then([&](const Value& tensor) {
    return element_in(tensor, arguments.back());
  });
}

// order(), or order(i): the order in which element i was added up.
Result<Value> order(const ScriptRun& r, const Arguments& arguments) {
  const auto element =
      arguments.empty() ? Result<int>(0) : number_in(arguments[0], "element", 0, most_elements_shown);
  if (!element) return tl::unexpected(element.error());
  for (const ScriptSum& sum : r.sums)
    if (sum.element == *element) return text_value(sum.order);
  return fail("the order in which element {} was added up is not known", *element);
}

// Messages.

Status transfers_known(const ScriptRun& r) {
  if (r.transfers_known) return {};
  return fail("this script moves too many messages to be followed one by one; use fewer ranks or calls");
}

Result<Value> bytes(const ScriptRun& r, const Arguments& arguments) {
  const QueryArgument& of = arguments[0];
  std::optional<Rank> rank;
  if (of.word == "rank") {
    const auto said = rank_in(of, r.ranks);
    if (!said) return tl::unexpected(said.error());
    if (of.way.empty()) return fail("bytes(rank {} out) or bytes(rank {} in)?", *said, *said);
    rank = *said;
  } else if (!of.is_word() || of.word != "total") {
    return fail("a script answers bytes(total) and bytes(rank 0 out)");
  }
  if (const Status known = transfers_known(r); !known) return tl::unexpected(known.error());
  std::int64_t sum = 0;
  for (const Transfer& transfer : r.trace.transfers)
    if (!rank || (of.way == "out" ? transfer.from : transfer.to) == *rank) sum += transfer.bytes;
  return value_of(Bytes{sum});
}

Result<Value> transfers(const ScriptRun& r, const Arguments&) {
  if (const Status known = transfers_known(r); !known) return tl::unexpected(known.error());
  return value_of(static_cast<double>(r.trace.transfers.size()));
}
Result<Value> waits(const ScriptRun& r, const Arguments&) {
  return value_of(static_cast<double>(r.waits.size()));
}

// outcomes(rank 0, x, i): the run was made for this query (outcomes_asked).
Result<Value> outcomes(const ScriptRun& r, const Arguments&) {
  Value::List list;
  for (const std::optional<double>& one : r.outcomes) list.push_back(one ? value_of(*one) : Value{});
  return Value{std::move(list)};
}

// prints(), or prints(rank 1): a list of the printed texts.
Result<Value> prints(const ScriptRun& r, const Arguments& arguments) {
  const auto rank = arguments.empty() ? Result<Rank>(-1) : rank_in(arguments[0], r.ranks);
  if (!rank) return tl::unexpected(rank.error());
  Value::List list;
  for (const ScriptPrint& print : r.prints)
    if (*rank < 0 || print.rank == *rank) list.push_back(text_value(print.text));
  return Value{std::move(list)};
}

constexpr QueryRow<ScriptRun> script_rows[] = {
    {"outcome", outcome},
    {"done", done},
    {"deadlock", deadlock},
    {"caveat", caveat},
    {"culprit", culprit},
    {"culprits", culprits},
    {"culprit_rank", culprit_rank},
    {"culprit_line", culprit_line},
    {"time", time},
    {"finish", finish},
    {"through", through},
    {"exposed", exposed},
    {"span", span},
    {"timer", timer},
    {"tensor", tensor},
    {"input", input},
    {"value", value},
    {"order", order},
    {"bytes", bytes},
    {"transfers", transfers},
    {"waits", waits},
    {"prints", prints},
    {"stands", stands},
    {"outcomes", outcomes},
};

}  // namespace

Result<std::optional<ScriptElement>> outcomes_asked(const RunQuery& query) {
  if (query.name != "outcomes") return std::nullopt;
  const auto rank = number_in(query.arguments[0], "rank", 0, most_ranks_asked);
  const auto tensor = word_in(query.arguments[1]);
  const auto element = number_in(query.arguments[2], "element", 0, most_elements_shown);
  if (!rank) return tl::unexpected(rank.error());
  if (!tensor) return tl::unexpected(tensor.error());
  if (!element) return tl::unexpected(element.error());
  return ScriptElement{*rank, *tensor, *element};
}

Result<Value> query_result(const ScriptRun& run, const RunQuery& query) {
  return result_by(script_rows, run, query, "a script");
}

}  // namespace commlab
