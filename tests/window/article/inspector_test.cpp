// The inspector answers what was clicked, with numbers of the trace and links to more.
#include "gui/window/article/inspector_article.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/article/article_text.h"
#include "gui/window/article/stats_article.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Asked {
  explicit Asked(std::string_view line) : scene(scene_of(line)), facts(run_facts(scene.trace())) {}

  Article about(const Selection& selection, double share = 0) const {
    const Theme theme = *theme_named("dark");
    const View view{.now = {static_cast<std::int64_t>(share * static_cast<double>(scene.trace().finish.ps))}};
    return inspector_article(
        {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme}, facts,
        inspect(scene, selection));
  }
  std::string text(const Selection& selection, double share = 0) const {
    return text_of(about(selection, share));
  }

  Scene scene;
  RunFacts facts;
};

constexpr std::string_view ring =
    "all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --size 4MiB --data ranks";

TEST(Inspector, TellsOfTheRunWhereNothingIsSelected) {
  EXPECT_THAT(Asked(ring).text({}),
              AllOf(HasSubstr("all_reduce, ring: 65.9 us"), HasSubstr("Each chunk goes round the ring twice"),
                    HasSubstr("of the best possible speed"), HasSubstr("are the limit."),
                    HasSubstr("Where the time goes"), HasSubstr("latency 3.00 us, 5 %"),
                    HasSubstr("Whose times: simulated."), HasSubstr("Click anything to ask about it.")));
}

// Guards against a fixed bug: the bound was said to hold "here" where links were slowed, and the slow link
// was not named.
TEST(Inspector, TellsTheMachinesBoundFromWhatThisRunSuffersFrom) {
  EXPECT_THAT(Asked(ring).text({}),
              AllOf(HasSubstr("Nothing here can take less than"),
                    HasSubstr("Busiest here: gpu0 -> gpu1 and 3 more, 95 % of the time.")));
  EXPECT_THAT(Asked(std::string(ring) + " --slow gpu1-gpu2:40x").text({}),
              AllOf(HasSubstr("Nothing here can take less than"),
                    HasSubstr("Busiest here: gpu1 -> gpu2, 100 % of the time.")));
  EXPECT_THAT(Asked("all_reduce --machine dgx-h100 --algorithm ring").text({}),
              HasSubstr("-> nvswitch is the limit, where switches reduce."));
}

// The timeline has one call, whatever --loop says.
TEST(Inspector, SaysThatTheTimelineIsOfOneCallOfALoop) {
  const auto text_of_run = [](int calls, bool models) {
    Outcome run = played(ring);
    run.experiment.loop = calls;
    run.models = models;
    run.run.finish = Time{12'000'000};
    const Scene scene(std::move(run));
    const RunFacts facts = run_facts(scene.trace());
    const Theme theme = *theme_named("dark");
    const View view;
    return text_of(inspector_article(
        {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme}, facts,
        inspect(scene, {})));
  };
  EXPECT_THAT(text_of_run(1, true), Not(HasSubstr("calls in a row")));
  EXPECT_THAT(text_of_run(10, true),
              HasSubstr("Of 10 calls in a row, each begins when the one before has ended"));
  EXPECT_THAT(text_of_run(10, false),
              HasSubstr("The timeline is of a call alone; one of 10 calls in a row takes 12.0 us."));
}

// A panel shows only the first few lines, so these answer the most frequent questions.
TEST(Inspector, BeginsWithWhatIsAskedMost) {
  const std::string run = Asked(ring).text({});
  EXPECT_LT(run.find("of the best possible speed"), run.find("Where the time goes"));
  EXPECT_LT(run.find("Where the time goes"), run.find("Each chunk goes round the ring twice"));
  EXPECT_THAT(Asked(ring).text({.rank = 2}, 0.25),
              testing::StartsWith("Rank 2 at 16.5 us\nWhy does rank 2 wait here?\nRank 2 "));
}

