#include "core/plan/stretch.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

Run run() {
  Run run{.finish = Time{1000}, .times = {Time{1000}}};
  run.split = TimeSplit{.launch = Time{333}, .latency = Time{333}, .transfer = Time{333}, .wait = Time{1}};
  run.links = {{.link = 3, .bytes = 7, .busy = Time{500}, .full = Time{400}}};
  run.trace.emplace();
  run.trace->finish = Time{1000};
  run.trace->transfers = {Transfer{.ready = Time{1},
                                   .start = Time{3},
                                   .head = Time{5},
                                   .sent = Time{7},
                                   .end = Time{11},
                                   .overhead = Time{2},
                                   .alone = Time{4}},
                          Transfer{.ready = Time{11},
                                   .start = Time{13},
                                   .head = Time{500},
                                   .sent = Time{900},
                                   .end = Time{1000},
                                   .overhead = Time{2},
                                   .alone = Time{887}}};
  return run;
}

TEST(Stretch, KeepsTheOrderAndWhatIsEqual) {
  for (const Time longer : {Time{1}, Time{7}, Time{999}, Time{1000}, Time{1777}, Time{1'000'000'007}}) {
    auto stretched = run();
    stretch(stretched, longer, Time{1000});
    EXPECT_EQ(stretched.finish, longer);
    EXPECT_EQ(stretched.trace->finish, longer);
    EXPECT_EQ(stretched.trace->transfers[0].end, stretched.trace->transfers[1].ready);
    for (const Transfer& t : stretched.trace->transfers) {
      EXPECT_LE(t.ready, t.start);
      EXPECT_LE(t.start, t.head);
      EXPECT_LE(t.head, t.end);
      EXPECT_LE(t.sent, t.end);
      EXPECT_LE(t.alone, t.sent - t.start);
      EXPECT_LE(t.overhead, t.start - t.ready);
    }
    const TimeSplit& split = *stretched.split;
    EXPECT_EQ(split.launch + split.latency + split.transfer + split.wait, longer);
    EXPECT_EQ(stretched.links.front().full, Time{400}) << "the links' rates do not change";
  }
}

TEST(Stretch, ToItselfChangesNothing) {
  auto stretched = run();
  stretch(stretched, Time{1000}, Time{1000});
  EXPECT_EQ(stretched.trace->transfers[1].head, Time{500});
  EXPECT_EQ(stretched.split->wait, Time{1});
}

}  // namespace
}  // namespace commlab
