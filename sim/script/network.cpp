#include "sim/script/network.h"

#include <algorithm>

#include "core/base/index.h"

namespace commlab {
namespace {

std::vector<Bandwidth> bandwidths(const Topology& topology) {
  std::vector<Bandwidth> all;
  for (const Link& link : topology.links) all.push_back(link.bandwidth);
  return all;
}

Rate send_cap(const Work& work, std::int64_t bytes) {
  return work.send.limited() ? rate_of(work.send.at({bytes})) : unlimited;
}

}  // namespace

ScriptNetwork::ScriptNetwork(const Machine& machine, std::size_t most_messages)
    : machine_(machine), router_(machine.topology), flows_(bandwidths(machine.topology)) {
  flows_.reserve(most_messages);
}

Result<ScriptNetwork::Way> ScriptNetwork::way(Rank from, Rank to) {
  const auto known = ways_.find({from, to});
  if (known != ways_.end()) return known->second;
  Result<std::vector<LinkId>> links = router_.route(from, to);
  if (!links) return tl::unexpected(links.error());
  Way way{.route = static_cast<std::int32_t>(routes_.size()), .latency = machine_.copy.latency};
  for (const LinkId link : *links) {
    const Link& each = machine_.topology.links[link];
    way.latency += each.latency;
    way.narrowest = std::min(way.narrowest, rate_of(each.bandwidth));
  }
  routes_.push_back(std::move(*links));
  return ways_.emplace(std::pair(from, to), way).first->second;
}

Result<std::uint32_t> ScriptNetwork::add(Rank from, Rank to, Bytes bytes, Time now) {
  const Result<Way> way = this->way(from, to);
  if (!way) return tl::unexpected(way.error());
  const auto message = static_cast<std::uint32_t>(messages_.size());
  messages_.push_back({.route = flows_.add_route(routes_[way->route]),
                       .latency = way->latency,
                       .fastest = std::min(send_cap(machine_.work, bytes.count), way->narrowest)});
  transfers_.push_back({.from = from,
                        .to = to,
                        .route = way->route,
                        .bytes = bytes.count,
                        .ready = now,
                        .overhead = before_first_byte()});
  return message;
}

void ScriptNetwork::start(std::uint32_t message, Time now) {
  Transfer& transfer = transfers_[message];
  const Message& sent = messages_[message];
  const Rate cap = send_cap(machine_.work, transfer.bytes);
  transfer.start = now;
  transfer.head = now + sent.latency;
  transfer.alone = Flows::alone(transfer.bytes, sent.fastest);
  flows_.start(message, sent.route, {.bytes = transfer.bytes, .cap = cap}, now);
}

void ScriptNetwork::stop(std::uint32_t message, Time now) {
  flows_.stop(message, now);
  transfers_[message].sent = now;
}

std::vector<LinkShare> ScriptNetwork::shares(std::uint32_t message) const {
  std::vector<LinkShare> shares;
  const Rate fastest = messages_[message].fastest;
  for (const LinkId link : routes_[index(transfers_[message].route)]) {
    const Rate all = rate_of(machine_.topology.links[index(link)].bandwidth);
    shares.push_back({.link = index(link),
                      .of_link = static_cast<Speed>(static_cast<__int128>(fastest) * full_speed / all)});
  }
  return shares;
}

void ScriptNetwork::leave(std::size_t link, Speed part) {
  const auto all = static_cast<__int128>(rate_of(machine_.topology.links[link].bandwidth));
  flows_.set_capacity(link, static_cast<Rate>(all * part / full_speed));
}

}  // namespace commlab