TEST(Inspector, SaysWhyThereIsNothingToSend) {
  const std::string empty =
      Asked("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --count 0").text({});
  EXPECT_THAT(empty, AllOf(HasSubstr("Nothing to do: the vector has no elements."),
                           Not(HasSubstr("best possible speed")), Not(HasSubstr("busbw"))));
  const std::string alone =
      Asked("all_reduce --machine switch:1,100GB/s,500ns --algorithm ring --size 1MiB").text({});
  EXPECT_THAT(alone, AllOf(HasSubstr("One rank: nothing to send."), Not(HasSubstr("How it works"))));
}

// Cells are drawn alike, so the words must tell how large blocks are.
TEST(Inspector, TellsTheSizesOfUnevenBlocks) {
  const Asked uneven(
      "all_to_all --machine switch:3,100GB/s,500ns --algorithm direct --counts "
      "1000,250,0/500,250,750/1000,1000,1000");
  EXPECT_THAT(uneven.text({.rank = 1}), HasSubstr("It brings 6 KB and gets 6 KB."));
  EXPECT_THAT(uneven.text({.block = 0}, 1),
              HasSubstr("0 B to 4 KB of data; 3 of 3 ranks that must hold it do."));
  EXPECT_THAT(uneven.text({.rank = 1, .block = 2}), HasSubstr("It has 3 KB of data."))
      << "what it brings for 2";
  EXPECT_THAT(uneven.text({.rank = 1, .block = 2}, 1), HasSubstr("It has 4 KB of data."))
      << "what 2 has for it";
  EXPECT_THAT(text_of(stats_article(uneven.scene, uneven.facts)), HasSubstr("7667 B a rank on average"));
}

TEST(Inspector, TellsOfARank) {
  EXPECT_THAT(
      Asked(ring).text({.rank = 2}, 0.25),
      AllOf(HasSubstr("Rank 2 at 16.5 us"), HasSubstr("chunks that are complete 0 of 4"),
            HasSubstr("sends chunk 1 to rank 3"), HasSubstr("receives chunk 0 from rank 1"),
            HasSubstr("Why does rank 2 wait here?"), HasSubstr("idle: neither sending nor receiving 0 %")));
}

TEST(Inspector, TellsWhoContributedToACell) {
  const Asked asked(ring);
  EXPECT_THAT(
      asked.text({.rank = 1, .block = 3}, 1),
      AllOf(HasSubstr("Rank 1, chunk 3: complete: 4 of 4 contributions, from ranks 0..3."),
            HasSubstr("Its first element is 10."), HasSubstr("Its journey"), HasSubstr("More about rank 1")));
  for (const Article::Item& item : asked.about({.rank = 1, .block = 3}, 0).items)
    if (const auto* strip = std::get_if<Article::Strip>(&item)) {
      EXPECT_EQ(strip->ranks, (std::vector<bool>{false, true, false, false}));
    }
}

TEST(Inspector, FollowsAChunk) {
  const Asked asked(ring);
  const Article article = asked.about({.block = 0}, 0.5);
  EXPECT_THAT(text_of(article), AllOf(HasSubstr("1 MiB of data; 1 of 4 ranks that must hold it do."),
                                      HasSubstr("rank 0 -> rank 1, added: ranks 0, 1"),
                                      HasSubstr("still to come:"), HasSubstr("copied")));
}

TEST(Inspector, TellsOfALink) {
  const Asked asked(ring);
  EXPECT_THAT(
      asked.text({.link = asked.facts.busiest[0]}, 0.25),
      AllOf(HasSubstr("gpu0 -> gpu1"), HasSubstr("100GB/s in this direction, 500 ns latency."),
            HasSubstr("rank 0 -> rank 1: chunk"), HasSubstr("busy 95 %"),
            HasSubstr("6 MiB cross it. No link is busy longer."), HasSubstr("Used by rank 0 -> rank 1.")));
}

