// A lesson by an unknown author is safe to open: thousands of broken lessons are read, checked and played,
// and each gives a lesson or an error sentence.

#include <fstream>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/check/typed_in_numbers.h"
#include "lessons/expression/expression.h"
#include "lessons/expression/fill.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/scene.h"
#include "lessons/play/player.h"
#include "lessons/text/markdown.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

std::string example_text() {
  std::ifstream stream(COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md");
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The text with parts cut out, doubled, swapped, or overwritten with tokens that are hard for parsers.
std::string broken(std::string text, std::mt19937& chance, int times) {
  static const std::vector<std::string> stumbling = {"```",
                                                     "\"",
                                                     "\"\"\"",
                                                     "{{",
                                                     "}}",
                                                     "(",
                                                     ")",
                                                     "[",
                                                     "]",
                                                     "=",
                                                     "|",
                                                     "#",
                                                     "## ",
                                                     "\n",
                                                     "\\",
                                                     "->",
                                                     "1e308",
                                                     "-",
                                                     "99999999999999999999",
                                                     "\xff\xfe",
                                                     std::string(1, '\0'),
                                                     "time(run)",
                                                     "run(",
                                                     "sweep(size,",
                                                     "each(r,",
                                                     "{size}",
                                                     "inf",
                                                     "```scene\n",
                                                     "```predict\n",
                                                     "```plot\n",
                                                     "```explore\n",
                                                     "```view\n",
                                                     "cell = ",
                                                     "bar.a = ",
                                                     "range(0, 9)",
                                                     "nothing",
                                                     "cut(",
                                                     "with.",
                                                     "~",
                                                     "within",
                                                     "^",
                                                     "0 ms"};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : chance() % n; };
  for (int i = 0; i < times; ++i) {
    const std::size_t at = below(text.size()), length = std::min(below(40), text.size() - at);
    const std::string piece = text.substr(at, length);
    switch (chance() % 4) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(below(text.size()), piece); break;
      case 2: text.replace(at, length, stumbling[below(stumbling.size())]); break;
      default: text.insert(at, stumbling[below(stumbling.size())]); break;
    }
  }
  return text;
}

TEST(Fuzz, BrokenLessonsEndInALessonOrASentence) {
  const std::string text = example_text();
  std::mt19937 chance(1);
  int read = 0;
  for (int i = 0; i < 3000; ++i) {
    const Result<Lesson> lesson = parse_lesson(broken(text, chance, 1 + i % 6), "a.md");
    read += lesson.has_value();
    if (!lesson) {
      EXPECT_TRUE(lesson.error().message.starts_with("a.md:")) << lesson.error().message;
    }
  }
  EXPECT_GT(read, 100)
      << "nearly all broken texts are refused: they are too broken to test the code behind the parser";
}

// With a laboratory that does nothing: this tests the questions, not the simulator.
TEST(Fuzz, BrokenLessonsAreCheckedAndPlayedToTheEnd) {
  const Laboratory nothing{
      .perform = [](const Experiment&) -> Result<Outcome> { return fail("nothing is done here"); },
      .run_script = {},
      .machine = [](const std::string&) -> Result<Machine> { return fail("there is no machine"); },
      .measure = {},
      .data = {}};
  const std::string text = example_text();
  std::mt19937 chance(2);
  for (int i = 0; i < 1000; ++i) {
    const Result<Lesson> lesson = parse_lesson(broken(text, chance, 1 + i % 3), "a.md");
    if (!lesson) continue;
    static_cast<void>(check_lesson(*lesson, nothing));
    Player player(*lesson, nothing);
    for (int step = 0; step < player.steps(); ++step) {
      static_cast<void>(player.content());
      if (!player.locked(player.step())) static_cast<void>(player.scene());
      static_cast<void>(player.change("route", "0-1-2"));
      for (int block = 0; block < 2; ++block) {
        static_cast<void>(player.explore(block, "size", 1));
        static_cast<void>(player.explored(block, "size"));
        static_cast<void>(player.measure(block));
      }
      for (int question = 0; question < player.questions(); ++question) {
        static_cast<void>(player.hint(question));
        static_cast<void>(player.answer(question, broken("4.3 ms, 2", chance, 1)));
        static_cast<void>(player.show(question));
      }
      player.go(step + 1);
    }
    static_cast<void>(player.summary());
  }
}

