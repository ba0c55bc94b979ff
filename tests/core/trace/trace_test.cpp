// A trace can be asked about any moment, and survives its file; a damaged file is never misread. The Perfetto
// form is parsed again and checked for what the viewer needs.

#include "core/trace/trace.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/playback/playback.h"
#include "core/trace/perfetto.h"
#include "core/trace/trace_file.h"

namespace commlab {
namespace {

// Rank 0 sends two overlapping messages over gpu0 -> gpu1; rank 1 answers one of them.
Trace small_trace() {
  Trace trace{};
  trace.collective = {.kind = CollectiveKind::broadcast, .ranks = 2, .count = 6};
  trace.partition = {.elements = 6, .blocks = 2, .parts = 1};
  trace.algorithm = "by \"hand\"";
  trace.machine = "two";
  trace.backend = "sim";
  trace.experiment = "broadcast --ranks 2";
  trace.phases = {"there", "back"};
  trace.topology.gpus = 2;
  trace.topology.nodes = {{"gpu0", NodeType::gpu}, {"gpu1", NodeType::gpu}};
  trace.topology.links = {{0, 1, LinkType::nvlink, GBps(25), nanoseconds(500), 4},
                          {1, 0, LinkType::nvlink, GBps(25), nanoseconds(500), 4}};
  trace.routes = {{0}, {1}};
  const auto transfer = [](Rank from, std::int32_t block, std::int64_t start, std::int64_t end) {
    return Transfer{.from = from,
                    .to = 1 - from,
                    .block = block,
                    .route = from,
                    .bytes = 12,
                    .ready = {start},
                    .start = {start},
                    .head = {start + 1},
                    .sent = {end - 1},
                    .end = {end}};
  };
  trace.transfers = {transfer(0, 0, 10, 30), transfer(0, 1, 20, 40), transfer(1, 0, 40, 50)};
  trace.transfers[2].phase = 1;
  trace.transfers[2].reduces = true;
  trace.transfers[2].enabled_by = 1;
  trace.spans = {
      {.rank = 1, .op = Opcode::recv_reduce, .transfer = 0, .bytes = 12, .start = {30}, .end = {35}},
      {.rank = 1, .op = Opcode::copy, .bytes = 12, .start = {32}, .end = {36}}};
  trace.launch = {10};
  trace.finish = {50};
  return trace;
}

// Rank 1 loads from both ranks, then stores to both.
Trace group_trace() {
  Trace trace = small_trace();
  trace.groups = {{0, 1}};
  trace.transfers.pop_back();
  for (Transfer& t : trace.transfers) {
    t.from = t.to = 1;
    t.group = 0;
  }
  trace.transfers[0].reduces = true;
  trace.spans.clear();
  return trace;
}

class TraceFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }
  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& content) const { std::ofstream(path, std::ios::binary) << content; }

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("commlab_trace_test_" + std::to_string(getpid()) + ".trace");
};

TEST(InFlight, IsAPureFunctionOfTraceAndTime) {
  const Trace trace = small_trace();

  EXPECT_TRUE(in_flight(trace, Time{9}).empty());
  const auto both = in_flight(trace, Time{25});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].transfer, 0);
  EXPECT_EQ(both[0].fraction, 0.75);
  EXPECT_EQ(both[1].transfer, 1);
  EXPECT_EQ(both[1].fraction, 0.25);
  ASSERT_EQ(in_flight(trace, Time{50}).size(), 1u);
  EXPECT_EQ(in_flight(trace, Time{50})[0].fraction, 1.0);
  EXPECT_TRUE(in_flight(trace, Time{51}).empty());
}