TEST(Inspector, TellsOfATransferAndLeadsToWhatItWaitedFor) {
  const Asked asked(ring);
  const Article article = asked.about({.transfer = 4});
  EXPECT_THAT(text_of(article),
              AllOf(HasSubstr("1 MiB, added on arrival; step 2 of 6"), HasSubstr("What it waited for"),
                    HasSubstr("500 ns later: the first byte arrives"), HasSubstr("Its route")));
  bool leads = false;
  for (const Article::Item& item : article.items)
    if (const auto* sentence = std::get_if<Article::Sentence>(&item))
      leads |= sentence->about == Selection{.transfer = asked.scene.trace().transfers[4].enabled_by};
  EXPECT_TRUE(leads);
}

// An edit of a link keeps the selection, but the new run may lack the selected transfer, link or rank.
TEST(Inspector, ForgetsWhatTheSceneDoesNotHave) {
  const Asked asked(ring);
  EXPECT_EQ(asked.text({.transfer = 1'000'000}), asked.text({}));
  EXPECT_EQ(asked.text({.link = -1}), asked.text({}));
  EXPECT_EQ(asked.text({.rank = 4}), asked.text({}));
}

TEST(Statistics, PutNumbersIntoTheFormula) {
  const Collective c{
      .kind = CollectiveKind::all_reduce, .ranks = 8, .count = 1'000'000'000, .dtype = DataType::uint8};
  EXPECT_EQ(busbw_text(c, milliseconds(10)),
            "busbw = algbw x 2(n-1)/n = 100 GB/s x 14/8 = 175 GB/s, as nccl-tests defines it");
  EXPECT_EQ(
      busbw_text(
          {.kind = CollectiveKind::broadcast, .ranks = 8, .count = 1'000'000'000, .dtype = DataType::uint8},
          milliseconds(10)),
      "busbw = algbw x 1 = 100 GB/s x 1 = 100 GB/s, as nccl-tests defines it");
}

TEST(Statistics, NameBusyLinksAndIdleRanks) {
  const Asked asked("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --slow gpu1-gpu2:4x");
  const std::string text = text_of(stats_article(asked.scene, asked.facts));
  EXPECT_THAT(text, HasSubstr("24 transfers in 6 steps move 384 MiB."));
  EXPECT_THAT(text, HasSubstr("Busiest links\ngpu1 -> gpu2 100 % busy, 96 MiB"));
  EXPECT_THAT(text, HasSubstr("Idle time of ranks, slowest first"));
}

// --- Articles

TEST(Article, LeadsWhereItsLinksAreDrawn) {
  Article article;
  article.heading("Links");
  article.say("the first", {.link = 1});
  article.say("plain");
  article.say("the second, which is so long that it takes more than one line of this narrow panel",
              {.link = 2});
  const RecordedCanvas canvas;
  const Theme theme = *theme_named("light");
  const Area area{100, 50, 200, 300};

  const std::vector<Area> places = places_of(article, area.width, theme, canvas);
  const auto at = [&](std::size_t item, double scrolled) {
    const PicturePoint center = places[item].center();
    return article_at(canvas, area, article, theme, scrolled,
                      {area.x + center.x, area.y + center.y - scrolled});
  };

  EXPECT_EQ(at(1, 0), (Selection{.link = 1}));
  EXPECT_EQ(at(3, 0), (Selection{.link = 2}));
  EXPECT_EQ(at(3, 20), (Selection{.link = 2}));
  EXPECT_TRUE(at(0, 0).empty());
  EXPECT_TRUE(at(2, 0).empty());
  EXPECT_GT(places[3].height, places[1].height);
}

// With more ranks than can be looked at one by one, a table at the top lists the slowest eight.
TEST(Statistics, PutTheSlowestOfManyRanksIntoATable) {
  const Asked asked("all_reduce --machine ring:32,100GB/s,500ns --algorithm ring --slow gpu3-gpu4:4x");
  const Article article = stats_article(asked.scene, asked.facts);
  const auto table = std::ranges::find_if(
      article.items, [](const Article::Item& item) { return std::holds_alternative<Article::Table>(item); });
  ASSERT_NE(table, article.items.end());
  const auto& rows = std::get<Article::Table>(*table).rows;
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[0].about, Selection{.rank = asked.facts.slowest[0]});
  EXPECT_EQ(rows[0].cells[1], to_human(asked.scene.trace().finish));
  EXPECT_THAT(text_of(article), HasSubstr("The slowest ranks\nrank done at after the first idle\n"));
  RecordedCanvas canvas;
  draw_article(canvas, {0, 0, 350, 200}, article, *theme_named("dark"));
  EXPECT_EQ(std::ranges::count_if(canvas.texts, [](const auto& text) { return text.words.ends_with(" %"); }),
            8);
}

TEST(Article, ATableLeadsWhereItsRowsDoAndGivesUpColumnsBeforeItIsCutOff) {
  Article article;
  article.items.push_back(Article::Table{.columns = {"rank", "done at", "late by", "idle"},
                                         .sorted_by = 1,
                                         .rows = {{{"12", "1.23 ms", "12 us", "4 %"}, {.rank = 12}}}});
  const Theme theme = *theme_named("projector");
  for (const double width : {600.0, 260.0, 120.0}) {
    RecordedCanvas canvas;
    const Area area{0, 0, width, 300};
    draw_article(canvas, area, article, theme);
    for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), width + 0.5) << text.words;
    for (const auto& text : canvas.texts) EXPECT_GE(text.area.x, -0.5) << text.words << " " << width;
    const double line = height_of(article, width, theme, canvas) / 2;
    EXPECT_EQ(article_at(canvas, area, article, theme, 0, {20, 1.5 * line}), Selection{.rank = 12});
    EXPECT_TRUE(article_at(canvas, area, article, theme, 0, {20, 0.5 * line}).empty());
  }
}

