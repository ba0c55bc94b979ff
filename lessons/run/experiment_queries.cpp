#include "lessons/run/experiment_queries.h"

#include <algorithm>
#include <cstring>

#include "core/base/numbers.h"
#include "core/collective/element_type.h"
#include "core/playback/replay.h"
#include "lessons/run/query_arguments.h"
#include "lessons/run/query_table.h"

namespace commlab {
namespace {

using Arguments = std::vector<QueryArgument>;

Result<const Trace*> trace_of(const Outcome& p) {
  if (p.run.trace) return &*p.run.trace;
  return fail("this run has too many transfers to be followed one by one");
}

const Collective& collective_of(const Outcome& p) { return p.programs->collective; }

// Times.

// When the last byte arrived at a rank.
Result<Value> arrival_at(const Outcome& p, int rank) {
  const auto trace = trace_of(p);
  if (!trace) return tl::unexpected(trace.error());
  std::optional<Time> last;
  for (const Transfer& transfer : (*trace)->transfers)
    if (transfer.to == rank) last = std::max(last.value_or(transfer.end), transfer.end);
  if (!last) return fail("nothing is sent to rank {} in this run", rank);
  return value_of(*last);
}

// When a step, counted from 1, and all before it are over.
Result<Value> step_over(const Outcome& p, int step) {
  const auto trace = trace_of(p);
  if (!trace) return tl::unexpected(trace.error());
  Time last;
  for (const Transfer& transfer : (*trace)->transfers)
    if (transfer.step < step) last = std::max(last, transfer.end);
  return value_of(last);
}

Result<Value> time(const Outcome& p, const Arguments& arguments) {
  if (arguments.empty()) return value_of(p.run.finish);
  const QueryArgument& of = arguments[0];
  if (of.word == "step")
    return number_in(of, "step", 1, p.programs->steps).and_then([&](int step) { return step_over(p, step); });
  if (of.word == "to")
    return number_in(of, "to", 0, collective_of(p).ranks - 1).and_then([&](int rank) {
      return arrival_at(p, rank);
    });
  if (of.word != "copy" || !of.is_place()) return fail("time is asked of run, to 2, copy 0 -> 2 or step 3");
  const auto to = node_in(of.values[1], p.machine->topology);
  return to ? arrival_at(p, *to) : Result<Value>(tl::unexpected(to.error()));
}

Result<Value> idle(const Outcome& p, const Arguments& arguments) {
  return rank_in(arguments[0], collective_of(p).ranks).and_then([&](Rank rank) -> Result<Value> {
    if (rank >= std::ssize(p.run.idle)) return fail("the idle times of ranks are not known for this run");
    return value_of(p.run.idle[rank]);
  });
}

Result<Value> spent(const Outcome& p, const Arguments& arguments) {
  return word_in(arguments[0]).and_then([&](const std::string& on) -> Result<Value> {
    if (!p.run.split) return fail("what the time was spent on is not known for this run");
    const TimeSplit& split = *p.run.split;
    for (const auto& [name, part] : {std::pair{"launch", split.launch},
                                     {"latency", split.latency},
                                     {"transfer", split.transfer},
                                     {"wait", split.wait}})
      if (on == name) return value_of(part);
    return fail("'{}' is none of launch, latency, transfer, wait", on);
  });
}

// Bytes.

Result<LinkUse> use_of(const Outcome& p, const QueryArgument& argument) {
  return links_in(argument, p.machine->topology).map([&](const std::vector<LinkId>& links) {
    LinkUse all;
    for (const LinkUse& use : p.run.links) {
      if (std::ranges::find(links, use.link) == links.end()) continue;
      all.bytes += use.bytes;
      all.busy = std::max(all.busy, use.busy);
    }
    return all;
  });
}

std::int64_t copies_of(std::span<const Rank> ranks, Rank rank) { return std::ranges::count(ranks, rank); }

Result<Value> bytes_of_rank(const Outcome& p, const QueryArgument& argument) {
  const auto rank = rank_in(argument, collective_of(p).ranks);
  const auto trace = trace_of(p);
  if (!rank) return tl::unexpected(rank.error());
  if (!trace) return tl::unexpected(trace.error());
  if (argument.way.empty()) return fail("bytes(rank {} out) or bytes(rank {} in)?", *rank, *rank);
  std::int64_t sum = 0;
  for (const Transfer& transfer : (*trace)->transfers) {
    const auto ends = argument.way == "out" ? (*trace)->senders(transfer) : (*trace)->receivers(transfer);
    sum += transfer.bytes * copies_of(ends, *rank);
  }
  return value_of(Bytes{sum});
}

Result<Value> bytes_in_all(const Outcome& p) {
  return trace_of(p).map([](const Trace* trace) {
    std::int64_t sum = 0;
    for (const Transfer& transfer : trace->transfers) sum += transfer.bytes;
    return value_of(Bytes{sum});
  });
}

Result<Value> bytes(const Outcome& p, const Arguments& arguments) {
  const QueryArgument& of = arguments[0];
  if (of.word == "rank") return bytes_of_rank(p, of);
  if (of.is_word() && of.word == "total") return bytes_in_all(p);
  return use_of(p, of).map([](const LinkUse& use) { return value_of(Bytes{use.bytes}); });
}

Result<Value> busy(const Outcome& p, const Arguments& arguments) {
  return use_of(p, arguments[0]).map([](const LinkUse& use) { return value_of(use.busy); });
}

Result<Value> bottleneck(const Outcome& p, const Arguments&) {
  if (p.run.links.empty()) return fail("nothing crossed a link in this run");
  return text_value(p.machine->topology.link_name(p.run.links.front().link));
}

// Values.

constexpr std::byte poison{0xAB};  // core/reference.h

template <class Element>
double number_at(const std::byte* at) {
  Element element;
  std::memcpy(&element, at, sizeof element);
  if constexpr (is_narrow<Element>)
    return widened(element);
  else
    return static_cast<double>(element);
}

// A single byte of 0xAB may be a real value; only wider elements of 0xAB count as never written.
Value element_at(DataType type, const std::byte* at) {
  const int width = size_of(type);
  if (width > 1 && std::all_of(at, at + width, [](std::byte b) { return b == poison; })) return {};
  return value_of(
      with_element_type(type, [&]<class Element>(ElementType<Element>) { return number_at<Element>(at); }));
}

tl::unexpected<Error> too_many_elements() {
  return fail("tensors of more than {} elements in all are not looked at: take a smaller size",
              most_elements_shown);
}

Result<Value> elements_of(const Outcome& p, const Arguments& arguments, bool after) {
  const auto rank = rank_in(arguments[0], collective_of(p).ranks);
  if (!rank) return tl::unexpected(rank.error());
  if (!p.run.buffers) return too_many_elements();
  const auto& memories = after ? p.run.buffers->output : p.run.buffers->input;
  const Memory& memory = memories[*rank];
  const DataType type = collective_of(p).dtype;
  const std::size_t width = size_of(type);
  Value::List list;
  for (std::size_t at = 0; at + width <= memory.size(); at += width)
    list.push_back(element_at(type, &memory[at]));
  return Value{std::move(list)};
}

// The number in a chunk while the run goes on; nothing if nothing is there yet.
Result<Value> number_of(const Replay& replay, const Held& held, DataPattern data) {
  if (held.value == Replay::no_value) return Value{};
  const std::optional<double> number = parse_number<double>(replay.value_text(held.value, data));
  return number ? Result<Value>(value_of(*number)) : fail("a chunk holds data of several places");
}

// The rank's output when a step, counted from 1, is over; step 0 is before the first.
Result<Value> tensor_after(const Outcome& p, Rank rank, int step) {
  const auto trace = trace_of(p);
  if (!trace) return tl::unexpected(trace.error());
  const Result<Replay> replay = Replay::of(**trace, *p.programs);
  if (!replay) return tl::unexpected(replay.error());
  Time until;
  for (std::int32_t i = 0; i < std::ssize((*trace)->transfers); ++i) {
    const Time stored = replay->landed_at(i);
    if ((*trace)->transfers[i].step < step && stored != never) until = std::max(until, stored);
  }
  const Partition& partition = replay->partition();
  const bool alike = p.experiment.data != DataPattern::index;
  Value::List list;
  for (int block = 0; block < partition.blocks; ++block)
    for (int part = 0; part < partition.parts; ++part) {
      const std::int64_t elements =
          chunk_in(collective_of(p), partition, Buffer::output, rank, block, part).size();
      if (elements > 1 && !alike)
        return fail(
            "the elements of a chunk differ: with data = ranks they are alike, so that one number tells "
            "them");
      const Result<Value> number =
          number_of(*replay, replay->held(rank, block, part, until), p.experiment.data);
      if (!number) return number;
      list.insert(list.end(), static_cast<std::size_t>(elements), *number);
    }
  return Value{std::move(list)};
}

Result<Value> tensor_at(const Outcome& p, const QueryArgument& of, const QueryArgument& when) {
  const auto rank = rank_in(of, collective_of(p).ranks);
  const auto step = number_in(when, "step", 0, p.programs->steps);
  if (!rank) return tl::unexpected(rank.error());
  if (!step) return tl::unexpected(step.error());
  if (!p.run.buffers) return too_many_elements();
  return tensor_after(p, *rank, *step);
}

Result<Value> tensor(const Outcome& p, const Arguments& arguments) {
  return arguments.size() > 1 ? tensor_at(p, arguments[0], arguments[1]) : elements_of(p, arguments, true);
}
Result<Value> input(const Outcome& p, const Arguments& arguments) { return elements_of(p, arguments, false); }
Result<Value> value(const Outcome& p, const Arguments& arguments) {
  const Result<Value> whole =
      arguments.size() > 2 ? tensor_at(p, arguments[0], arguments[2]) : elements_of(p, arguments, true);
  return whole.and_then([&](const Value& tensor) { return element_in(tensor, arguments[1]); });
}

// Rates, counts.

Result<Value> bound(const Outcome& p, const Arguments&) {
  if (!p.bound) return fail("no bound is known for this run");
  return value_of(p.bound->time);
}
Value rate(double gigabytes) { return value_of(gigabytes * 1e9, of_bandwidth); }
Result<Value> busbw(const Outcome& p, const Arguments&) {
  return rate(busbw_GBps(collective_of(p), p.run.finish));
}
Result<Value> algbw(const Outcome& p, const Arguments&) {
  return rate(algbw_GBps(collective_of(p), p.run.finish));
}
Result<Value> steps(const Outcome& p, const Arguments&) { return value_of(p.programs->steps); }
Result<Value> transfers(const Outcome& p, const Arguments&) {
  return value_of(static_cast<double>(p.run.transfers));
}
Result<Value> algorithm(const Outcome& p, const Arguments&) { return text_value(p.experiment.algorithm); }

constexpr QueryRow<Outcome> experiment_rows[] = {
    {"time", time},   {"finish", time}, {"steps", steps},           {"transfers", transfers},
    {"bytes", bytes}, {"busy", busy},   {"input", input},           {"tensor", tensor},
    {"value", value}, {"bound", bound}, {"busbw", busbw},           {"algbw", algbw},
    {"idle", idle},   {"spent", spent}, {"bottleneck", bottleneck}, {"algorithm", algorithm},
};

}  // namespace

Result<Value> query_result(const Outcome& performed, const RunQuery& query) {
  return result_by(experiment_rows, performed, query, "an experiment");
}

}  // namespace commlab