TEST_F(TraceFile, KeepsEverything) {
  const Trace trace = small_trace();
  ASSERT_TRUE(write_trace(trace, path));

  const Result<Trace> again = read_trace(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->collective, trace.collective);
  EXPECT_EQ(again->algorithm, trace.algorithm);
  EXPECT_EQ(again->machine, trace.machine);
  EXPECT_EQ(again->backend, trace.backend);
  EXPECT_EQ(again->experiment, trace.experiment);
  EXPECT_EQ(again->phases, trace.phases);
  EXPECT_EQ(again->routes, trace.routes);
  EXPECT_EQ(again->launch, trace.launch);
  EXPECT_EQ(again->finish, trace.finish);
  EXPECT_EQ(again->partition.block(1), trace.partition.block(1));
  ASSERT_EQ(again->topology.links.size(), 2u);
  EXPECT_EQ(again->topology.links[1].bandwidth, GBps(25));
  EXPECT_EQ(again->topology.links[1].lanes, 4);
  EXPECT_EQ(again->topology.nodes[1].name, "gpu1");

  // Written again, the bytes are the same: reading lost no field of a record.
  const std::string first = bytes();
  ASSERT_TRUE(write_trace(*again, path));
  EXPECT_EQ(bytes(), first);
  ASSERT_EQ(again->transfers.size(), 3u);
  EXPECT_EQ(again->transfers[2].enabled_by, 1);
  EXPECT_EQ(again->transfers[1].sent, Time{39});
  EXPECT_TRUE(again->transfers[2].reduces);
  ASSERT_EQ(again->spans.size(), 2u);
  EXPECT_EQ(again->spans[0].op, Opcode::recv_reduce);
}

// A reader of the file must see the badge. Files written before there were badges have none.
TEST_F(TraceFile, KeepsWhereItWasMeasured) {
  Trace trace = small_trace();
  trace.where = "8 virtual ranks on one GPU (NVIDIA H200)";
  ASSERT_TRUE(write_trace(trace, path));
  EXPECT_EQ(read_trace(path).value().where, trace.where);

  ASSERT_TRUE(write_trace(small_trace(), path));
  std::string older = bytes();
  const std::string field = R"(,"where":"")";
  std::uint64_t length = 0;
  std::memcpy(&length, older.data() + 14, sizeof length);
  length -= field.size();
  std::memcpy(older.data() + 14, &length, sizeof length);
  older.erase(older.find(field), field.size());
  write(older);
  const Result<Trace> again = read_trace(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->where, "");
  EXPECT_EQ(again->transfers.size(), 3u);
}

TEST_F(TraceFile, KeepsGroups) {
  const Trace trace = group_trace();
  ASSERT_TRUE(write_trace(trace, path));

  const Result<Trace> again = read_trace(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->groups, trace.groups);
  EXPECT_EQ(again->transfers[0].group, 0);
  EXPECT_EQ(again->ends_text(again->transfers[0]), "ranks 0, 1 -> rank 1");
  EXPECT_EQ(again->ends_text(again->transfers[1]), "rank 1 -> ranks 0, 1");
  EXPECT_EQ(small_trace().ends_text(small_trace().transfers[0]), "rank 0 -> rank 1");
}

TEST_F(TraceFile, CutShortAnywhereIsAnError) {
  ASSERT_TRUE(write_trace(small_trace(), path));
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(whole.substr(0, length));
    EXPECT_FALSE(read_trace(path)) << "the first " << length << " bytes of " << whole.size();
  }
}

// With any damaged byte, reading ends with an error, or with a trace whose indices are all valid.
TEST_F(TraceFile, ADamagedByteNeverLeadsAstray) {
  ASSERT_TRUE(write_trace(small_trace(), path));
  const std::string whole = bytes();
  constexpr char damages[] = {'\x00', '\xff', '9'};
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = damages[at % std::size(damages)];
    write(damaged);
    const Result<Trace> trace = read_trace(path);
    if (!trace) continue;
    EXPECT_FALSE(perfetto_json(*trace).empty());
    in_flight(*trace, trace->finish);
    const Playback playback(*trace);
    for (const StepUnit unit : {StepUnit::event, StepUnit::step, StepUnit::rank, StepUnit::phase})
      EXPECT_GE(playback.next(unit, Time{}), Time{});
    playback.in_flight(*trace, trace->finish);
  }
}

