// Plots, sliders, views: what is computed for them, and how their mistakes are answered.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "lessons/play/plot.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pointwise;

const std::string open_prediction =
    "```predict\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\nwhy = \"So.\"\n```\n";

Player opened(const std::string& blocks) {
  Result<Lesson> lesson = parse_lesson(one_step(blocks), "a.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
  return Player(*std::move(lesson), simulating_laboratory());
}

template <class State>
State first_of(Player& player) {
  const Result<StepContent> content = player.content();
  EXPECT_TRUE(content) << (content ? "" : content.error().message);
  if (!content) return {};
  for (const StepContent::Item& item : content->items)
    if (const auto* state = std::get_if<State>(&item)) return *state;
  ADD_FAILURE() << "there is no such item";
  return {};
}

std::string text_of_row(const std::vector<LabelledValue>& row) {
  std::string text;
  for (const LabelledValue& value : row) text += value.label + " " + value.text + "; ";
  return text;
}

// Plots.

TEST(Plot, ComputesItsCurvesOverAKeyOfTheScene) {
  Player player = opened(
      "```plot\ntitle = \"Of {{ 3 }} sizes\"\nx = size\nvalues = [4 KB, 4 MB, 4 GB]\n"
      "y.rate = size / time(to 1), \"rate\"\ny.wire = bandwidth(0, 1), \"wire\"\nmark.here = 400 MB, "
      "\"here\"\n"
      "unit = \"GB/s\"\nscale = \"log x\"\n```\n");
  const PlotState plot = first_of<PlotState>(player);
  EXPECT_EQ(plot.title, "Of 3 sizes");
  EXPECT_EQ(plot.x_title, "size");
  EXPECT_THAT(plot.x, ElementsAre(4e3, 4e6, 4e9));
  EXPECT_THAT(plot.x_texts, ElementsAre("4 kB", "4 MB", "4 GB"));
  ASSERT_EQ(plot.curves.size(), 2u);
  EXPECT_EQ(plot.curves[0].label, "rate");
  EXPECT_LT(plot.curves[0].y[0], 2);
  EXPECT_NEAR(plot.curves[0].y[2], 93.3, 0.2);
  EXPECT_THAT(plot.curves[1].y, Pointwise(DoubleNear(0.1), std::vector{93.3, 93.3, 93.3}));
  EXPECT_EQ(plot.marks.front().x, 4e8);
  EXPECT_EQ(plotted_text(plot, 93.27), "93.3 GB/s");
  EXPECT_EQ(plotted_text(plot, NAN), "-");
}

TEST(Plot, ChoosesAUnitThatSuitsItsLargestNumber) {
  Player player = opened("```plot\nbar.a = time(to 1), \"to 1\"\nbar.b = time(run), \"all\"\n```\n");
  const PlotState plot = first_of<PlotState>(player);
  EXPECT_EQ(plot.unit, "ms");
  ASSERT_EQ(plot.bars.size(), 2u);
  EXPECT_NEAR(plot.bars[1].value, 53.3, 0.1);
}

TEST(Plot, HasCellsThatMayBeEmpty) {
  Player player = opened(
      "```plot\nrows = range(0, 1)\ncolumns = [0, 1, 2]\n"
      "cell = if(row == column, nothing, nvlinks(row, column))\n```\n");
  const PlotState plot = first_of<PlotState>(player);
  EXPECT_THAT(plot.rows, ElementsAre("0", "1"));
  ASSERT_EQ(plot.cells.size(), 6u);
  EXPECT_TRUE(std::isnan(plot.cells[0]));
  EXPECT_EQ(plot.cells[1], 4);
  EXPECT_TRUE(std::isnan(plot.cells[4]));
}

TEST(Plot, TakesTextsAsPlacesOnTheAxis) {
  Player player = opened(
      "```plot\nx = machine\nvalues = [\"hcm8\", \"hcm8-no-p2p\"]\ny.t = time(to 1), \"to GPU 1\"\n```\n");
  const PlotState plot = first_of<PlotState>(player);
  EXPECT_TRUE(plot.x_is_text);
  EXPECT_THAT(plot.x, ElementsAre(0, 1));
  EXPECT_THAT(plot.x_texts, ElementsAre("hcm8", "hcm8-no-p2p"));
  EXPECT_LT(plot.curves[0].y[0], plot.curves[0].y[1]);
}

TEST(Plot, ThatTellsTheRunWaitsForThePredictions) {
  const std::string swept =
      "```plot\ntitle = \"{{ time(run) }}\"\nx = size\nvalues = [4 KB, 4 MB]\ny.t = time(run), \"t\"\n```\n";
  Player player = opened(open_prediction + swept);
  const PlotState locked = first_of<PlotState>(player);
  EXPECT_TRUE(locked.locked);
  EXPECT_EQ(locked.title, "?");
  EXPECT_THAT(locked.curves, IsEmpty());
  const std::size_t items = player.content()->items.size();
  ASSERT_TRUE(player.answer(0, "1"));
  EXPECT_FALSE(first_of<PlotState>(player).locked);
  EXPECT_EQ(player.content()->items.size(), items) << "window and command line find items by their index";
  Player of_machine = opened(open_prediction + "```plot\nbar.a = nvlinks(0, 1), \"links\"\n```\n");
  EXPECT_FALSE(first_of<PlotState>(of_machine).locked);
}

TEST(Plot, IsOfTheLessonsSceneWhateverTheLearnerChanges) {
  Player player =
      opened("```plot\nbar.a = time(run), \"a\"\n```\n```explore\nsize = [\"4 KB\", \"4 MB\"]\n```\n");
  const double before = first_of<PlotState>(player).bars.front().value;
  ASSERT_TRUE(player.explore(0, "size", 0));
  EXPECT_EQ(first_of<PlotState>(player).bars.front().value, before);
}

TEST(Plot, SaysWhatIsWrongWithIt) {
  const auto plot = [](const std::string& keys) {
    return problems_of(one_step("```plot\n" + keys + "```\n"));
  };
  EXPECT_THAT(plot("title = \"T\"\n"), HasSubstr("a.md:13: a plot is of one kind"));
  EXPECT_THAT(plot("bar.a = 1, \"a\"\nx = size\n"), HasSubstr("here are several"));
  EXPECT_EQ(plot("x = size\nvalues = [1 B]\n"),
            "a.md:13: y.NAME is missing: a curve, as in y.time = time(run), \"time\"");
  EXPECT_EQ(plot("x = sise\nvalues = [1 B]\ny.t = 1, \"t\"\n"),
            "a.md:13: x: an experiment has no key 'sise'");
  EXPECT_EQ(plot("bar.a = 1\n"),
            "a.md:14: bar.a: expected an expression and a label: EXPRESSION, \"a label\"");
  EXPECT_EQ(plot("bar.a = 1, \"a\"\nscale = \"lin\"\n"),
            "a.md:15: scale: 'lin' is none of linear, log x, log");
  EXPECT_EQ(plot("bar.a = 1, \"a\"\nbar.b = time(run), \"b\"\n"),
            "a.md:13: bar.b: a time stands where a bare number should: a plot has one unit");
  EXPECT_EQ(plot("bar.a = \"x\", \"a\"\n"), "a.md:13: bar.a: a plot draws numbers, and this is the text 'x'");
  EXPECT_EQ(plot("bar.a = 0, \"a\"\nscale = \"log\"\n"),
            "a.md:13: bar.a: 0 cannot stand on a logarithmic scale");
  EXPECT_EQ(plot("x = size\nvalues = [2 KB, 1 KB]\ny.t = 1, \"t\"\n"),
            "a.md:13: values: 1 kB comes behind 2 kB; they rise from one to the next");
  EXPECT_EQ(plot("x = size\nvalues = 2 KB\ny.t = 1, \"t\"\n"),
            "a.md:13: values: a list is needed, as in [1, 2, 4], and this is a size");
  EXPECT_EQ(plot("x = size\nvalues = [1 KB]\ny.t = time(to 7), \"t\"\n"),
            "a.md:13: y.t: at size = 1 kB: nothing is sent to rank 7 in this run");
  EXPECT_THAT(plot("rows = range(0, 99)\ncolumns = range(0, 99)\ncell = 1\n"),
              HasSubstr("10000 cells; a plot has at most 4096"));
  EXPECT_EQ(plot("bar.a = 1, \"takes 5 ms\"\n"),
            "a.md:14: '5 ms' is typed in, and no scene has it: compute it, or write {{ 5 ms }}");
}

// Sliders.

const std::string sliders =
    "```explore\nask = \"Move {{ 1 }}.\"\nsize = [\"4 KB\", \"400 MB\", \"4 GB\"]\nto = [\"1\", \"1, 2, "
    "4\"]\n"
    "show.time = time(to 1), \"to 1\"\nshow.second = time(to 2), \"to 2\"\n```\n";

TEST(Explore, ChangesTheSceneAsAnEdit) {
  Player player = opened(sliders);
  ExploreState state = first_of<ExploreState>(player);
  EXPECT_EQ(state.ask, "Move 1.");
  ASSERT_EQ(state.controls.size(), 2u);
  EXPECT_EQ(state.controls[0].at, 1u);
  EXPECT_EQ(state.controls[1].at, 1u) << "1, 2, 4 equals 1,2,4";
  EXPECT_EQ(text_of_row(state.shows), "to 1 4.29 ms; to 2 53.3 ms; ");
  ASSERT_TRUE(player.explore(0, "size", 2));
  state = first_of<ExploreState>(player);
  EXPECT_EQ(state.controls[0].at, 2u);
  EXPECT_EQ(state.shows[0].text, "42.9 ms");
  EXPECT_EQ(*player.scene()->performed->experiment.size, Bytes{4'000'000'000});
  ASSERT_TRUE(player.explore(0, "to", 0));
  EXPECT_EQ(first_of<ExploreState>(player).shows[1].text, "nothing is sent to rank 2 in this run");
  player.undo_changes();
  EXPECT_EQ(first_of<ExploreState>(player).controls[0].at, 1u);
}

TEST(Explore, HasARowForEveryStop) {
  Player player = opened(sliders);
  const auto rows = player.explored(0, "size");
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_EQ(text_of_row((*rows)[1]), "to 1 4.29 ms; to 2 53.3 ms; ");
  EXPECT_EQ((*rows)[2][0].text, "42.9 ms");
}

TEST(Explore, WritesItsNumbersAsTheyAreAskedFor) {
  Player player = opened(
      "```explore\nsize = [\"4 KB\", \"400 MB\"]\nshow.share = time(run(size = 4 B)) / time(to 1) | %, "
      "\"latency\"\n"
      "show.time = time(to 1) | us | 2 digits, \"a | b\"\n```\n```view\ncounter.n = 0.5 | %, "
      "\"half\"\n```\n");
  ASSERT_TRUE(player.explore(0, "size", 0));
  const ExploreState state = first_of<ExploreState>(player);
  EXPECT_THAT(state.shows[0].text, testing::EndsWith(" %"));
  EXPECT_EQ(state.shows[1].label, "a | b");
  EXPECT_THAT(state.shows[1].text, testing::EndsWith(" us"));
  EXPECT_THAT(player.content()->view.counters, ElementsAre(LabelledValue{"half", "50 %"}));
  EXPECT_THAT(problems_of(one_step("```explore\nto = [1, 2]\nshow.a = 1 | parsecs, \"a\"\n```\n")),
              HasSubstr("a.md:15: show.a: '| parsecs' is no format"));
  EXPECT_THAT(problems_of(one_step("```plot\nbar.a = 1 | ms, \"a\"\n```\n")), HasSubstr("a.md:14: bar.a: "))
      << "a plot has one unit";
}

TEST(Explore, RefusesWhatIsNotThere) {
  Player player = opened(open_prediction + sliders);
  EXPECT_TRUE(first_of<ExploreState>(player).locked);
  EXPECT_THAT(first_of<ExploreState>(player).controls, IsEmpty());
  EXPECT_EQ(player.explore(0, "size", 0).error().message,
            "nothing is run before the step's predictions are made");
  ASSERT_TRUE(player.answer(0, "1"));
  EXPECT_EQ(player.explore(0, "size", 3).error().message,
            "'size' has 3 stops, counted from 0; there is no 3");
  EXPECT_EQ(player.explore(0, "route", 0).error().message, "there is nothing to move for 'route'");
  EXPECT_EQ(player.explore(1, "size", 0).error().message, "there is no explore block 1 in this step");
  EXPECT_FALSE(player.explored(-1, "size"));
}

TEST(Explore, SaysWhatIsWrongWithIt) {
  const auto explore = [](const std::string& keys) {
    return problems_of(one_step("```explore\n" + keys + "```\n"));
  };
  EXPECT_THAT(explore("ask = \"?\"\n"), HasSubstr("a.md:13: there is nothing to move"));
  EXPECT_EQ(explore("size = \"1 KB\"\n"),
            "a.md:14: size: a list of stops is expected, as in [\"1 KiB\", \"1 MiB\"]");
  EXPECT_EQ(explore("size = [\"1 KB\"]\n"),
            "a.md:14: size: at least two stops are needed, as in [\"1 KiB\", \"1 MiB\"]");
  EXPECT_THAT(explore("sise = [\"1 KB\", \"2 KB\"]\n"),
              HasSubstr("unknown key 'sise' in explore; did you mean size?"));
  EXPECT_THAT(explore("with.x = [1, 2]\n"), HasSubstr("a.md:13: an experiment has no key 'with.x'"));
  EXPECT_THAT(explore("script = [1, 2]\n"), HasSubstr("use with.NAME in it"));
  EXPECT_THAT(explore("size = [\"1 KB\", \"lots\"]\n"),
              HasSubstr("a.md:13: size = lots: size: size 'lots': no number"));
  EXPECT_EQ(explore("to = [1, 2]\nshow.t = time(to 1), \"t\"\n"),
            "a.md:13: to = 2: show.t: nothing is sent to rank 1 in this run");
}

TEST(Explore, MustNotSolveACheckBesideIt) {
  EXPECT_EQ(problems_of(one_step(
                "```explore\nsize = [\"4 KB\", \"400 MB\"]\n```\n"
                "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = time(run) < 1 ms\n"
                "why = \"So.\"\n```\n```solution\nsize = 4 KB\n```\n")),
            "a.md:13: size = 4 KB: this stop already solves the check in line 16: time(run) < 1 ms");
}

// Views.

TEST(View, IsComputed) {
  Player player = opened(
      "```view\nlayout = \"topology\"\npanels = [\"topology\", \"timeline\"]\n"
      "highlight = [\"gpu 0\", [\"link gpu0 -> gpu1\"], cut(gpu0, gpu1), \"gpu0\"]\nat = 2 ms\nspeed = 0.5\n"
      "caption = \"In {{ time(to 1) }}.\"\ncounter.b = bytes(total), \"bytes\"\n```\n");
  const ViewState view = player.content()->view;
  EXPECT_EQ(view.layout, "topology");
  EXPECT_THAT(view.panels, ElementsAre("topology", "timeline"));
  EXPECT_EQ(view.highlight[0], "gpu0");
  EXPECT_EQ(view.highlight[1], "link gpu0->gpu1");
  EXPECT_EQ(std::ranges::count(view.highlight, "gpu0"), 1);
  EXPECT_EQ(view.at, milliseconds(2));
  EXPECT_EQ(view.speed, 0.5);
  EXPECT_EQ(view.caption, "In 4.29 ms.");
  EXPECT_THAT(view.counters, ElementsAre(LabelledValue{"bytes", "1.2 GB"}));
}

// Guards against a fixed bug: after a slider was moved, the caption still told the time of the lesson's own
// run.
TEST(View, TellsOfTheRunWithWhatTheLearnerChanged) {
  Player player = opened(
      "```view\ncaption = \"In {{ time(to 1) }}.\"\ncounter.b = bytes(total), \"bytes\"\n```\n"
      "```explore\nsize = [\"200 MB\", \"400 MB\"]\n```\n");
  ASSERT_TRUE(player.explore(0, "size", 0));
  EXPECT_EQ(player.content()->view.caption, "In 2.15 ms.");
  EXPECT_THAT(player.content()->view.counters, ElementsAre(LabelledValue{"bytes", "600 MB"}));
}

TEST(View, LayoutGoesOnAndTheRestIsTheSteps) {
  Player player = opened("```view\nlayout = \"timeline\"\ncaption = \"Here.\"\n```\n## Next\nMore.\n");
  player.go(1);
  EXPECT_EQ(player.content()->view.layout, "timeline");
  EXPECT_EQ(player.content()->view.caption, "");
}

TEST(View, StandsStillHalfwayThroughAStep) {
  Result<Lesson> lesson = parse_lesson(
      "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## Step\n```scene\nrun = \"all_reduce\"\n"
      "machine = \"switch:4,100GB/s,1us\"\nalgorithm = \"ring\"\nsize = 4 MiB\n```\n```view\nat = step "
      "2\n```\n",
      "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  Player player(*lesson, simulating_laboratory());
  const Result<StepContent> content = player.content();
  ASSERT_TRUE(content) << content.error().message;
  const Trace& trace = *player.scene()->performed->run.trace;
  Time first, second;
  for (const Transfer& transfer : trace.transfers) {
    if (transfer.step == 0) first = std::max(first, transfer.end);
    if (transfer.step <= 1) second = std::max(second, transfer.end);
  }
  EXPECT_NEAR(static_cast<double>(content->view.at->ps), static_cast<double>(first.ps + second.ps) / 2, 1e3);
}

TEST(View, TellsNothingOfALockedRun) {
  Player player =
      opened(open_prediction +
             "```view\nhighlight = [\"gpu 3\"]\nat = time(to 1)\nbeside = \"relay\"\ncaption = \"{{ time(run) }}, {{ n }}\"\n"
             "counter.t = time(run), \"t\"\ncounter.l = nvlinks(0, 1), \"links\"\n```\n");
  const ViewState view = player.content()->view;
  EXPECT_THAT(view.highlight, ElementsAre("gpu3"));
  EXPECT_FALSE(view.at);
  EXPECT_EQ(view.beside, "");
  EXPECT_EQ(view.caption, "?, 8");
  EXPECT_THAT(view.counters, ElementsAre(LabelledValue{"links", "4"}));
}

TEST(View, SaysWhatIsWrongWithIt) {
  const auto view = [](const std::string& keys) {
    return problems_of(one_step("```view\n" + keys + "```\n"));
  };
  EXPECT_EQ(
      view("layout = \"topolgy\"\n"),
      "a.md:14: layout: 'topolgy' is none of usual, topology, timeline, matrix, lanes, tensors (did you mean "
      "topology?)");
  EXPECT_THAT(view("panels = [\"doors\"]\n"), HasSubstr("a.md:14: panels: 'doors' is none of"));
  EXPECT_EQ(view("speed = 0\n"), "a.md:14: speed: '0' is no number from 0.05 to 20");
  EXPECT_EQ(view("highlight = [\"gpu 9\"]\n"),
            "a.md:13: highlight: unknown node 'gpu9'; expected gpu0 to gpu7");
  EXPECT_EQ(view("highlight = [\"link gpu0->gpu0\"]\n"), "a.md:13: highlight: no link joins gpu0 and gpu0");
  EXPECT_EQ(view("highlight = 3\n"),
            "a.md:13: highlight: a name is needed, as in \"gpu 0\", and this is a bare number");
  EXPECT_EQ(view("at = 3 MB\n"), "a.md:13: at: a time is needed, or step NUMBER, and this is a size");
  EXPECT_THAT(view("at = step 99\n"), HasSubstr("a.md:13: at: "));
  EXPECT_THAT(view("beside = \"dirct\"\n"), HasSubstr("a.md:13: beside: "));
  EXPECT_EQ(view("beside = \"direct\"\n"), "");
  EXPECT_EQ(view("counters = 3\n"), "a.md:14: unknown key 'counters' in view; did you mean counter.NAME?");
}

TEST(Questions, ACutIsAllThatLeadsFromOneSideToTheOther) {
  const SceneKeys on_pcie = {{"run", "p2p"}, {"machine", "pcie4"}};
  EXPECT_EQ(worth("len(cut(gpu0, gpu2))", on_pcie), "1");
  EXPECT_THAT(worth("cut(gpu0, gpu2)[0]", on_pcie), HasSubstr("link "));
  EXPECT_EQ(worth("cut(gpu0, gpu0)", on_pcie),
            "! a cut is between two different GPUs, as in cut(gpu0, gpu2)");
}

}  // namespace
}  // namespace commlab
