// A script's run on the machine's picture: its messages on the links, the rate of each, and which rank is on
// which GPU.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "gui/window/article/article_text.h"
#include "gui/window/article/outcome_article.h"
#include "gui/window/frame/layout_of_window.h"
#include "gui/window/run/run_index.h"
#include "gui/window/run/script_scene.h"
#include "gui/window/script/lanes_picture.h"
#include "gui/window/script/span_look.h"
#include "gui/window/script/tensors_picture.h"
#include "gui/window/script/tensors_words.h"
#include "gui/window/session/session.h"
#include "gui/window/topology/hint.h"
#include "gui/window/topology/marker.h"
#include "gui/window/topology/picture.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/rate_labels.h"
#include "lessons/model/lesson.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

constexpr Area picture = {0, 0, 900, 560};

// A scene's topology, drawn at one moment.
struct Roads {
  explicit Roads(ScenePointer of, std::string_view theme_name = "dark")
      : scene(std::move(of)), theme(theme_named(theme_name).value()) {}

  Shown shown() const {
    return {.scene = *scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme};
  }
  TopologyLayout layout() const { return lay_out(scene->trace(), picture, theme.small(), theme.line); }
  TopologyMarks marks() const { return marks_of(layout(), scene->index->topology, shown()); }
  std::vector<LinkRates> rates() { return rate_labels(canvas, layout(), marks(), shown()); }
  std::vector<std::string> words() {
    canvas = {};
    draw_topology(canvas, picture, shown());
    std::vector<std::string> all;
    for (const auto& text : canvas.texts) all.push_back(text.words);
    return all;
  }

  ScenePointer scene;
  Theme theme;
  View view{};
  RecordedCanvas canvas{};
};

ScenePointer scene_of_script(const ScriptRun& run) { return std::make_shared<const Scene>(played_of(run)); }

// Ranks 0 and 1 send to ranks 2 and 3 over one wire between two switches.
const std::string two_over_one_wire = "all_to_all --machine a100-pcie --size 64MiB --algorithm direct";

TEST(LinkRates, AMessageAloneIsToldOnceWithItsRate) {
  Roads roads(shared_scene_of("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,3 --size 64MiB"));
  roads.view.now = Time{roads.scene->trace().finish.ps / 100};

  const std::vector<LinkRates> rates = roads.rates();

  ASSERT_EQ(rates.size(), 3u);
  for (const LinkRates& link : rates) {
    ASSERT_EQ(link.rates.size(), 1u);
    const Transfer& message = roads.scene->trace().transfers[link.rates[0].transfer];
    EXPECT_EQ(link.rates[0].words, fmt::format("{:.3g} GB/s", rate_of(message) / 1e9));
  }
}

// A class reads off the wiring how fast a pair is joined. Guards against a fixed bug: a label of 46.7 GB/s
// touched a neighbour's link of 7.5 GB/s.
TEST(LinkRates, NoLabelTouchesALinkThatAnotherMessageIsOn) {
  for (const std::string_view to : {"1,2,4", "1,2,3,4,5,6,7"})
    for (const std::string_view theme : theme_names()) {
      Roads roads(shared_scene_of(
                      fmt::format("p2p --algorithm direct --machine hcm8 --from 0 --to {} --size 400MB", to)),
                  theme);
      roads.view.now = Time{roads.scene->trace().finish.ps / 40};
      const TopologyLayout layout = roads.layout();
      const TopologyMarks marks = roads.marks();

      const std::vector<LinkRates> rates = roads.rates();

      EXPECT_EQ(static_cast<std::ptrdiff_t>(rates.size()), std::ranges::count(to, ',') + 1) << theme;
      for (const LinkRates& told : rates)
        for (std::size_t link = 0; link < marks.traffic.size(); ++link) {
          const int wire = layout.wiring.wire_of[link];
          if (marks.traffic[link].messages == 0 || static_cast<LinkId>(link) == told.link) continue;
          EXPECT_FALSE(enters(layout.wires[wire], told.rates.front().area))
              << theme << ", to " << to << ": " << told.rates.front().words;
        }
    }
}

// The picture shows how fast a pair is joined, also while messages run.
TEST(LinkRates, AFastLinksMessageIsWiderThanASlowOnes) {
  Roads roads(shared_scene_of("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,4 --size 400MB"));
  roads.view.now = Time{roads.scene->trace().finish.ps / 40};
  std::map<Rank, double> width;
  for (const TopologyMarks::Strand& strand : roads.marks().strands)
    width[roads.scene->trace().transfers[strand.transfer].to] = strand.width;

  EXPECT_GT(width[1], 1.5 * width[4]) << "four NVLinks against two";
  EXPECT_GT(width[4], 1.5 * width[2]) << "two NVLinks against the sockets";
}