// Guards against a fixed bug: the end of "of the best possible speed" was cut off.
TEST(Article, AGaugesNameIsNeverCutOff) {
  Article article;
  article.items.push_back(
      Article::Gauge{.name = "of the best possible speed", .value = "99.4 %", .share = 1});
  const Theme theme = *theme_named("projector");
  RecordedCanvas canvas;
  draw_article(canvas, {0, 0, 220, 400}, article, theme);
  std::string said;
  for (const auto& text : canvas.texts) said += text.words + " ";
  EXPECT_EQ(said, "of the best possible speed 99.4 % ");
  EXPECT_EQ(canvas.overlapping_texts(), "");
}

TEST(Article, ShowsWholeLinesOnly) {
  const Article article = Asked(ring).about({.rank = 1}, 0.4);
  const Theme theme = *theme_named("projector");
  for (double height = 60; height < 300; height += 7)
    for (const double scrolled : {0.0, 11.0}) {
      RecordedCanvas canvas;
      draw_article(canvas, {0, 100, 300, height}, article, theme, scrolled);
      for (const auto& text : canvas.texts) {
        EXPECT_GE(text.area.y, 99) << text.words;
        EXPECT_LE(text.area.bottom(), 101 + height) << text.words;
      }
    }
}

TEST(Article, HasNoWordsOverOthersAndNoneTooWide) {
  const Asked asked(ring);
  for (const std::string_view name : theme_names())
    for (const double width : {280.0, 400.0, 680.0})
      for (const Selection& selection :
           {Selection{}, {.rank = 1}, {.block = 2}, {.rank = 1, .block = 2}, {.link = 0}, {.transfer = 7}}) {
        const Theme theme = *theme_named(name);
        const Article article = asked.about(selection, 0.4);
        RecordedCanvas canvas;
        const double height = height_of(article, width, theme, canvas);
        draw_article(canvas, {0, 0, width, height}, article, theme);
        EXPECT_EQ(canvas.overlapping_texts(), "");
        for (const auto& text : canvas.texts) {
          EXPECT_LE(text.area.right(), width + 0.01) << text.words;
          EXPECT_GE(text.area.x, -0.01) << text.words;
          EXPECT_GE(text.size, theme.small());
        }
      }
}

}  // namespace
}  // namespace commlab
