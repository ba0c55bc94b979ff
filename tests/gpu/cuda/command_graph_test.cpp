// Streams, events and gates, turned into which command must follow which.

#include "gpu/cuda/command_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// The commands that can be taken now, each with the commands of this call that it must follow.
std::map<std::string, std::vector<std::string>> take(CommandGraph<std::string>& graph) {
  std::map<std::string, std::vector<std::string>> taken;
  graph.take([&](const std::string& name, std::span<std::string* const> before) {
    for (const std::string* other : before) taken[name].push_back(*other);
    taken.try_emplace(name);
  });
  return taken;
}

TEST(CommandGraph, AStreamIsAnOrderAndAnEventAnArrow) {
  CommandGraph<std::string> graph;
  const Stream one = graph.add_stream();
  const Stream two = graph.add_stream();
  const Event done = graph.add_event();
  graph.add(one, "a");
  graph.add(one, "b");
  graph.record(one, done);
  graph.add(two, "c");
  graph.wait(two, done);
  graph.add(two, "d");

  EXPECT_THAT(take(graph), ElementsAre(Pair("a", IsEmpty()), Pair("b", ElementsAre("a")),
                                       Pair("c", IsEmpty()), Pair("d", ElementsAre("c", "b"))));
  EXPECT_TRUE(graph.taken(done));
  EXPECT_FALSE(graph.holds_any());
}

TEST(CommandGraph, AWaitDoesNotSeeLaterRecords) {
  CommandGraph<std::string> graph;
  const Stream one = graph.add_stream();
  const Stream two = graph.add_stream();
  const Event event = graph.add_event();
  graph.wait(two, event);  // nothing is recorded yet, so it does not wait
  graph.add(two, "free");
  graph.add(one, "first");
  graph.record(one, event);
  graph.wait(two, event);
  graph.add(two, "after first");
  graph.add(one, "second");
  graph.record(one, event);

  EXPECT_THAT(take(graph)["after first"], ElementsAre("free", "first"));
}

// A record right after a wait stands for what that wait waits for.
TEST(CommandGraph, EventsPassOnWhatTheyWaitFor) {
  CommandGraph<std::string> graph;
  const Stream one = graph.add_stream();
  const Stream two = graph.add_stream();
  const Stream three = graph.add_stream();
  const Event here = graph.add_event();
  const Event there = graph.add_event();
  graph.add(one, "a");
  graph.record(one, here);
  graph.wait(two, here);
  graph.record(two, there);
  graph.wait(three, there);
  graph.add(three, "b");

  EXPECT_THAT(take(graph)["b"], ElementsAre("a"));
}

TEST(CommandGraph, AShutGateHoldsAllThatFollowsAndNothingElse) {
  CommandGraph<std::string> graph;
  const Stream held = graph.add_stream();
  const Stream follows = graph.add_stream();
  const Stream free = graph.add_stream();
  const Event gate = graph.add_event();
  const Event done = graph.add_event();
  graph.shut(gate);
  graph.wait(held, gate);
  graph.add(held, "held");
  graph.record(held, done);
  graph.wait(follows, done);
  graph.add(follows, "follows");
  graph.add(free, "free");

  EXPECT_THAT(take(graph), ElementsAre(Pair("free", IsEmpty())));
  EXPECT_TRUE(graph.holds_any());
  EXPECT_FALSE(graph.taken(done));

  graph.open(gate);
  EXPECT_THAT(take(graph), ElementsAre(Pair("follows", ElementsAre("held")), Pair("held", IsEmpty())));
  EXPECT_FALSE(graph.holds_any());
}

// Guards against a fixed bug: a device called a stream done that waited at a gate, because the stream had no
// command.
TEST(CommandGraph, AStreamThatWaitsAtAGateIsHeldBeforeAnythingFollows) {
  CommandGraph<char> graph;
  const Stream held = graph.add_stream();
  const Event gate = graph.add_event();
  graph.shut(gate);
  graph.wait(held, gate);
  EXPECT_TRUE(graph.holds_any());
  graph.take([](char, auto) {});
  EXPECT_TRUE(graph.holds_any());

  graph.open(gate);
  EXPECT_FALSE(graph.holds_any());

  graph.shut(gate);
  graph.wait(held, gate);
  graph.clear();
  EXPECT_FALSE(graph.holds_any());
}

TEST(CommandGraph, WhatWasTakenBeforeNeedsNoArrow) {
  CommandGraph<std::string> graph;
  const Stream held = graph.add_stream();
  const Stream one = graph.add_stream();
  const Event gate = graph.add_event();
  const Event event = graph.add_event();
  graph.shut(gate);
  graph.wait(held, gate);
  graph.add(held, "held");  // keeps the graph from being cleared
  graph.add(one, "a");
  graph.record(one, event);
  take(graph);
  const Stream two = graph.add_stream();
  graph.wait(two, event);
  graph.add(two, "b");
  graph.add(one, "c");

  EXPECT_THAT(take(graph), ElementsAre(Pair("b", IsEmpty()), Pair("c", IsEmpty())));
}

// A gate can be shut again for the next iteration.
TEST(CommandGraph, AGateIsShutAnew) {
  CommandGraph<std::string> graph;
  const Stream stream = graph.add_stream();
  const Event gate = graph.add_event();
  for (int i = 0; i < 3; ++i) {
    graph.shut(gate);
    graph.wait(stream, gate);
    graph.add(stream, "work");
    EXPECT_THAT(take(graph), IsEmpty());
    graph.open(gate);
    EXPECT_THAT(take(graph), ElementsAre(Pair("work", IsEmpty())));
  }
}

TEST(CommandGraph, KnowsTheLastCommandWhileNothingCameAfterIt) {
  CommandGraph<std::string> graph;
  const Stream stream = graph.add_stream();
  const Stream other = graph.add_stream();
  const Event event = graph.add_event();
  EXPECT_EQ(graph.last_of(stream), nullptr);
  graph.add(stream, "a");
  ASSERT_NE(graph.last_of(stream), nullptr);
  EXPECT_EQ(*graph.last_of(stream), "a");
  graph.add(other, "b");
  graph.record(other, event);
  graph.wait(stream, event);
  EXPECT_EQ(graph.last_of(stream), nullptr);
  take(graph);
  EXPECT_EQ(graph.last_of(other), nullptr);
}

TEST(CommandGraph, DropsWhatItHolds) {
  CommandGraph<std::string> graph;
  const Stream stream = graph.add_stream();
  const Event gate = graph.add_event();
  graph.shut(gate);
  graph.wait(stream, gate);
  graph.add(stream, "never");
  graph.clear();

  EXPECT_FALSE(graph.holds_any());
  EXPECT_THAT(take(graph), IsEmpty());
}

}  // namespace
}  // namespace commlab