TEST(LinkRates, OnASharedLinkEveryMessageIsToldAndTogetherTheyFillIt) {
  for (const std::string_view theme : theme_names()) {
    Roads roads(shared_scene_of("p2p --algorithm direct --machine pcie4 --from 0 --to 2,3 --size 120MB"),
                theme);
    roads.view.now = Time{roads.scene->trace().finish.ps / 2};

    const std::vector<LinkRates> rates = roads.rates();

    ASSERT_FALSE(rates.empty());
    const TopologyLayout layout = roads.layout();
    std::vector<Area> areas;
    bool any_shared = false;
    for (const LinkRates& link : rates) {
      double sum = 0;
      for (const LinkRates::Rate& rate : link.rates) {
        sum += rate_of(roads.scene->trace().transfers[rate.transfer]);
        for (const Area& other : areas) EXPECT_FALSE(other.overlaps(rate.area)) << theme;
        areas.push_back(rate.area);
      }
      any_shared |= link.rates.size() == 2;
      const Link& wire = roads.scene->trace().topology.links[link.link];
      EXPECT_LE(sum, 1.001 * static_cast<double>(wire.bandwidth.bytes_per_second));
    }
    EXPECT_TRUE(any_shared);
    for (const Area& area : areas)
      for (const TopologyLayout::BoxPlace& placed : layout.places)
        EXPECT_FALSE(placed.drawn() && placed.area.overlaps(area)) << theme;
  }
}

TEST(LinkRates, AreLeftOutWhereMessagesAreNotToldApartOrLabelsAreOff) {
  Roads many(shared_scene_of(two_over_one_wire));
  many.view.now = Time{many.scene->trace().finish.ps / 2};
  EXPECT_TRUE(many.rates().empty());
  Roads few(shared_scene_of("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,3 --size 64MiB"));
  few.view = {.now = Time{few.scene->trace().finish.ps / 100}, .labels = false};
  EXPECT_TRUE(few.rates().empty());
}

// Half of the rate is drawn half as wide, apart from a least width.
TEST(LinkRates, WhoGetsLessOfALinkIsThinnerOnIt) {
  Roads alone(shared_scene_of("p2p --algorithm direct --machine pcie4 --from 0 --to 2 --size 120MB"));
  Roads shared(shared_scene_of("p2p --algorithm direct --machine pcie4 --from 0 --to 2,3 --size 120MB"));
  for (Roads* roads : {&alone, &shared}) roads->view.now = Time{roads->scene->trace().finish.ps / 2};
  const double whole = alone.marks().strands.front().width;
  for (const TopologyMarks::Strand& strand : shared.marks().strands) {
    EXPECT_LT(strand.width, 0.75 * whole);
    EXPECT_EQ(strand.chunk, 0) << "a strand has its message's hue";
  }
}

TEST(ScriptOnMachine, ItsMessagesAreOnTheLinks) {
  ScriptRun run = overlapped_by_hand();
  run.trace.routes = {{0}};
  for (Transfer& transfer : run.trace.transfers)
    if (transfer.from == 0 && transfer.to == 1) transfer.route = 0;
  Roads roads(scene_of_script(run));
  const auto first = std::ranges::find(run.trace.transfers, 0, &Transfer::route);
  ASSERT_NE(first, run.trace.transfers.end());
  roads.view.now = Time{(first->start.ps + first->end.ps) / 2};

  const TopologyMarks marks = roads.marks();

  EXPECT_GT(marks.under_way, 0);
  EXPECT_FALSE(marks.tokens.empty());
  EXPECT_EQ(marks.on(0).messages, 1);
  for (const TopologyMarks::Token& token : marks.tokens) EXPECT_EQ(token.words, "");
}

// The machine has four GPUs, and the script uses two.
TEST(ScriptOnMachine, AGpuWithoutARankHasItsOwnNameAndIsGrey) {
  ScriptRun run = reduced_by_hand();
  run.ranks = 2;
  run.spans.resize(1);
  run.trace.transfers.resize(0);
  for (ScriptCall& call : run.calls) call.transfers.clear();
  run.through.resize(2);
  Roads roads(scene_of_script(run));

  const std::vector<std::string> words = roads.words();

  for (const char* name : {"rank 0", "rank 1", "GPU 2", "GPU 3"}) EXPECT_THAT(words, Contains(name));
  const auto color_of = [&](std::string_view name) {
    return std::ranges::find(roads.canvas.texts, name, &RecordedCanvas::Text::words)->color;
  };
  EXPECT_LT(contrast(color_of("GPU 2"), roads.theme.panel), contrast(color_of("rank 1"), roads.theme.panel));
}