// Guards against fixed bugs: with fewer GPUs than ranks the window crashed, and along a circle of waits it
// walked forever; texts of the JSON library reached the user.
TEST_F(TraceFile, WhatCannotHaveHappenedIsAnError) {
  const std::string name = path.string() + ": ";
  const auto said = [&](auto edit) {
    Trace trace = small_trace();
    edit(trace);
    EXPECT_TRUE(write_trace(trace, path));
    const Result<Trace> again = read_trace(path);
    return again ? "it was read" : again.error().message.substr(name.size());
  };
  using T = Trace&;
  EXPECT_EQ(said([](T) {}), "it was read");

  EXPECT_EQ(said([](T t) { t.topology.gpus = 0; }), "the machine has fewer GPUs than ranks");
  EXPECT_EQ(said([](T t) { t.collective.ranks = 1'000'000; }), "the machine has fewer GPUs than ranks");
  EXPECT_EQ(said([](T t) { t.topology.gpus = t.collective.ranks = 1'000'000; }),
            "the machine has fewer nodes than GPUs");
  EXPECT_EQ(said([](T t) { t.collective.ranks = 2'000'000; }),
            "2000000 ranks; at most 1048576 are supported");
  EXPECT_EQ(said([](T t) { t.topology.per_node = 3; }),
            "the machine's GPUs cannot be divided into its nodes");
  EXPECT_EQ(said([](T t) { t.partition.parts = INT32_MAX; }), "the vector is cut into more than 2^24 chunks");
  EXPECT_EQ(said([](T t) { t.finish = never; }), "the finish does not follow the launch");
  EXPECT_EQ(said([](T t) { t.topology.nodes[1].type = NodeType::cpu; }),
            "the machine's nodes are out of order; expected GPUs, and only them, first");
  EXPECT_EQ(said([](T t) { t.topology.links[1].to = 2; }), "link 1 has an end that does not exist");
  EXPECT_EQ(said([](T t) { t.topology.links[0].bandwidth = {}; }), "link 0 has no bandwidth");
  EXPECT_EQ(said([](T t) { t.groups = {{0, 0}}; }), "group 0 names a rank twice");
  EXPECT_EQ(said([](T t) { t.routes[1] = {2}; }), "route 1 has a link that does not exist");
  EXPECT_EQ(said([](T t) { t.routes[1] = {0}; }), "transfer 2 does not follow its route");
  EXPECT_EQ(said([](T t) { t.transfers[2].to = 2; }), "transfer 2 has a rank that does not exist");
  EXPECT_EQ(said([](T t) { t.transfers[1].blocks = INT32_MAX; }),
            "transfer 1 has a block that does not exist");
  EXPECT_EQ(said([](T t) { t.transfers[1].spacing.run = 0; }), "transfer 1 has impossible runs of blocks");
  EXPECT_EQ(said([](T t) { t.transfers[0].part = 1; }), "transfer 0 has a part that does not exist");
  EXPECT_EQ(said([](T t) { t.transfers[0].bytes = INT64_MAX; }),
            "transfer 1 has a number of bytes that cannot be added up");
  EXPECT_EQ(said([](T t) { t.transfers[1].sent = {41}; }), "transfer 1 has times that are out of order");
  EXPECT_EQ(said([](T t) { std::swap(t.transfers[0], t.transfers[1]); }),
            "transfer 1 starts before the one in front of it");
  EXPECT_EQ(said([](T t) { t.spans[1].lane = -1; }), "span of work 1 has a negative lane");

  EXPECT_EQ(said([](T t) { t.transfers[1].enabled_by = 1; }),
            "transfer 1 waits for itself, over the transfers that it waits for");
  EXPECT_EQ(said([](T t) { t.transfers[0].enabled_by = 1, t.transfers[1].enabled_by = 0; }),
            "transfer 0 waits for itself, over the transfers that it waits for");
  EXPECT_EQ(said([](T t) {
              t.transfers[0].enabled_by = 2, t.transfers[1].enabled_by = 0, t.transfers[2].enabled_by = 1;
            }),
            "transfer 0 waits for itself, over the transfers that it waits for");
  EXPECT_EQ(said([](T t) { t.transfers[0].enabled_by = 1, t.transfers[2].enabled_by = 0; }), "it was read");
}

