#include "core/trace/check_trace.h"

#include <algorithm>
#include <set>

#include "core/base/index.h"

namespace commlab {
namespace {

// The limits lie far above the largest runs that are recorded, of some million transfers. They keep what
// readers of a trace allocate, and how long they take, within gigabytes and seconds.
constexpr std::size_t most_trace_steps = 1 << 20;
constexpr std::int64_t most_chunks = 1 << 24;          // blocks * parts
constexpr std::int64_t most_steps_of_ranks = 1 << 28;  // steps in which something is done * ranks
constexpr std::int64_t most_ends_and_links = 1 << 28;  // senders, receivers and links, over all transfers

bool within(std::int64_t value, std::int64_t first, std::size_t end) {
  return value >= first && value < static_cast<std::int64_t>(end);
}

// Says what is wrong with a thing; empty: nothing.
using Mistake = std::string_view;

class TraceChecker {
 public:
  explicit TraceChecker(const Trace& trace)
      : trace_(trace), ranks_(index(std::max(0, trace.collective.ranks))), acts_in_(most_trace_steps) {}

  Status check() {
    if (const Status valid = commlab::check(trace_.collective); !valid) return valid;
    if (const Mistake wrong = of_setting(); !wrong.empty()) return fail("{}", wrong);
    return each("link", trace_.topology.links, &TraceChecker::of_link)
        .and_then([&] { return each("group", trace_.groups, &TraceChecker::of_group); })
        .and_then([&] { return each("route", trace_.routes, &TraceChecker::of_route); })
        .and_then([&] { return each("transfer", trace_.transfers, &TraceChecker::of_transfer); })
        .and_then([&] { return each("span of work", trace_.spans, &TraceChecker::of_span); })
        .and_then([&] { return check_waits(); })
        .and_then([&] { return check_size(); });
  }

 private:
  template <class Thing>
  Status each(std::string_view name, const std::vector<Thing>& things,
              Mistake (TraceChecker::*mistake_of)(const Thing&)) {
    for (std::size_t i = 0; i < things.size(); ++i)
      if (const Mistake wrong = (this->*mistake_of)(things[i]); !wrong.empty())
        return fail("{} {} {}", name, i, wrong);
    return {};
  }

  Mistake of_setting() const {
    const Topology& topology = trace_.topology;
    const Partition& partition = trace_.partition;
    if (topology.gpus < trace_.collective.ranks) return "the machine has fewer GPUs than ranks";
    if (topology.nodes.size() < index(topology.gpus)) return "the machine has fewer nodes than GPUs";
    for (std::size_t id = 0; id < topology.nodes.size(); ++id)
      if ((topology.nodes[id].type == NodeType::gpu) != (id < index(topology.gpus)))
        return "the machine's nodes are out of order; expected GPUs, and only them, first";
    if (topology.per_node < 0 || (topology.per_node > 0 && topology.gpus % topology.per_node != 0))
      return "the machine's GPUs cannot be divided into its nodes";
    if (partition.elements != elements_of(trace_.collective))
      return "the vector that is cut into blocks has not the collective's elements";
    if (is_uneven(trace_.collective) && partition.blocks != trace_.collective.ranks)
      return "the vector is not cut into a block for each rank, as its uneven counts say";
    if (partition.blocks < 1 || partition.parts < 1) return "the vector is cut into less than one block";
    if (std::int64_t{partition.blocks} * partition.parts > most_chunks)
      return "the vector is cut into more than 2^24 chunks";
    if (trace_.launch < Time{} || trace_.finish < trace_.launch || trace_.finish == never)
      return "the finish does not follow the launch";
    return {};
  }

  Mistake of_link(const Link& link) {
    const std::size_t nodes = trace_.topology.nodes.size();
    if (!within(link.from, 0, nodes) || !within(link.to, 0, nodes)) return "has an end that does not exist";
    if (link.from == link.to) return "joins a node with itself";
    if (link.bandwidth <= Bandwidth{}) return "has no bandwidth";
    if (link.latency < Time{} || link.latency == never) return "has an impossible latency";
    return link.lanes < 1 ? "has no lanes" : "";
  }

  Mistake of_group(const std::vector<Rank>& group) {
    if (group.empty()) return "has no members";
    for (const Rank rank : group)
      if (!within(rank, 0, ranks_)) return "has a rank that does not exist";
    return std::set(group.begin(), group.end()).size() < group.size() ? "names a rank twice" : "";
  }

  Mistake of_route(const std::vector<LinkId>& route) {
    for (const LinkId link : route)
      if (!within(link, 0, trace_.topology.links.size())) return "has a link that does not exist";
    return {};
  }

  Mistake of_transfer(const Transfer& t) {
    if (const Mistake wrong = of_ends(t); !wrong.empty()) return wrong;
    if (const Mistake wrong = of_chunks(t); !wrong.empty()) return wrong;
    if (const Mistake wrong = of_times(t); !wrong.empty()) return wrong;
    if (!within(t.phase, 0, std::max<std::size_t>(1, trace_.phases.size()))) return "has an unknown phase";
    if (!within(t.enabled_by, -1, trace_.transfers.size())) return "waits for a transfer that does not exist";
    if (!within(t.step, 0, most_trace_steps)) return "has an impossible step";
    acts_in_[index(t.step)] = true;
    return {};
  }