// Guards against a fixed bug: the lesson asked about GPU 2, but the run called it rank 2.
TEST(Topology, CopiesAreBetweenGpusWhichKeepTheirNames) {
  Roads copies(shared_scene_of("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,3 --size 64MiB"));
  EXPECT_THAT(copies.words(), Contains("GPU 2"));
  EXPECT_THAT(copies.words(), Each(Not(HasSubstr("rank"))));
}

// Guards against a fixed bug: GPUs were called GPU 0 to 3 before the run, and r0 to r3 after it.
TEST(Topology, AtRestGpusAreCalledAsInTheRunToCome) {
  const Topology topology =
      shared_scene_of("all_reduce --algorithm ring --machine ring:4,25GB/s,2us")->trace().topology;
  const auto words_at_rest = [&](AtRest what) {
    return Roads(std::make_shared<const Scene>(at_rest(topology, "ring", what))).words();
  };
  EXPECT_THAT(words_at_rest({.ranks = 4}), testing::AllOf(Contains("rank 3"), Not(Contains("GPU 3"))));
  EXPECT_THAT(words_at_rest({.ranks = 4, .for_copies = true}),
              testing::AllOf(Contains("GPU 3"), Not(Contains("rank 3"))));
  EXPECT_THAT(words_at_rest({.ranks = 2}), testing::AllOf(Contains("rank 1"), Contains("GPU 2")));
}

TEST(ScriptOnMachine, IsShownBesideTheLanesInTheArrangementForLearning) {
  for (const std::string_view name : theme_names()) {
    const WindowTools tools;
    Session session{.tools = tools, .theme = theme_named(name).value()};
    show_script(session, std::make_shared<const ScriptRun>(overlapped_by_hand()));
    session.view.arrange = Arrange::learn;
    UnseenWindow window(session);
    window.frame();
    EXPECT_NE(session.registry.find("gpu.0"), nullptr) << name;
    EXPECT_NE(session.registry.find("lanes"), nullptr) << name;
    session.view.arrange = Arrange::explore;
    window.frame();
    EXPECT_EQ(session.registry.find("gpu.0"), nullptr) << name;
  }
}

TEST(ScriptOnMachine, AMessageIsToldByItsRateAndNotByANumberOfAChunk) {
  Roads roads(shared_scene_of("p2p --algorithm direct --machine pcie4 --from 0 --to 2,3 --size 120MB"));
  roads.view.now = Time{roads.scene->trace().finish.ps / 2};
  const std::vector<std::string> hint =
      topology_hint(roads.scene->index->topology, roads.marks(), roads.shown(), {.transfer = 0});
  ASSERT_EQ(hint.size(), 3u);
  EXPECT_EQ(hint[0], "GPU 0 -> GPU 2");
  EXPECT_EQ(hint[1], "120 MB, copies, 6 GB/s on average");
}

// Guards against a fixed bug: a script must be read before its prediction, but its last lines were cut off.
TEST(WindowLayout, AScriptAtRestHasMostOfTheRoom) {
  const Theme theme = theme_named("projector").value();
  const WindowLayout l = layout_of_window(1920, 1080, theme, {}, Arrange::lesson, 0, true, 1,
                                          WindowContent::script_at_rest, {.first = PanelKind::lanes});
  EXPECT_GT(l.listing.height, 0.8 * (l.listing.bottom() - l.lanes.y));
  EXPECT_GE(l.lanes.height, theme.button + theme.gap) << "room for the words: predict first";
}

// Guards against a fixed bug: in class, lesson 22 had two rows of lanes in an area for eight, and below it
// four lines of the script beside words that nobody had asked for.
TEST(WindowLayout, InClassLanesTakeWhatTheyNeedAndTheScriptHasTheRest) {
  const Theme theme = theme_named("projector").value();
  const WindowLayout l =
      layout_of_window(1280, 720, theme, {}, Arrange::lesson, 0, false, 1, WindowContent::script,
                       {.presented = true, .highest_lanes = 150, .text_needs_no_details = true});
  EXPECT_NEAR(l.lanes.height, 150, 1e-9);
  EXPECT_EQ(l.listing.width, l.lanes.width);
  EXPECT_EQ(l.listing.y, l.lanes.bottom() + theme.gap);
  EXPECT_EQ(l.tensors.width, 0);
  EXPECT_EQ(l.outcome.width, 0);
}

