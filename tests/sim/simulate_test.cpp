// What must be true of every run of every algorithm: the shortcut changes nothing, equal questions get equal
// answers, the parts of the time add up, and a run that cannot go on says why.

#include "sim/simulate.h"

#include "core/machine/damage.h"
#include "sim/critical_path.h"
#include "tests/sanitized.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

TEST(Simulate, OneRankForAllGivesTheSameTimeToThePicosecond) {
  for (int ranks = 2; ranks <= 256; ranks = ranks < 20 ? ranks + 1 : ranks * 2 - 7) {
    if (!worth_sanitizing(ranks)) continue;
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us,multicast", ranks));
    for (const Algorithm* a : algorithms_on(m)) {
      const Bytes size{ranks * 4'032};  // all blocks and shares are equal
      const Programs programs = programs_on(m, a->collective, a->name, size);
      const auto quick = simulate(programs, m);
      const auto exact = simulate(programs, m, {.exact = true});
      ASSERT_TRUE(quick && exact) << a->name;
      EXPECT_EQ(quick->finish, exact->finish) << name_of(a->collective) << " " << a->name << " on " << ranks;
      EXPECT_FALSE(exact->simulated_ranks);
      if (programs.symmetric() && programs.groups.empty()) {
        EXPECT_EQ(quick->simulated_ranks, 1) << name_of(a->collective) << " " << a->name << " on " << ranks;
      }
    }
  }
}

TEST(Simulate, TheShortcutIsOffWhereRanksAreNotAlike) {
  const Machine m = machine("switch:8,25GB/s,0.5us");
  const Programs even = programs_on(m, all_reduce, "ring", MiB(1));
  const Programs uneven = programs_on(m, all_reduce, "ring", {1'003 * 4});

  EXPECT_EQ(simulate(even, m)->simulated_ranks, 1);
  EXPECT_FALSE(simulate(uneven, m)->simulated_ranks);
  EXPECT_FALSE(simulate(even, m, {.faults = {.jitter = 0.1}})->simulated_ranks);
  EXPECT_FALSE(simulate(even, machine("ring:8,25GB/s,0.5us"))->simulated_ranks);
}

// Each algorithm on a machine whose routes share links, or on one with the switch that it needs.
template <class Check>
void for_all(Check check) {
  for (const Machine& m : {machine("mesh:3x3,25GB/s,0.5us"), machine("switch:9,25GB/s,0.5us,multicast")})
    for (const Algorithm* a : algorithms_on(m))
      if (a->needs_multicast == m.topology.multicast) check(*a, m);
}

// A run that takes as long as its limit is the run without one. A recurrence finds a time beyond it, too.
TEST(Simulate, GivesUpARunThatTakesLongerThanItsLimit) {
  int given_up = 0;
  for_all([&](const Algorithm& a, const Machine& m) {
    const Programs programs = programs_on(m, a.collective, a.name, {9'004}, {.pieces = 2});
    const auto run = simulate(programs, m);
    ASSERT_TRUE(run) << a.name;
    const Time finish = run->finish, half{finish.ps / 2};
    const auto whole = simulate(programs, m, {.limit = finish});
    const auto nearly_whole = simulate(programs, m, {.limit = finish - Time{1}});
    const auto half_of_it = simulate(programs, m, {.limit = half});
    ASSERT_TRUE(whole && nearly_whole && half_of_it) << a.name;

    EXPECT_FALSE(whole->given_up) << a.name;
    EXPECT_EQ(whole->finish, finish) << a.name;
    EXPECT_EQ(nearly_whole->finish, finish) << a.name;
    EXPECT_GT(half_of_it->finish, half) << a.name;
    EXPECT_LE(half_of_it->finish, finish) << a.name;
    given_up += nearly_whole->given_up && half_of_it->given_up;
  });
  EXPECT_GT(given_up, 10);
}

TEST(Simulate, RecordingChangesNoTime) {
  for_all([](const Algorithm& a, const Machine& m) {
    const Programs programs = programs_on(m, a.collective, a.name, {9'004}, {.pieces = 2});
    const auto plain = simulate(programs, m);
    const auto recorded = simulate(programs, m, {.trace = true});
    ASSERT_TRUE(plain && recorded) << a.name;
    EXPECT_EQ(plain->finish, recorded->finish) << a.name;
    EXPECT_EQ(static_cast<std::int64_t>(recorded->trace->transfers.size()), programs.transfers()) << a.name;
  });
}

// A trace describes a message by what its receiver does with it, even if the receiver is many steps behind.
TEST(Simulate, ATraceNamesBlocksAndReductionsAsTheReceiverDoes) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const auto run = simulate(programs_on(m, all_reduce, "ring", {4'096}, {.pieces = 2}), m, {.trace = true});

  for (const Transfer& t : run->trace->transfers) {
    EXPECT_EQ(t.reduces, t.step < 3);
    EXPECT_EQ(t.block, ((t.step < 3 ? t.from - t.step : t.from + 4 - t.step) + 8) % 4);
  }
}

// launch + latency + transfer + wait = finish, and each transfer's times are in order.
TEST(Simulate, TheSplitOfTheCriticalPathSumsToTheFinish) {
  for_all([](const Algorithm& a, Machine m) {
    m.collective = {.launch = microseconds(5), .overhead = microseconds(1), .latency = microseconds(2)};
    m.work.reduce = {{{{1}, GBps(40)}}};
    const auto run =
        simulate(programs_on(m, a.collective, a.name, {90'004}, {.pieces = 2}), m, {.trace = true});
    ASSERT_TRUE(run) << a.name;
    const TimeSplit& split = *run->split;
    EXPECT_EQ(split.launch + split.latency + split.transfer + split.wait, run->finish) << a.name;
    for (const Transfer& t : run->trace->transfers) {
      ASSERT_LE(t.ready, t.start);
      ASSERT_LE(t.start, t.head);
      ASSERT_LE(t.head, t.end);
      ASSERT_LE(t.sent, t.end);
      if (t.enabled_by >= 0) {
        ASSERT_LE(run->trace->transfers[static_cast<std::size_t>(t.enabled_by)].sent, t.ready);
      }
    }
  });
}

// A message is finished when the work on it is done.
TEST(Simulate, TheCriticalPathEndsWithTheTransferThatIsFinishedLast) {
  for_all([](const Algorithm& a, Machine m) {
    m.work.copy = m.work.receive = m.work.reduce = {{{{1}, GBps(4)}}};
    const auto run = simulate(programs_on(m, a.collective, a.name, {90'004}), m, {.trace = true});
    ASSERT_TRUE(run) << a.name;
    std::vector<Time> finished;
    for (const Transfer& t : run->trace->transfers) finished.push_back(t.end);
    for (const Span& span : run->trace->spans) {
      if (span.transfer < 0) continue;
      Time& of_its_message = finished[static_cast<std::size_t>(span.transfer)];
      of_its_message = std::max(of_its_message, span.end);
    }
    const std::vector<std::int32_t> path = critical_path(*run->trace).transfers;
    ASSERT_FALSE(path.empty()) << a.name;
    EXPECT_EQ(finished[static_cast<std::size_t>(path.back())], std::ranges::max(finished)) << a.name;
  });
}

// What the recurrence keeps as it goes, and what the record of all transfers says.
TEST(Simulate, WhereTheTimeGoesIsWhatTheTraceSays) {
  int machines = 0;
  const auto expect_the_traces_split = [](const Programs& programs, const Machine& m,
                                          const SimulateOptions& options, const std::string& what) {
    SimulateOptions with_split = options, with_trace = options;
    with_split.split = true;
    with_trace.trace = true;
    const auto run = simulate(programs, m, with_split);
    const auto traced = simulate(programs, m, with_trace);
    ASSERT_TRUE(run && traced) << what;
    ASSERT_TRUE(run->split) << what;
    EXPECT_FALSE(run->trace) << what;
    EXPECT_EQ(run->finish, traced->finish) << what;
    EXPECT_EQ(run->split->launch, traced->split->launch) << what;
    EXPECT_EQ(run->split->latency, traced->split->latency) << what;
    EXPECT_EQ(run->split->transfer, traced->split->transfer) << what;
    EXPECT_EQ(run->split->wait, traced->split->wait) << what;
  };
  const std::vector<SimulateOptions> kinds = {{},
                                              {.exact = true},
                                              {.links = LinkModel::ideal},
                                              {.faults = {.slow_gpus = {{.gpu = 1, .factor = 3}}}},
                                              {.faults = {.jitter = 0.3}}};
  for (const int ranks : {2, 3, 4, 7, 8, 12, 16, 17}) {
    if (!worth_sanitizing(ranks)) continue;
    for (const char* shape :
         {"switch:{},25GB/s,0.5us,multicast", "ring:{},25GB/s,0.5us", "switch:{},7GB/s,0"}) {
      if (ranks < 3 && std::string_view(shape).starts_with("ring")) continue;
      Machine m = machine(fmt::format(fmt::runtime(shape), ranks));
      m.collective = {.launch = microseconds(5), .overhead = microseconds(1), .latency = microseconds(2)};
      if (++machines % 2 == 0) m.work.copy = m.work.receive = m.work.reduce = {{{{1}, GBps(40)}}};
      for (const Algorithm* a : algorithms_on(m))
        for (const Lowering& lowering : {Lowering{}, Lowering{.pieces = 3, .slots = 2, .fused = true}})
          for (const SimulateOptions& options : kinds)
            expect_the_traces_split(programs_on(m, a->collective, a->name, Bytes{ranks * 4'032}, lowering), m,
                                    options,
                                    fmt::format("{} {} on {}", name_of(a->collective), a->name, m.name));
    }
  }
}

// No record of its half a million transfers is needed.
TEST(Simulate, SaysWhereTheTimeOfALargeRingGoes) {
  const Machine m = machine("switch:512,25GB/s,0.5us");
  for (const bool exact : {false, true}) {
    const auto run = simulate(programs_on(m, all_reduce, "ring", MiB(1)), m, {.exact = exact, .split = true});
    ASSERT_TRUE(run && run->split);
    EXPECT_EQ(run->split->latency, 1'022 * microseconds(1));
    EXPECT_EQ(run->split->transfer, 1'022 * serialization_time({1 << 11}, GBps(25)));
    EXPECT_EQ(run->split->wait, Time{});
  }
}

TEST(Simulate, AnUncontendedRingWaitsForNothing) {
  const auto run = [] {
    const Machine m = machine("switch:8,25GB/s,0.5us");
    return simulate(programs_on(m, all_reduce, "ring", MiB(1)), m, {.trace = true});
  }();
  ASSERT_TRUE(run);

  EXPECT_EQ(run->split->latency, 14 * microseconds(1));
  EXPECT_EQ(run->split->transfer, 14 * serialization_time({1 << 17}, GBps(25)));
  EXPECT_EQ(run->split->wait, Time{});
  EXPECT_EQ(critical_path(*run->trace).transfers.size(), 14u);
}

TEST(Simulate, TheSameSeedGivesTheSameRunAnotherSeedAnother) {
  const Machine m = machine("switch:16,25GB/s,0.5us");
  const Programs programs = programs_on(m, all_reduce, "ring", MiB(1));
  const auto with_seed = [&](std::uint64_t seed) {
    return simulate(programs, m, {.faults = {.jitter = 0.05, .seed = seed}})->finish;
  };

  EXPECT_EQ(with_seed(1), with_seed(1));
  EXPECT_NE(with_seed(1), with_seed(2));
  EXPECT_GT(with_seed(1), simulate(programs, m)->finish);
}

// Fixed values, so that -O0, -O3, sanitizers and other computers give the same picosecond.
TEST(Simulate, JitteredAndContendedRunsArePinned) {
  const Machine mesh = machine("mesh:4x4,25GB/s,0.5us");
  const SimulateOptions jittered{.faults = {.jitter = 0.07, .seed = 3}};
  EXPECT_EQ(time_of(mesh, all_to_all, "direct", MiB(1), jittered).ps, 78'328'136);
  EXPECT_EQ(time_of(mesh, all_reduce, "two-shot", MiB(1), jittered).ps, 156'128'997);
  EXPECT_EQ(time_of(mesh, all_reduce, "ring", MiB(1), jittered, {.channels = 2, .pieces = 3}).ps,
            165'959'614);
}

TEST(Simulate, ASlowGpuSlowsWhatItSends) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const SimulateOptions slow{.faults = {.slow_gpus = {{.gpu = 2, .factor = 2}}}};

  // The slowest rank sets the ring's pace: 6 steps, with half of the rate out of rank 2.
  const Time step = microseconds(1) + serialization_time({1 << 18}, GBps(25));
  const Time time = time_of(m, all_reduce, "ring", MiB(1), slow);
  EXPECT_GT(time, 6 * step);
  EXPECT_EQ(time_of(m, sendrecv, "direct", MiB(1), slow),
            microseconds(1) + serialization_time({2 << 20}, GBps(25)));
}

TEST(Simulate, ACutLinkIsRoutedAroundOrNamed) {
  const Machine ring = machine("ring:4,25GB/s,0.5us");
  const auto without = [&](const std::vector<std::string>& cut) {
    Machine left = ring;
    left.topology = damaged(ring.topology, {.cut = cut})->real;
    return left;
  };

  EXPECT_EQ(time_of(without({"gpu0-gpu1"}), p2p, "direct", MiB(1), {}),
            3 * nanoseconds(500) + serialization_time(MiB(1), GBps(25)));
  const auto parted =
      simulate(programs_on(ring, p2p, "direct", MiB(1)), without({"gpu0-gpu1", "gpu2-gpu3"}), {});
  ASSERT_FALSE(parted);
  EXPECT_THAT(parted.error().message, testing::HasSubstr("gpu1"));
}

TEST(Simulate, ARankThatNeverComesIsNamed) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const auto run = simulate(programs_on(m, all_reduce, "ring", MiB(1)), m, {.faults = {.absent = {3}}});

  ASSERT_FALSE(run);
  EXPECT_EQ(
      run.error().message,
      "rank 3 never arrives: rank 0 waits for a message from rank 3 (step 1), and all others wait in turn");
  EXPECT_EQ(run.error().fault, Fault::runtime);
}

TEST(Simulate, MoreRanksThanGpusIsAnError) {
  const Programs programs = programs_on(machine("switch:8,25GB/s,0.5us"), all_reduce, "ring", MiB(1));
  const auto run = simulate(programs, machine("switch:4,25GB/s,0.5us"));

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "8 ranks, but the machine has 4 GPUs");
}

// A fused receive-send needs its output slot before it takes the message in. With one slot, every rank of a
// ring holds the slot that the rank before it needs.
TEST(Simulate, AFusedRingWithOneSlotWaitsForItself) {
  const Machine m = machine("switch:3,25GB/s,0.5us");
  const auto stuck =
      simulate(programs_on(m, all_reduce, "ring", MiB(1), {.slots = 1, .fused = true}), m, {.exact = true});
  ASSERT_FALSE(stuck);
  EXPECT_EQ(stuck.error().message,
            "deadlock: rank 0 waits for a free slot to rank 1 (step 1); rank 1 waits for a free slot to rank "
            "2 (step 1); "
            "rank 2 waits for a free slot to rank 0 (step 1)");
  EXPECT_EQ(stuck.error().fault, Fault::no);

  EXPECT_TRUE(simulate(programs_on(m, all_reduce, "ring", MiB(1), {.slots = 2, .fused = true}), m));
  EXPECT_TRUE(simulate(programs_on(m, all_reduce, "ring", MiB(1), {.slots = 1}), m));
}

TEST(Simulate, FusingCostsNoTimeWhereReducingIsFree) {
  const Machine m = machine("switch:8,25GB/s,0.5us");

  EXPECT_EQ(time_of(m, all_reduce, "ring", MiB(1), {}, {.fused = true}),
            time_of(m, all_reduce, "ring", MiB(1)));
}

// A ring that passes bytes on as they come pays the latency once: each link goes from one chunk to the next
// without a pause, and the last chunk's first byte is only one hop behind.
TEST(Simulate, StreamingPaysTheLatencyOnce) {
  const Machine m = machine("switch:8,25GB/s,0.5us");
  const Time chunk = serialization_time({1 << 17}, GBps(25));

  EXPECT_EQ(time_of(m, all_gather, "ring", MiB(1), {}, {.fused = true}), 7 * (microseconds(1) + chunk));
  for (const bool exact : {false, true})
    EXPECT_EQ(time_of(m, all_gather, "ring", MiB(1), {.exact = exact, .streaming = true}, {.fused = true}),
              microseconds(1) + 7 * chunk);
}

// A chain that streams pays the latency of each hop once; each link carries the whole vector.
TEST(Simulate, AChainThatStreamsPaysTheLatencyOfEachHop) {
  const Machine m = machine("switch:8,25GB/s,0.5us");

  EXPECT_EQ(time_of(m, broadcast, "chain", MiB(1), {.streaming = true}, {.fused = true}),
            7 * microseconds(1) + serialization_time(MiB(1), GBps(25)));
}

// A rank passes on what has come, so the chain is as slow as its slowest link, wherever that is: the last
// byte cannot leave a rank before it has reached the rank.
TEST(Simulate, AChainThatStreamsIsAsSlowAsItsSlowestLink) {
  for (Rank slow = 0; slow < 7; ++slow) {
    Machine m = machine("switch:8,25GB/s,0.5us");
    for (Link& link : m.topology.links)
      if (link.from == slow) link.bandwidth = GBps(5);

    EXPECT_EQ(time_of(m, broadcast, "chain", MiB(1), {.streaming = true}, {.fused = true}),
              7 * microseconds(1) + serialization_time(MiB(1), GBps(5)))
        << "rank " << slow;
  }
}

// A fused receive-reduce-send passes bytes on as fast as they can be added. Of a ring's sends, the first adds
// nothing, the next n - 1 add, and the last n - 2 pass sums on.
TEST(Simulate, AFusedSendIsNoFasterThanItsReduction) {
  for (const int n : {2, 3, 4, 8}) {
    Machine m = machine(fmt::format("switch:{},25GB/s,0.5us", n));
    m.work.reduce = {{{{1}, GBps(10)}}};
    const auto chunks = [](int count, Bandwidth rate) { return count * serialization_time({100'000}, rate); };

    EXPECT_EQ(time_of(m, all_reduce, "ring", {n * 100'000}, {}, {.fused = true}),
              2 * (n - 1) * microseconds(1) + chunks(n - 1, GBps(25)) + chunks(n - 1, GBps(10)))
        << n << " ranks";
  }
}

TEST(Simulate, AMessagesOwnLatencyDelaysItOnAllLinks) {
  const Machine fast = machine("switch:4,25GB/s,0.5us");
  Machine slow = fast;
  slow.collective.latency = microseconds(3);
  for (const LinkModel links : {LinkModel::fair, LinkModel::ideal, LinkModel::fifo})
    for (const bool exact : {false, true}) {
      const SimulateOptions options{.links = links, .exact = exact};
      EXPECT_EQ(time_of(slow, all_gather, "ring", MiB(1), options),
                time_of(fast, all_gather, "ring", MiB(1), options) + 3 * microseconds(3))
          << "links " << static_cast<int>(links) << ", exact " << exact;
    }
}

// Guards against a fixed bug: a message was passed on before it had come. Links that store whole messages
// cannot stream.
TEST(Simulate, StreamingOverFifoLinksIsRefused) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const auto run = simulate(programs_on(m, all_gather, "ring", MiB(1), {.fused = true}), m,
                            {.links = LinkModel::fifo, .streaming = true});

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message,
            "streaming passes bytes on as they come, but fifo links store each message first; choose fair or "
            "ideal");
}

// Two channels share every link evenly: the same bytes in the same time, on twice as many lanes.
TEST(Simulate, ChannelsShareLinks) {
  const Machine m = machine("switch:8,25GB/s,0.5us");

  EXPECT_EQ(time_of(m, all_reduce, "ring", MiB(1), {}, {.channels = 2}),
            time_of(m, all_reduce, "ring", MiB(1)));
}

// Pieces hide latency: the next piece leaves while the last one is under way.
TEST(Simulate, PiecesHideLatency) {
  const Machine m = machine("switch:8,25GB/s,5us");

  EXPECT_LT(time_of(m, all_reduce, "ring", MiB(1), {}, {.pieces = 4}),
            time_of(m, all_reduce, "ring", MiB(1)));
}

TEST(Simulate, WorkTakesTimeWhereTheMachineSaysSo) {
  Machine m = machine("switch:2,25GB/s,0.5us");
  m.work.receive = {{{{1}, GBps(10)}}};

  EXPECT_EQ(time_of(m, sendrecv, "direct", {100'000}), microseconds(1) + microseconds(4) + microseconds(10));
}

// Four ranks send to their neighbours over separate links, but through one memory.
TEST(Simulate, SharedMemoryIsSharedByAll) {
  Machine m = machine("switch:4,25GB/s,0.5us");
  m.work.memory = GBps(10);

  EXPECT_EQ(time_of(m, sendrecv, "direct", {100'000}), microseconds(1) + microseconds(40));
}

TEST(Simulate, OneRankAloneCopiesItsInput) {
  const Machine m = machine("switch:1,25GB/s,0.5us");

  EXPECT_EQ(time_of(m, all_reduce, "ring", MiB(1)), Time{});
}

TEST(Simulate, StoresToManyNeedASwitchThatCan) {
  const Machine able = machine("switch:8,25GB/s,0.5us,multicast");
  const Programs programs = programs_on(able, all_reduce, "nvls", MiB(1));

  EXPECT_EQ(simulate(programs, machine("switch:8,25GB/s,0.5us")).error().message,
            "switch:8,25GB/s,0.5us has no switch that joins ranks 0..7 and can multicast and reduce, which "
            "all_reduce nvls needs; choose another algorithm, or a machine with such a switch, as "
            "switch:8,450GB/s,350ns,multicast");
  EXPECT_EQ(
      simulate(programs, able, {.links = LinkModel::fifo}).error().message,
      "all_reduce nvls stores to many ranks at once, but fifo links cannot do that; choose fair or ideal");
  EXPECT_TRUE(simulate(programs, able, {.links = LinkModel::ideal}));
}

TEST(Simulate, ARankThatNeverComesHoldsUpItsBarrier) {
  const Machine m = machine("switch:4,25GB/s,0.5us,multicast");
  const auto run = simulate(programs_on(m, all_gather, "nvls", MiB(1)), m, {.faults = {.absent = {2}}});

  EXPECT_EQ(
      run.error().message,
      "rank 2 never arrives: rank 0 waits at a barrier for rank 2 (step 1), and all others wait in turn");
}

TEST(Simulate, AnArrivalThatNobodyWaitsForTakesNoTime) {
  for (const int ranks : {2, 3, 8}) {
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us,multicast", ranks));
    for (const CollectiveKind kind : {broadcast, all_reduce, all_gather, reduce_scatter}) {
      const Programs programs = expanded(programs_on(m, kind, "nvls", MiB(1)));
      Programs more = programs;
      for (Program& program : more.programs)
        for (Lane& lane : program.lanes)
          if (lane.is_barrier()) lane.code.push_back({.op = Opcode::arrive});
      const auto run = simulate(more, m);
      ASSERT_TRUE(run) << name_of(kind) << " on " << ranks << ": " << run.error().message;
      EXPECT_EQ(run->finish, simulate(programs, m)->finish) << name_of(kind) << " on " << ranks;
    }
  }
}

// A load or store of a group is one transfer, from or to all its members.
TEST(Simulate, ATraceSaysWhoSendsAndReceivesInAGroup) {
  const Machine m = machine("switch:4,25GB/s,0.5us,multicast");
  const auto loads = simulate(programs_on(m, reduce_scatter, "nvls", MiB(1)), m, {.trace = true});
  const auto stores = simulate(programs_on(m, all_gather, "nvls", MiB(1)), m, {.trace = true});
  ASSERT_TRUE(loads && stores);

  ASSERT_EQ(loads->trace->transfers.size(), 4u);
  ASSERT_EQ(stores->trace->transfers.size(), 4u);
  const Transfer& load = loads->trace->transfers[1];
  EXPECT_EQ(loads->trace->ends_text(load), "ranks 0..3 -> rank 1");
  EXPECT_EQ(stores->trace->ends_text(stores->trace->transfers[2]), "rank 2 -> ranks 0..3");
  EXPECT_EQ(loads->trace->routes[static_cast<std::size_t>(load.route)].size(), 5u);
  for (const auto* run : {&loads, &stores}) {
    EXPECT_EQ((*run)->split->latency, 3 * microseconds(1));                     // barrier, move, barrier
    for (const Time idle : (*run)->idle) EXPECT_EQ(idle, 2 * microseconds(1));  // the two barriers
  }
}

// Repeated calls of a ring take as long as single ones, launch included, because no rank can end before all
// have begun. In a flat broadcast the root is always busy, and no rank waits for another to end.
TEST(Simulate, CallsInARowOverlapWhereNobodyWaitsForAll) {
  Machine m = machine("switch:8,25GB/s,0.5us");
  m.collective.launch = microseconds(9);
  EXPECT_EQ(time_of(m, all_reduce, "ring", {8'000'000}, {.loop = true}),
            time_of(m, all_reduce, "ring", {8'000'000}));
  EXPECT_EQ(time_of(m, broadcast, "flat", {8'000'000}, {.loop = true}),
            time_of(m, broadcast, "flat", {8'000'000}) - microseconds(1));
  EXPECT_EQ(time_of(m, all_gather, "ring", {8'000'000}, {.exact = true, .loop = true}),
            time_of(m, all_gather, "ring", {8'000'000}));
}

// All ranks pass a barrier together, so no call can begin before the last one has ended.
TEST(Simulate, CallsWithBarriersFollowOneAnother) {
  const Machine m = machine("switch:4,25GB/s,0.5us,multicast");
  EXPECT_EQ(time_of(m, all_reduce, "nvls", {8'000'000}, {.loop = true}),
            time_of(m, all_reduce, "nvls", {8'000'000}));
}

TEST(Simulate, MoreTransfersThanTheBudgetHasAreRefusedButThoseOfAShortcutAreNotCounted) {
  const Machine m = machine("switch:8,25GB/s,0.5us");
  const Programs even = programs_on(m, all_reduce, "ring", MiB(1));
  const Budget budget{.transfers = 100};

  EXPECT_TRUE(simulate(even, m, {.budget = budget}));
  const auto refused = simulate(even, m, {.exact = true, .budget = budget});
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "all_reduce ring over 8 ranks makes 112 transfers, each simulated on its own; expected at most 100");
}

TEST(Simulate, LanesThatNeedTooMuchMemoryAreRefused) {
  const Machine m = machine("switch:8,25GB/s,0.5us");
  const Programs programs = programs_on(m, all_to_all, "direct", MiB(1));

  const auto refused = simulate(programs, m, {.exact = true, .budget = {.memory = KiB(10)}});

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::runtime);
  EXPECT_EQ(refused.error().message,
            "too little memory: all_to_all direct over 8 ranks needs 22.4 KB, but only 10 KiB are free");
}

}  // namespace
}  // namespace commlab
