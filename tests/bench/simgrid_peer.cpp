// One row of tests/bench/against_peers.py as a SimGrid S4U program, so that commlab has a peer on every computer
// with Debian's libsimgrid-dev:
//
//   simgrid_peer ROW RANKS BYTES        prints the simulated time in microseconds
//
// Every rank is an actor on a host of its own. All hosts hang on a star, over a link of 25 GB/s and 0.5 us for each
// direction, and messages cost nothing else: the model that all peers get.

#include <simgrid/s4u.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {

struct Row {
  int ranks;
  std::uint64_t bytes;
};

// A rank's mailbox for each round, because partners change from round to round.
sg4::Mailbox* mailbox(int rank, int round) {
  return sg4::Mailbox::by_name(std::to_string(rank) + "." + std::to_string(round));
}

int token;  // what every message carries; only its length counts

void exchange(int partner, int rank, int round, std::uint64_t bytes) {
  const sg4::CommPtr sent = mailbox(partner, round)->put_async(&token, bytes);
  mailbox(rank, round)->get<int>();
  sent->wait();
}

int rounds_of(int ranks) {
  int rounds = 0;
  while (1 << rounds < ranks) ++rounds;
  return rounds;
}

void ring(const Row& row, int rank) {
  sg4::Mailbox* const next = mailbox((rank + 1) % row.ranks, 0);
  sg4::Mailbox* const mine = mailbox(rank, 0);
  for (int step = 0; step < 2 * (row.ranks - 1); ++step) {
    const sg4::CommPtr sent = next->put_async(&token, row.bytes / row.ranks);
    mine->get<int>();
    sent->wait();
  }
}

void recursive_doubling(const Row& row, int rank) {
  for (int round = 0; round < rounds_of(row.ranks); ++round)
    exchange(rank ^ (1 << round), rank, round, row.bytes);
}

void halving_doubling(const Row& row, int rank) {
  const int rounds = rounds_of(row.ranks);
  for (int round = 0; round < rounds; ++round)
    exchange(rank ^ (1 << (rounds - 1 - round)), rank, round, row.bytes >> (round + 1));
  for (int round = 0; round < rounds; ++round)
    exchange(rank ^ (1 << round), rank, rounds + round, row.bytes >> (rounds - round));
}

void binomial(const Row& row, int rank) {
  for (int round = 0; round < rounds_of(row.ranks); ++round) {
    const int distance = 1 << round;
    if (rank < distance && rank + distance < row.ranks)
      mailbox(rank + distance, round)->put(&token, row.bytes);
    else if (rank >= distance && rank < 2 * distance)
      mailbox(rank, round)->get<int>();
  }
}

void all_to_all(const Row& row, int rank) {
  std::vector<sg4::CommPtr> under_way;
  std::vector<int*> received(row.ranks);
  for (int ahead = 1; ahead < row.ranks; ++ahead) {
    under_way.push_back(mailbox((rank + ahead) % row.ranks, 0)->put_async(&token, row.bytes / row.ranks));
    under_way.push_back(mailbox(rank, 0)->get_async(&received[ahead]));
  }
  for (const sg4::CommPtr& each : under_way) each->wait();
}

const std::map<std::string, std::function<void(const Row&, int)>> rows = {
    {"ring", ring},
    {"recursive-doubling", recursive_doubling},
    {"halving-doubling", halving_doubling},
    {"binomial", binomial},
    {"all_to_all", all_to_all}};

// Messages get all of a link's bandwidth, do not slow those of the other direction, and are timed to the picosecond.
// Many actors need small stacks without guard pages.
void set_model() {
  for (const char* option :
       {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0", "surf/precision:1e-13",
        "contexts/stack-size:64", "contexts/guard-size:0"})
    sg4::Engine::set_config(option);
}

void build_star(int ranks) {
  sg4::NetZone* const star = sg4::create_star_zone("star");
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string name = std::to_string(rank);
    sg4::Host* const host = star->create_host(name, 1e9);
    const sg4::Link* const link =
        star->create_split_duplex_link("link" + name, 25e9)->set_latency(0.5e-6)->seal();
    star->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{link, sg4::LinkInRoute::Direction::UP}}, true);
  }
  star->seal();
}

}  // namespace

int main(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  const auto found = argc == 4 ? rows.find(argv[1]) : rows.end();
  const Row row = {.ranks = argc == 4 ? std::atoi(argv[2]) : 0,
                   .bytes = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 0};
  if (found == rows.end() || row.ranks < 2 || (row.ranks & (row.ranks - 1)) != 0 || row.bytes == 0) {
    std::fprintf(stderr,
                 "usage: simgrid_peer ROW RANKS BYTES; ROW is one of ring, recursive-doubling, "
                 "halving-doubling, binomial, all_to_all; RANKS is a power of 2, at least 2\n");
    return 2;
  }
  set_model();
  build_star(row.ranks);
  for (int rank = 0; rank < row.ranks; ++rank)
    sg4::Actor::create("rank", engine.host_by_name(std::to_string(rank)),
                       [&found, &row, rank] { found->second(row, rank); });
  engine.run();
  std::printf("%.6f\n", sg4::Engine::get_clock() * 1e6);
}