  Mistake of_ends(const Transfer& t) {
    if (!within(t.from, 0, ranks_) || !within(t.to, 0, ranks_)) return "has a rank that does not exist";
    if (t.channel < 0) return "has a negative channel";
    if (!within(t.group, no_group, trace_.groups.size())) return "has a group that does not exist";
    if (!within(t.route, -1, trace_.routes.size())) return "has a route that does not exist";
    const bool shares = t.group != no_group;
    if (shares && t.from != t.to) return "has two ends, although it is one rank's move on its group";
    const std::size_t links = t.route < 0 ? 0 : trace_.routes[t.route].size();
    if (!shares && links > 0 && !leads(trace_.routes[t.route], t)) return "does not follow its route";
    ends_and_links_ += static_cast<std::int64_t>(2 + (shares ? trace_.groups[t.group].size() : 0) + links);
    if (ends_and_links_ > most_ends_and_links)
      return "is one too many: together they cross more than 2^28 links";
    const __int128 crossing =
        static_cast<__int128>(t.bytes) * static_cast<std::int64_t>(std::max<std::size_t>(1, links));
    if (t.bytes < 0 || crossing > INT64_MAX - bytes_) return "has a number of bytes that cannot be added up";
    bytes_ += static_cast<std::int64_t>(crossing);
    return {};
  }

  bool leads(const std::vector<LinkId>& route, const Transfer& t) const {
    NodeId at = t.from;
    for (const LinkId id : route) {
      const Link& link = trace_.topology.links[id];
      if (link.from != at) return false;
      at = link.to;
    }
    return at == t.to;
  }

  Mistake of_chunks(const Transfer& t) const {
    const auto blocks = index(trace_.partition.blocks);
    if (!within(t.block, 0, blocks) || !within(t.blocks, 1, blocks + 1))
      return "has a block that does not exist";
    if (!within(t.part, 0, index(trace_.partition.parts))) return "has a part that does not exist";
    if (t.spacing.run < 1 || t.spacing.apart < 0) return "has impossible runs of blocks";
    const std::int64_t runs_before_last = (t.blocks - 1) / t.spacing.run;
    if (!within(runs_before_last * t.spacing.apart + (t.blocks - 1) % t.spacing.run, 0, blocks))
      return "has runs of blocks that go round more than once";
    return {};
  }

  Mistake of_times(const Transfer& t) {
    const bool in_order = Time{} <= t.ready && t.ready <= t.start && t.start <= t.head && t.head <= t.end &&
                          t.start <= t.sent && t.sent <= t.end && t.end < never;
    if (!in_order) return "has times that are out of order";
    if (t.start < last_start_) return "starts before the one in front of it";
    last_start_ = t.start;
    const auto lasts = [](Time time) { return Time{} <= time && time < never; };
    return lasts(t.overhead) && lasts(t.alone) ? "" : "has an impossible overhead or time alone";
  }

  Mistake of_span(const Span& s) {
    if (!within(s.rank, 0, ranks_)) return "has a rank that does not exist";
    if (s.lane < 0) return "has a negative lane";
    if (s.op > Opcode::recv_reduce_send) return "is of an unknown kind";
    if (!within(s.transfer, -1, trace_.transfers.size())) return "works on a transfer that does not exist";
    if (s.bytes < 0) return "has a negative number of bytes";
    if (s.start < Time{} || s.end < s.start || s.end == never) return "has times that are out of order";
    if (!within(s.step, 0, most_trace_steps)) return "has an impossible step";
    acts_in_[index(s.step)] = true;
    return {};
  }

  // No chain of waits leads back to itself. Each transfer waits for at most one other, so a chain that meets
  // a transfer of its own has found a circle; one that meets an earlier chain's goes on as that one did.
  Status check_waits() const {
    constexpr std::int32_t in_none = -1;
    std::vector<std::int32_t> chain_of(trace_.transfers.size(), in_none);
    for (std::int32_t chain = 0; chain < static_cast<std::int32_t>(chain_of.size()); ++chain) {
      if (chain_of[chain] != in_none) continue;
      std::int32_t at = chain;
      for (; at >= 0 && chain_of[at] == in_none; at = trace_.transfers[at].enabled_by) chain_of[at] = chain;
      if (at >= 0 && chain_of[at] == chain)
        return fail("transfer {} waits for itself, over the transfers that it waits for", at);
    }
    return {};
  }

  Status check_size() const {
    const auto steps = std::ranges::count(acts_in_, true);
    if (steps * static_cast<std::int64_t>(ranks_) <= most_steps_of_ranks) return {};
    return fail("{} ranks in {} steps are more than a trace can have; expected a product of at most 2^28",
                ranks_, steps);
  }

  const Trace& trace_;
  const std::size_t ranks_;
  std::vector<bool> acts_in_;  // by step: whether a transfer or work belongs to it
  Time last_start_;
  std::int64_t bytes_ = 0;  // on all links together
  std::int64_t ends_and_links_ = 0;
};

}  // namespace

Status check_trace(const Trace& trace) { return TraceChecker(trace).check(); }

}  // namespace commlab