// An error of the header names the key, and uses no words of the library that reads it.
TEST_F(TraceFile, AnErrorOfTheHeaderNamesTheKey) {
  ASSERT_TRUE(write_trace(small_trace(), path));
  const std::string whole = bytes();
  const auto said = [&](const std::string& text, const std::string& instead) {
    std::string damaged = whole;
    damaged.replace(damaged.find(text), text.size(), instead);
    std::uint64_t length = 0;
    std::memcpy(&length, damaged.data() + 14, sizeof length);
    length += instead.size() - text.size();
    std::memcpy(damaged.data() + 14, &length, sizeof length);
    write(damaged);
    const Result<Trace> trace = read_trace(path);
    const std::string begin = path.string() + ": its header is damaged: ";
    return trace ? "it was read" : trace.error().message.substr(begin.size());
  };

  EXPECT_EQ(said(R"("ranks":2)", R"("ranks":"2")"), "'ranks' is of the kind string; expected a whole number");
  EXPECT_EQ(said(R"("ranks":2)", R"("ranks":2.5)"), "'ranks' is of the kind number; expected a whole number");
  EXPECT_EQ(said(R"("ranks":2)", R"("ranks":3000000000)"), "'ranks' is 3000000000, which is out of range");
  EXPECT_EQ(said(R"("ranks":2)", R"("ronks":2)"), "'collective' has no key 'ranks'");
  EXPECT_EQ(said(R"("phases":["there","back"])", R"("phases":[7])"),
            "an element of 'phases' is of the kind number; expected a text");
  EXPECT_EQ(said(R"(["gpu0",0])", R"(["gpu0"])"), "an element of 'nodes' has 1 elements; expected 2");
  EXPECT_EQ(said(R"(["gpu0",0])", R"(["gpu0",99])"),
            "an element of an element of 'nodes' is 99, which is no type of a node or link");
  EXPECT_EQ(said(R"("in_place":false)", R"("in_place":null)"),
            "'in_place' is of the kind null; expected true or false");
  EXPECT_EQ(said(R"({"algorithm")", R"([{"algorithm")"), "it is not JSON");
  EXPECT_EQ(said(R"("ranks":2)", R"("ranks":2e7500000000)"), "it is not JSON");
}

TEST_F(TraceFile, AnotherFormatIsNamed) {
  ASSERT_TRUE(write_trace(small_trace(), path));
  std::string whole = bytes();
  const std::string version = "\"format\":2";
  whole.replace(whole.find(version), version.size(), "\"format\":3");
  write(whole);
  const Result<Trace> trace = read_trace(path);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().message,
            path.string() + ": its header is damaged: format 3 is not known; expected 2");

  write("something else");
  EXPECT_EQ(read_trace(path).error().message, path.string() + ": this is not a commlab trace");
}

struct PerfettoSlice {
  double begin, end;
  std::string name;
};
using PerfettoTracks = std::map<std::pair<int, int>, std::vector<PerfettoSlice>>;

PerfettoTracks tracks_of(const nlohmann::json& events) {
  PerfettoTracks tracks;
  for (const auto& event : events)
    if (event.at("ph") == "X")
      tracks[{event.at("pid"), event.at("tid")}].push_back(
          {event.at("ts"), event.at("ts").get<double>() + event.at("dur").get<double>(), event.at("name")});
  return tracks;
}

TEST(Perfetto, SlicesOfATrackNeverOverlap) {
  const auto json = nlohmann::json::parse(perfetto_json(small_trace()));
  const PerfettoTracks tracks = tracks_of(json.at("traceEvents"));

  // Both messages of gpu0 -> gpu1 overlap, so the link has two tracks; so has the work.
  EXPECT_EQ(tracks.size(), 3u /* links */ + 3u /* sends */ + 3u /* receives */ + 2u /* work */);
  constexpr double half_a_picosecond = 0.5e-6;
  for (const auto& [track, slices] : tracks)
    for (std::size_t i = 1; i < slices.size(); ++i)
      EXPECT_LE(slices[i - 1].end, slices[i].begin + half_a_picosecond) << slices[i].name;
}

