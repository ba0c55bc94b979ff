// The worker: one job at a time; its result is applied between frames; that of a stopped job never is.

#include <atomic>

#include <gtest/gtest.h>

#include "gui/window/commands/requests.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

struct Idle {
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
};

TEST(Worker, AppliesWhatAJobFoundOutOnlyWhenItIsPolled) {
  Idle idle;
  Worker& worker = idle.session.worker;

  worker.start("counting", [](std::stop_token, const ReportProgress& report) {
    report(0.5, "half");
    return [](Session& session) { session.answer = "done"; };
  });
  worker.wait();

  EXPECT_TRUE(worker.busy());
  EXPECT_EQ(worker.progress().what, "half");
  EXPECT_EQ(worker.progress().fraction, 0.5);
  EXPECT_EQ(idle.session.answer, "");
  EXPECT_TRUE(worker.poll(idle.session));
  EXPECT_EQ(idle.session.answer, "done");
  EXPECT_FALSE(worker.busy());
  EXPECT_FALSE(worker.poll(idle.session));
}

TEST(Worker, AJobThatWasStoppedChangesNothing) {
  Idle idle;
  std::atomic<bool> saw_the_stop = false;
  const auto until_stopped = [&](std::stop_token stop, const ReportProgress&) {
    while (!stop.stop_requested()) std::this_thread::yield();
    saw_the_stop = true;
    return [](Session& session) { session.answer = "too late"; };
  };

  idle.session.worker.start("waiting", until_stopped);
  idle.session.worker.stop();
  while (!saw_the_stop) std::this_thread::yield();

  EXPECT_FALSE(idle.session.worker.busy());
  EXPECT_FALSE(idle.session.worker.poll(idle.session));
  EXPECT_EQ(idle.session.answer, "");
}

// Guards against a fixed bug: a job that does not look at its stop token for a while, as while it reads a
// file, blocked the window.
TEST(Worker, NobodyWaitsForAJobThatIsStoppedAndTheNextOneBeginsWhenItIsOver) {
  std::atomic<bool> let_go = false, is_over = false;  // declared first, to outlive the worker
  Idle idle;
  const auto deaf = [&](std::stop_token, const ReportProgress&) {
    while (!let_go) std::this_thread::yield();
    is_over = true;
    return Worker::Apply{};
  };
  const auto next = [&](std::stop_token, const ReportProgress&) {
    return [alone = is_over.load()](Session& session) { session.answer = alone ? "alone" : "beside it"; };
  };
  Worker& worker = idle.session.worker;

  worker.start("not listening", deaf);
  worker.stop();
  EXPECT_FALSE(worker.busy());
  worker.start("next", next);
  EXPECT_TRUE(worker.busy());
  let_go = true;
  worker.wait();
  worker.poll(idle.session);

  EXPECT_EQ(idle.session.answer, "alone");
}

TEST(Worker, IsWaitedForNoLongerThanAsked) {
  Idle idle;
  Worker& worker = idle.session.worker;
  worker.start("working until it is stopped", [](std::stop_token stop, const ReportProgress&) {
    while (!stop.stop_requested()) std::this_thread::yield();
    return Worker::Apply{};
  });

  worker.wait_at_most(std::chrono::milliseconds(1));

  EXPECT_TRUE(worker.busy());
  EXPECT_FALSE(worker.poll(idle.session));
}

TEST(Worker, ANewJobTakesThePlaceOfTheOneBefore) {
  Idle idle;
  const auto say = [](const char* word) {
    return [word](std::stop_token, const ReportProgress&) {
      return [word](Session& session) { session.answer += word; };
    };
  };

  idle.session.worker.start("first", say("first"));
  idle.session.worker.start("second", say("second"));
  idle.session.worker.wait();
  idle.session.worker.poll(idle.session);

  EXPECT_EQ(idle.session.answer, "second");
}

TEST(Worker, AnExperimentThatFailsLeavesTheNoticeAndTheScene) {
  Idle idle;
  idle.tools.perform = [](const Experiment&, std::stop_token, const ReportProgress&) -> Result<Outcome> {
    return fail("no such machine");
  };

  perform(idle.session, {});
  idle.session.worker.wait();
  idle.session.worker.poll(idle.session);

  EXPECT_EQ(idle.session.notice, "no such machine");
  EXPECT_EQ(idle.session.scene, nullptr);
}

}  // namespace
}  // namespace commlab