TEST(Lanes, NeedNoMoreThanTheirGreatestHeight) {
  const RecordedCanvas canvas;
  const ScriptRun run = overlapped_by_hand();
  const View view;
  for (const std::string_view name : theme_names()) {
    const Theme theme = theme_named(name).value();
    const ScriptShown shown{.run = run, .view = view, .theme = theme};
    const auto lane_in = [&](double height) {
      return lay_out_lanes(canvas, {0, 0, 600, height}, shown).lane_height;
    };
    const double enough = highest_lanes(shown);
    EXPECT_DOUBLE_EQ(lane_in(enough), lane_in(2 * enough)) << name;
    EXPECT_LT(lane_in(0.9 * enough), lane_in(enough)) << name;
  }
}

TEST(WindowLayout, OfScriptsAndLessonsNeverOverlapsNorLeavesTheWindow) {
  struct Size {
    double width, height;
  };
  for (const std::string_view name : theme_names())
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::present, Arrange::lesson})
      for (const WindowContent content : {WindowContent::script, WindowContent::script_at_rest})
        for (std::size_t view = 0; view < std::size(view_layouts); ++view)
          for (const auto [width, height] : {Size{640, 400}, Size{1280, 800}, Size{1920, 1080}}) {
            const Theme theme = theme_named(name).value();
            const WindowLayout l = layout_of_window(width, height, theme, {}, arrange, 0, true, 1, content,
                                                    {.first = panel_named(view_layouts[view])});
            std::vector<Area> areas;
            for (const Area& area :
                 {l.transport, l.topology, l.lanes, l.listing, l.tensors, l.outcome, l.lesson, l.caption})
              if (area.width > 0 && area.height > 0) areas.push_back(area);
            for (std::size_t i = 0; i < areas.size(); ++i) {
              EXPECT_LE(areas[i].right(), width);
              EXPECT_LE(areas[i].bottom(), height);
              for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(areas[i].overlaps(areas[j])) << name << " " << width << " " << view;
            }
            const bool on_machine = arrange == Arrange::lesson && view_layouts[view] == "topology";
            EXPECT_TRUE(!on_machine || l.topology.width > 0) << name << " " << width;
          }
}

// Guards against a fixed bug: a blue bar of computing looked like a part of a blue message.
TEST(Lanes, WhatIsNoMessageHasTheHueOfNone) {
  for (const std::string_view name : theme_names()) {
    const Theme theme = theme_named(name).value();
    for (const auto lane : {ScriptLane::host, ScriptLane::compute})
      for (const auto kind : {ScriptSpan::Kind::works, ScriptSpan::Kind::waits}) {
        const Color fill = look_of({.lane = lane, .kind = kind}, theme).fill;
        const auto [least, most] = std::minmax({fill.r, fill.g, fill.b});
        EXPECT_LE(most - least, 24) << name << ": must be grey";
      }
  }
  ScriptRun run = overlapped_by_hand();
  const View view;
  const Theme theme = theme_named("dark").value();
  const std::string legend = text_of(outcome_article({.run = run, .view = view, .theme = theme}));
  EXPECT_THAT(legend, Not(HasSubstr("Blue")));
  EXPECT_THAT(legend, HasSubstr("Grey"));
}

// A tensor that is written twice has three contents, one after the other.
TEST(Tensors, HoldAtEveryMomentWhatWasWrittenUpToIt) {
  ScriptRun run = reduced_by_hand();
  run.writes = {{.at = microseconds(40), .tensor = 0, .first = 1, .values = {7}, .known = {true}},
                {.at = microseconds(80), .tensor = 0, .first = 1, .values = {9, 5}, .known = {true, false}}};
  View view;
  const Theme theme = theme_named("dark").value();
  const ScriptShown shown{.run = run, .view = view, .theme = theme};
  const auto first_line = [&](Time now) {
    view.now = now;
    const std::string text = text_of_tensors(shown);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(first_line({}), "rank 0 x: 1 1 1 1");
  EXPECT_EQ(first_line(microseconds(39)), "rank 0 x: 1 1 1 1 -> 1 1 1 1");
  EXPECT_EQ(first_line(microseconds(40)), "rank 0 x: 1 1 1 1 -> 1 7 1 1");
  EXPECT_EQ(first_line(microseconds(80)), "rank 0 x: 1 1 1 1 -> 1 9 ? 1");
  EXPECT_EQ(first_line(run.finish), "rank 0 x: 1 1 1 1 -> 4 4 1 1");

  run.writes_known = false;
  run.writes.clear();
  EXPECT_EQ(first_line(microseconds(80)), "rank 0 x: 1 1 1 1") << "the writes are not known";
}

}  // namespace
}  // namespace commlab