TEST(Perfetto, EveryTrackHasANameAndEveryFlowBothEnds) {
  const auto json = nlohmann::json::parse(perfetto_json(small_trace()));
  std::set<std::pair<int, int>> named;
  std::map<int, std::string> flows;
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("name") == "thread_name")
      named.emplace(event.at("pid").get<int>(), event.at("tid").get<int>());
    if (event.at("ph") == "s" || event.at("ph") == "f")
      flows[event.at("id")] += event.at("ph").get<std::string>();
  }
  for (const auto& [track, slices] : tracks_of(json.at("traceEvents"))) EXPECT_TRUE(named.contains(track));
  EXPECT_EQ(flows, (std::map<int, std::string>{{0, "sf"}, {1, "sf"}, {2, "sf"}}));
}

TEST(Perfetto, WhereItWasMeasuredIsASliceOverAll) {
  Trace trace = small_trace();
  trace.backend = "cuda";
  trace.where = "8 virtual ranks on one GPU";
  const auto json = nlohmann::json::parse(perfetto_json(trace));

  EXPECT_EQ(json.at("otherData").at("where"), trace.where);
  EXPECT_EQ(json.at("otherData").at("backend"), "cuda");
  const PerfettoTracks tracks = tracks_of(json.at("traceEvents"));
  const auto& above = tracks.rbegin()->second;
  ASSERT_EQ(above.size(), 1u);
  EXPECT_EQ(above[0].name, "cuda: 8 virtual ranks on one GPU");
  EXPECT_EQ(above[0].begin, 0);
  EXPECT_DOUBLE_EQ(above[0].end, microseconds_of(trace.finish));
  EXPECT_EQ(tracks.size(),
            1 + tracks_of(nlohmann::json::parse(perfetto_json(small_trace()))["traceEvents"]).size());
}

// A viewer shows processes by this place: where it was measured, then the links, then the ranks.
TEST(Perfetto, EveryProcessHasANameAndAPlace) {
  Trace trace = small_trace();
  trace.where = "8 virtual ranks on one GPU";
  std::map<int, std::string> names;
  std::map<int, std::string> by_place;
  const auto json = nlohmann::json::parse(perfetto_json(trace));
  for (const auto& event : json.at("traceEvents"))
    if (event.at("name") == "process_name") names[event.at("pid")] = event.at("args").at("name");
  for (const auto& event : json.at("traceEvents"))
    if (event.at("name") == "process_sort_index")
      by_place[event.at("args").at("sort_index")] = names.at(event.at("pid"));

  std::vector<std::string> shown;
  for (const auto& [place, name] : by_place) shown.push_back(name);
  EXPECT_EQ(shown, (std::vector<std::string>{"measured", "links", "rank 0", "rank 1"}));
  for (const auto& event : json.at("traceEvents")) EXPECT_TRUE(names.contains(event.at("pid")));
}

TEST(Perfetto, ArrowsLeaveTheSenderAndReachTheReceiver) {
  const Trace trace = small_trace();
  const auto json = nlohmann::json::parse(perfetto_json(trace));
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("ph") != "s" && event.at("ph") != "f") continue;
    const Transfer& transfer = trace.transfers[event.at("id").get<std::size_t>()];
    const bool leaves = event.at("ph") == "s";
    EXPECT_EQ(event.at("pid"), 1 + (leaves ? transfer.from : transfer.to));
    EXPECT_DOUBLE_EQ(event.at("ts"), microseconds_of(leaves ? transfer.start : transfer.head));
  }
}

// A slice shows whose ports are busy: both ranks send what is loaded, both receive what is stored.
TEST(Perfetto, AGroupsTransferIsASliceOfEveryMember) {
  const auto json = nlohmann::json::parse(perfetto_json(group_trace()));
  std::multiset<std::pair<int, std::string>> slices;  // process, name
  for (const auto& event : json.at("traceEvents")) {
    EXPECT_NE(event.at("ph"), "s");
    if (event.at("ph") == "X" && event.at("pid") != 0)
      slices.emplace(event.at("pid").get<int>(), event.at("name").get<std::string>());
  }
  const std::string load = "load and reduce block 0 ranks 0, 1 -> rank 1";
  const std::string store = "multicast block 1 rank 1 -> ranks 0, 1";
  EXPECT_EQ(slices, (std::multiset<std::pair<int, std::string>>{
                        {1, load}, {2, load}, {2, load}, {2, store}, {1, store}, {2, store}}));
}

}  // namespace
}  // namespace commlab
