// A lesson that shows a part of a table says so.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/experiments/find_lesson.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/quoted_numbers.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

DataTable table_of(const std::string& name) {
  return *parse_data_table(*simulating_laboratory().data(name), name);
}

// T1 has four entries: three of ring, one of tree.
QuotedNumbers quoted(const std::string& blocks) {
  const Lesson lesson = *parse_lesson(one_step(blocks), "a.lesson.md");
  return quoted_numbers(lesson, static_cast<int>(lesson.steps.size()) - 1, table_of("T1"));
}

std::string says(const std::string& text) {
  return "```measure\ndata = \"T1\"\nsays = \"" + text + "\"\n```\n";
}

TEST(QuotedNumbers, AreCountedOnce) {
  EXPECT_EQ(quoted(says("Nothing.")), (QuotedNumbers{0, 4}));
  EXPECT_EQ(quoted(says("{{ measured(T1, ring, time) }}, {{ 2 * measured(T1, \\\"ring\\\", time) }}")),
            (QuotedNumbers{1, 4}));
  EXPECT_EQ(
      quoted(says("{{ measured(T1, ring, time) }}") + "\n## Two\n" + says("{{ measured(T1, tree, rate) }}")),
      (QuotedNumbers{2, 4}));
}

TEST(QuotedNumbers, OfAComputedRowAreAllRows) {
  EXPECT_EQ(quoted("```plot\nrows = rows(T1)\ncolumns = [1]\ncell = measured(T1, row, rate)\n```\n"),
            (QuotedNumbers{2, 4}));
}

TEST(QuotedNumbers, AreSaidWhereSomeAreLeftOut) {
  EXPECT_EQ(left_out_text({4, 4}, "D1"), "");
  EXPECT_EQ(left_out_text({1, 4}, "D1"), "quoted: 1 of 4 entries; all: commlab lesson data D1");
  Player player = player_of(says("{{ measured(T1, ring, time) }}"));
  const Result<StepContent> content = player.content();
  ASSERT_TRUE(content) << content.error().message;
  for (const StepContent::Item& item : content->items)
    if (const auto* measure = std::get_if<MeasureState>(&item)) {
      EXPECT_EQ(measure->badge,
                "published: a machine, 2025-01-01, nobody; quoted: 1 of 4 entries; "
                "all: commlab lesson data T1");
    }
}

}  // namespace
}  // namespace commlab