// A broken plot, slider or view must be computed or refused; runs on the simulator with small data.
TEST(Fuzz, BrokenBlocksAreComputedOrRefused) {
  const std::string blocks =
      "```view\nhighlight = [\"gpu 0\", cut(gpu0, gpu2)]\nat = step 1\nspeed = 2\ncounter.b = bytes(total), "
      "\"b\"\n```\n"
      "```plot\nx = size\nvalues = [1 KB, 4 KB]\ny.t = time(run), \"t\"\nmark.m = 2 KB, \"m\"\nscale = "
      "\"log\"\n```\n"
      "```plot\nrows = range(0, 3)\ncolumns = range(0, 3)\ncell = if(row == column, nothing, nvlinks(row, "
      "column))\n```\n"
      "```plot\nbar.a = time(to 1), \"a\"\nbar.b = time(to 2), \"b\"\nunit = \"us\"\n```\n"
      "```explore\nsize = [\"1 KB\", \"4 KB\"]\nto = [1, 2]\nshow.t = time(run), \"t\"\n```\n";
  std::mt19937 chance(4);
  int read = 0;
  for (int i = 0; i < 400; ++i) {
    const Result<Lesson> lesson = parse_lesson(one_step(broken(blocks, chance, 1)), "a.md");
    if (!lesson) continue;
    ++read;
    static_cast<void>(check_lesson(*lesson, simulating_laboratory()));
    Player player(*lesson, simulating_laboratory());
    const Result<StepContent> content = player.content();
    if (!content) {
      EXPECT_TRUE(content.error().message.starts_with("a.md:")) << content.error().message;
      continue;
    }
    for (const StepContent::Item& item : content->items)
      if (const auto* plot = std::get_if<PlotState>(&item)) {
        for (const PlotState::Curve& curve : plot->curves) EXPECT_EQ(curve.y.size(), plot->x.size());
        EXPECT_EQ(plot->cells.size(), plot->rows.size() * plot->columns.size());
      }
    static_cast<void>(player.explore(0, "size", 0));
    static_cast<void>(player.explored(0, "to"));
  }
  EXPECT_GT(read, 50);
}

TEST(Fuzz, BrokenExpressionsEndInAValueOrASentence) {
  const std::vector<std::string> seeds = {
      "time(to 2) < 10 ms and equal(tensor(rank 2), tensor(rank 0))",
      "sweep(size, [1 KiB, 1 MiB], each(r, range(0, 3), r ^ 2 / 3 ms))",
      "if(1 ~ 2 within 5%, max([1, 2][0], -inf), log2(sqrt(4)) + mod(7, 3))",
      "bytes(link gpu0->gpu2) / busbw_of(\"all_reduce\", 4, 1 MB, 2 us)",
      "all(each(r, range(0, 7), not contains([1, 2, \"x\"], r)))",
      "len(cut(gpu0, gpu2)) == 2 or nothing"};
  std::mt19937 chance(3);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = broken(seeds[i % seeds.size()], chance, 1 + i % 5);
    EXPECT_FALSE(worth(text).empty() && text.empty());
    static_cast<void>(check_filling("a {{ " + text + " | ms }} b"));
    static_cast<void>(parse_markdown(text));
    static_cast<void>(typed_in_numbers(text, {text}));
  }
}

// A value that varies may contain its own name, or names of other values: it is filled in only once.
TEST(Fuzz, WhatVariesDoesNotGrow) {
  const std::string many = [] {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "{b}{a}";
    return text;
  }();
  const VariantValues values = {{"a", many}, {"b", many}};
  EXPECT_EQ(with_values("x{a}y", {{"a", "{a}{a}"}}), "x{a}{a}y");
  EXPECT_LT(with_values(with_values(many, values), values).size(), 4'000'000u);
  EXPECT_EQ(with_values("{{a}} {a} {c} {", {{"a", "1"}}), "{{a}} 1 {c} {");
}

}  // namespace
}  // namespace commlab
