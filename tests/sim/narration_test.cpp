// Every kind of event has a sentence, and every rank can say what it waits for.

#include "core/playback/narration.h"

#include "core/programs/lower.h"
#include "core/trace/trace.h"
#include "tests/sim/traces.h"

namespace commlab {
namespace {

using enum CollectiveKind;
using testing::ElementsAre;
using testing::HasSubstr;

struct Told {
  Played played;
  Replay replay;
  Playback playback;
  Narration narration;

  explicit Told(Played p)
      : played(std::move(p)),
        replay(replay_of(played)),
        playback(played.trace, replay.deposits()),
        narration(played.trace, replay, playback) {}
  Told(const Machine& m, CollectiveKind kind, std::string_view algorithm, Bytes size,
       const Lowering& lowering = {})
      : Told(played_on(m, kind, algorithm, size, lowering)) {}

  static Played played_on(const Machine& m, CollectiveKind kind, std::string_view algorithm, Bytes size,
                          const Lowering& lowering) {
    return commlab::played(m, programs_on(m, kind, algorithm, size, lowering));
  }
  std::vector<std::string> at(Time t) const { return narration.at(t, 99).sentences; }
  std::string caption(std::int64_t event) const { return narration.caption(playback.event_time(event)); }
};

Machine two() { return machine("switch:2,25GB/s,0.5us"); }

// A machine on which launch, overhead and adding take time.
Machine slow_to_add(std::string_view spec) {
  Machine m = machine(spec);
  m.collective = {.launch = microseconds(5), .overhead = microseconds(1), .latency = microseconds(2)};
  m.work.reduce = {{{{1}, GBps(40)}}};
  return m;
}

TEST(Narration, TellsABroadcastFromTheBeginningToTheEnd) {
  const Told told(two(), broadcast, "flat", {64});

  EXPECT_THAT(told.at(Time{}), ElementsAre("the call begins: every rank holds its own input",
                                           "rank 0 copies chunk 0 of its own: complete",
                                           "rank 0 begins to send chunk 0 to rank 1 (64 B)"));
  EXPECT_EQ(told.narration.caption(Time{1}), "1 transfer is under way: rank 0 -> rank 1");
  EXPECT_THAT(
      told.at(told.playback.end()),
      ElementsAre("all is done, after 1.00 us", "step 1 of 1 is done: rank 1 was last, 1.00 us after rank 0",
                  "rank 0 -> rank 1: chunk 0 arrives; rank 1 stores it: complete"));
}

// In pictures of copies, ranks are called GPUs.
TEST(Narration, OfCopiesSpeaksOfGpus) {
  const Told told(two(), p2p, "direct", {64});

  EXPECT_EQ(told.narration.caption(Time{1}), "1 transfer is under way: GPU 0 -> GPU 1");
  EXPECT_THAT(told.at(told.playback.end()),
              testing::Contains("GPU 0 -> GPU 1: chunk 0 arrives; GPU 1 stores it: complete"));
  EXPECT_THAT(told.narration.why_waiting(1, Time{1}), HasSubstr("GPU 1 waits for chunk 0 from GPU 0"));
}

TEST(Narration, CountsContributions) {
  const Told told(machine("switch:4,25GB/s,0.5us"), all_reduce, "ring", {64});

  EXPECT_THAT(told.at(told.playback.event_time(2)),
              testing::Contains("rank 0 -> rank 1: chunk 3 arrives; rank 1 adds it: 3 of 4 contributions"));
  EXPECT_THAT(
      told.at(told.playback.event_time(3)),
      testing::Contains("rank 0 -> rank 1: chunk 2 arrives; rank 1 adds it: 4 of 4 contributions, complete"));
  EXPECT_THAT(told.at(told.playback.event_time(3)), testing::Contains("step 3 of 6 is done, by all at once"));
}

// A caption is read while time runs, so it is one sentence.
TEST(Narration, CaptionsAStepsEndOrTheFirstEvent) {
  const Told told(two(), all_reduce, "ring", {64});

  EXPECT_EQ(told.caption(0), "The call begins: every rank holds its own input (and 2 more)");
  EXPECT_EQ(told.caption(1), "Step 1 of 2 is done, by all at once");
}

TEST(Narration, HasShortCaptionsForEveryTrace) {
  for_every_trace([](const Played& p) {
    const Told told(p);
    for (std::int64_t event = 0; event < told.playback.events(); ++event)
      EXPECT_LE(told.caption(event).size(), 110u) << p.name << ": " << told.caption(event);
  });
}

// Work on a message is told when it begins, and when its result is there.
TEST(Narration, TellsOfWorkThatTakesTime) {
  const Told told(slow_to_add("switch:2,25GB/s,0.5us"), reduce, "flat", {64'000});
  const Span& work = told.played.trace.spans.at(0);

  EXPECT_THAT(told.at(told.played.trace.launch), testing::Contains("the launch is over: the ranks begin"));
  EXPECT_THAT(told.at(work.start),
              ElementsAre("rank 1 -> rank 0: chunk 0 arrives", "rank 0 begins to add chunk 0 from rank 1"));
  EXPECT_THAT(told.at(work.end),
              testing::Contains("chunk 0 from rank 1: rank 0 adds it: 2 of 2 contributions, complete"));
  EXPECT_EQ(told.narration.caption(work.start + Time{1}), "No transfer is under way");
}

TEST(Narration, NamesTheLastFinisherOfAStepAndItsSlack) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Told told(
      played(m, programs_on(m, all_reduce, "ring", {64'000}), {.faults = {.slow_gpus = {{2, 3.0}}}}));

  EXPECT_EQ(told.narration.step_over(0), "step 1 of 6 is done: rank 3 was last, 1.28 us after rank 0");
  EXPECT_THAT(told.at(told.playback.step_end(0).end), testing::Contains(told.narration.step_over(0)));
}

TEST(Narration, TellsOfLoadsAndStoresOfAGroup) {
  const Told told(machine("switch:4,25GB/s,0.5us,multicast"), all_reduce, "nvls", {64'000});
  const auto& transfers = told.played.trace.transfers;
  const auto load = std::ranges::find(transfers, true, &Transfer::reduces);
  const auto store = std::ranges::find(transfers, false, &Transfer::reduces);

  EXPECT_THAT(told.at(load->start),
              testing::Contains(fmt::format(
                  "rank {} begins to load chunk {} of ranks 0..3 through the switch, which adds them ({})",
                  load->to, load->block, to_human(Bytes{load->bytes}))));
  EXPECT_THAT(told.at(load->end),
              testing::Contains(testing::StartsWith(fmt::format(
                  "ranks 0..3 -> rank {}: chunk {} arrives, added up by the switch: 4 of 4 contributions",
                  load->to, load->block))));
  EXPECT_THAT(told.at(store->start),
              testing::Contains(fmt::format("rank {} begins to store chunk {} to ranks 0..3 at once ({})",
                                            store->from, store->block, to_human(Bytes{store->bytes}))));
  EXPECT_THAT(told.at(store->end),
              testing::Contains(fmt::format("rank {} -> ranks 0..3: chunk {} arrives at all of them: 4 of 4 "
                                            "contributions, complete",
                                            store->from, store->block)));
  EXPECT_EQ(told.narration.why_waiting(2, Time{}),
            "rank 2 waits at a barrier: all must be there before it loads chunk 2");
  EXPECT_THAT(told.narration.why_waiting(load->to, load->start),
              testing::StartsWith(
                  fmt::format("rank {} does not wait: it loads chunk {}, 0 % done", load->to, load->block)));
}

TEST(Narration, NamesSeveralChunksAndParts) {
  const Told doubling(machine("switch:4,25GB/s,0.5us"), all_gather, "recursive-doubling", {64});
  EXPECT_THAT(doubling.at(doubling.playback.event_time(1)),
              testing::Contains("rank 0 begins to send chunks 0 and 1 to rank 2 (32 B)"));
  EXPECT_THAT(
      doubling.at(doubling.playback.end()),
      testing::Contains("rank 0 -> rank 2: chunks 0 and 1 arrive; rank 2 stores them: complete each"));

  const Told eight(machine("switch:8,25GB/s,0.5us"), all_gather, "recursive-doubling", {128});
  EXPECT_THAT(eight.at(eight.playback.event_time(2)),
              testing::Contains("rank 0 begins to send chunks 0..3 to rank 4 (64 B)"));

  const Told pieces(two(), all_reduce, "ring", {64}, {.pieces = 2});
  EXPECT_THAT(pieces.at(pieces.playback.event_time(1)),
              testing::Contains("rank 0 begins to send chunk 0.1 to rank 1 (16 B)"));
}

// Data on the way to another rank are told with the rank that they are for.
TEST(Narration, TellsWhoseDataPassThrough) {
  const Told told(machine("switch:4,25GB/s,0.5us"), scatter, "binomial", {64});
  bool through_scratch = false;
  for (std::int64_t event = 0; event < told.playback.events(); ++event)
    for (const std::string& sentence : told.at(told.playback.event_time(event)))
      through_scratch |= sentence.find("data of rank 0, in scratch memory") != std::string::npos;
  EXPECT_TRUE(through_scratch);
}

// Each event of any trace has a sentence.
TEST(Narration, HasASentenceForEveryEventOfEveryTrace) {
  for_every_trace([](const Played& p) {
    const Told told(p);
    for (std::int64_t event = 0; event < told.playback.events(); ++event) {
      const Time t = told.playback.event_time(event);
      EXPECT_FALSE(told.at(t).empty()) << p.name << " at " << t.ps;
      for (Rank rank = 0; rank < p.trace.collective.ranks; ++rank)
        EXPECT_THAT(told.narration.why_waiting(rank, t), testing::StartsWith(name_of_end(p.trace, rank)))
            << p.name;
    }
    for (Rank rank = 0; rank < p.trace.collective.ranks; ++rank)
      EXPECT_EQ(told.narration.why_waiting(rank, p.trace.finish), name_of_end(p.trace, rank) + " is done")
          << p.name;
  });
}

TEST(WhyWaiting, ARankWaitsForWhatIsOnItsWay) {
  const Told told(machine("switch:4,25GB/s,0.5us"), broadcast, "chain", {64});
  const Transfer& first = told.played.trace.transfers[0];

  EXPECT_EQ(told.narration.why_waiting(0, Time{}),
            "rank 0 does not wait: it sends chunk 0 to rank 1, 0 % across");
  EXPECT_EQ(told.narration.why_waiting(1, Time{first.end.ps / 2}),
            "rank 1 waits for chunk 0 from rank 0, which is 50 % across gpu0 -> gpu1");
  EXPECT_EQ(told.narration.why_waiting(2, Time{}),
            "rank 2 waits for chunk 0 from rank 1, which has not left yet");
  EXPECT_EQ(told.narration.why_waiting(0, first.sent), "rank 0 is done");
}

TEST(WhyWaiting, TheLaunchAndSettingUpAreNamed) {
  const Told told(slow_to_add("switch:4,25GB/s,0.5us"), all_reduce, "ring", {64'000});

  EXPECT_EQ(told.narration.why_waiting(2, microseconds(3)), "rank 2 has not begun: the launch takes 5.00 us");
  EXPECT_EQ(
      told.narration.why_waiting(2, microseconds(5)),
      "rank 2's next send, chunk 2 to rank 3, is ready, and being set up, which takes 1.00 us before any "
      "transfer");
  const Span& work = told.played.trace.spans.at(0);
  EXPECT_EQ(told.narration.why_waiting(work.rank, work.start),
            fmt::format("rank {} does not wait: it adds chunk {} from rank {}", work.rank,
                        (work.rank + 3) % 4, (work.rank + 3) % 4));
}

TEST(WhyWaiting, ASharedLinkIsNamedWithItsFlows) {
  const Told told(machine("mesh:3x3,25GB/s,0.5us"), all_to_all, "direct", {90'000});
  EXPECT_THAT(
      told.narration.why_waiting(0, Time{}),
      testing::MatchesRegex("rank 0 does not wait: it sends chunk 0 to rank 1, 0 % across, slowly: the "
                            "link gpu. -> gpu. is shared by [0-9]+ flows"));
}

// With one slot, a sender waits until its receiver, which adds slowly, frees it.
TEST(WhyWaiting, AFullConnectionIsNamed) {
  Machine m = machine("switch:2,25GB/s,0.5us");
  m.work.reduce = {{{{1}, GBps(1)}}};
  const Told told(m, reduce, "flat", {64'000}, {.pieces = 4, .slots = 1});
  const auto waits =
      std::ranges::find_if(told.played.trace.transfers, [](const Transfer& t) { return t.ready < t.start; });
  ASSERT_NE(waits, told.played.trace.transfers.end());
  EXPECT_THAT(told.narration.why_waiting(1, waits->ready),
              HasSubstr("is ready, but has no room: rank 0 has not yet taken out what was sent before"));
}

}  // namespace
}  // namespace commlab
