// Answers that are typed: how their text is read, and what is said to a wrong one.

#include "lessons/answer/answer.h"

#include <cmath>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;

const Value some_number = value_of(1);

// The number that the text is read as; not a number: it cannot be read.
double read(std::string_view text, const Value& expected = some_number, const char* unit = nullptr) {
  const Result<Value> value = read_answer(text, expected, unit ? find_value_unit(unit) : nullptr);
  return value && value->number() ? value->number()->amount : std::nan("");
}

TEST(ReadAnswer, ACommaBeforeThreeDigitsIsNoSeparator) {
  EXPECT_EQ(read("1,024"), 1024);
  EXPECT_EQ(read("1,024,000"), 1024000);
  EXPECT_EQ(read("12,345.5"), 12345.5);
  EXPECT_EQ(read("2 * 1,000"), 2000);
  for (const char* text : {"1,02", "1,0240", "1,02400", ",024", "1,,024", "1, 024"})
    EXPECT_TRUE(std::isnan(read(text))) << text;
}

TEST(ReadAnswer, ANumberMayBeArithmeticOfNumbers) {
  EXPECT_EQ(read("7/2"), 3.5);
  EXPECT_EQ(read("2 * 400 MB / 8", value_of(Bytes{1})), 1e8);
  EXPECT_EQ(read("4 times"), 4);
  EXPECT_EQ(read("4x"), 4);
  // Arithmetic that has no value, or one that is no number, and questions to a run.
  for (const char* text : {"1 MB + 1 ms", "1 < 2", "\"a\"", "[1, 2]", "time(run)", "", " "})
    EXPECT_TRUE(std::isnan(read(text))) << text;
}

TEST(ReadAnswer, TheUnitOfTheQuestionIsMeantWhereNoneIsGiven) {
  const Value time = value_of(milliseconds(4));
  EXPECT_DOUBLE_EQ(read("4.5", time, "ms"), 4.5e-3);
  EXPECT_DOUBLE_EQ(read("4500 us", time, "ms"), 4.5e-3);
  EXPECT_EQ(read("50 %", value_of(0.5), "%"), 0.5);
  EXPECT_TRUE(std::isnan(read("4 MB", time, "ms")));
}

TEST(ReadAnswer, YesAndNoHaveThreeForms) {
  for (const auto& [text, truth] :
       {std::pair{"yes", true}, {"y", true}, {"true", true}, {"no", false}, {"n", false}, {"false", false}}) {
    const Result<Value> value = read_answer(text, truth_value(true), nullptr);
    ASSERT_TRUE(value && value->truth()) << text;
    EXPECT_EQ(*value->truth(), truth) << text;
  }
  EXPECT_FALSE(read_answer("perhaps", truth_value(true), nullptr));
}

TEST(ReadAnswer, AListMayStandInBrackets) {
  const Value wanted{Value::List{value_of(1), Value{}, value_of(3)}};
  for (const char* text : {"1, -, 3", "1 ? 3", "[1, ·, 3]", " [ 1 nothing 3 ] "}) {
    const Result<Value> value = read_answer(text, wanted, nullptr);
    ASSERT_TRUE(value) << text << ": " << value.error().message;
    EXPECT_TRUE(same(*value, wanted)) << text;
  }
  for (const char* text : {"[1, 2, 3", "1, 2, 3]", "1, 2", "1, 2, 3, 4", "1, a, 3", ""})
    EXPECT_FALSE(read_answer(text, wanted, nullptr)) << text;
  const Value pair{Value::List{value_of(1), value_of(2)}};
  for (const char* text : {"[1, 2, 3", "0, 1, 2]", "[1, 2", "1, 2]"})
    EXPECT_FALSE(read_answer(text, pair, nullptr)) << text;
}

TEST(ReadAnswer, AListOfListsHasSemicolons) {
  const auto row = [](double a, double b) { return Value{Value::List{value_of(a), value_of(b)}}; };
  const Value wanted{Value::List{row(1, 2), row(3, 4)}};
  const Result<Value> value = read_answer("1 2; 3, 4", wanted, nullptr);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_TRUE(same(*value, wanted));
}

TEST(ReadAnswer, AnErrorShowsHowToAnswer) {
  const auto said = [](std::string_view text, const Value& expected) {
    const Result<Value> value = read_answer(text, expected, find_value_unit("ms"));
    return value ? "" : value.error().message;
  };
  EXPECT_EQ(said("soon", value_of(milliseconds(4))),
            "'soon' cannot be read: the answer is a number in ms, as in 12.5 ms");
  EXPECT_EQ(said("1, 2", Value{Value::List{value_of(1)}}),
            "'1, 2' has 2 values: the answer is 1 values with commas between them, and - for one that holds "
            "nothing");
  EXPECT_EQ(said("", text_value("gpu0")),
            "'' cannot be read: the answer is a place, as in rank 9 line 40, or gpu8-gpu9");
}

TEST(Answers, ALinkIsACableOrADirection) {
  const Value link = text_value("link gpu0->gpu12");
  for (const char* right : {"gpu0-gpu12", "GPU 0 GPU 12", "gpu0->gpu12", "link gpu0 gpu12", "gpu12-gpu0"})
    EXPECT_TRUE(answers(text_value(right), link, 0)) << right;
  for (const char* wrong : {"gpu12->gpu0", "gpu0", "gpu0-gpu1", "gpu0-gpu2"})
    EXPECT_FALSE(answers(text_value(wrong), link, 0)) << wrong;
  EXPECT_FALSE(answers(text_value("line 40 rank 9"), text_value("rank 9 line 40"), 0));
}

struct Factor {
  double factor;
  const char* told;   // by how_far_off
  const char* asked;  // by what_differs
};

TEST(HowFarOff, ASlipOfUnitsIsNamed) {
  const char* prefixes = "Powers of 1000 (KB, MB, GB), or of 1024 (KiB, MiB, GiB)?";
  for (const Factor& slip :
       {Factor{8, "large, by a factor of 8: bits", "Too large: bits"},
        Factor{0.125, "small, by a factor of 8: bits", "Too small: bits"},
        Factor{1.024, "large, by a factor of 1.024: KB", prefixes},
        Factor{1048576e-6, "large, by a factor of 1.049: MB", prefixes},
        Factor{1073741824e-9, "large, by a factor of 1.074: GB", prefixes},
        Factor{1 / 1.024, "small, by a factor of 1.024", prefixes},
        Factor{1 / 1048576e-6, "small, by a factor of 1.049", prefixes},
        Factor{1 / 1073741824e-9, "small, by a factor of 1.074", prefixes},
        Factor{1000, "large, by a factor of 1000", "Far too large"},
        Factor{0.001, "small, by a factor of 1000", "Far too small"},
        Factor{2, "twice the right one", "too large"}, Factor{0.5, "half the right one", "too small"},
        Factor{3, "too large, by a factor of 3.", "too large"},
        Factor{0.25, "too small, by a factor of 4.", "too small"}, Factor{1.5, "50 % too large", "too large"},
        Factor{0.75, "25 % too small", "too small"}}) {
    const Value right = value_of(milliseconds(10)), given = value_of(0.01 * slip.factor, of_time);
    EXPECT_THAT(how_far_off(given, right), HasSubstr(slip.told)) << slip.factor;
    EXPECT_THAT(what_differs(given, right), HasSubstr(slip.asked)) << slip.factor;
  }
}

TEST(HowFarOff, WholeNumbersMayBeNames) {
  for (const auto& [given, right] : {std::pair{4, 2}, {1, 3}, {7, 0}}) {
    EXPECT_EQ(how_far_off(value_of(given), value_of(right)), "");
    EXPECT_EQ(what_differs(value_of(given), value_of(right)), "");
  }
  EXPECT_EQ(how_far_off(value_of(2.5), value_of(5)), "Your answer is half the right one.");
  EXPECT_EQ(how_far_off(value_of(5), value_of(2.5)), "Your answer is twice the right one.");
  EXPECT_EQ(how_far_off(value_of(4, of_time), value_of(2, of_time)), "Your answer is twice the right one.");
}

TEST(HowFarOff, WithoutARatioNothingIsSaid) {
  const double inf = INFINITY;
  for (const auto& [given, right] : {std::pair{1.0, 0.0}, {inf, 1.0}, {1.0, inf}, {-1.0, 1.0}})
    EXPECT_EQ(how_far_off(value_of(given, of_time), value_of(right, of_time)), "") << given << " " << right;
  EXPECT_EQ(how_far_off(text_value("a"), value_of(1)), "");
  EXPECT_EQ(how_far_off(value_of(1), text_value("a")), "");
}

TEST(WhatDiffers, IsTheFirstElementThatIsWrong) {
  const auto list = [](double a, double b, double c) {
    return Value{Value::List{value_of(a), value_of(b), value_of(c)}};
  };
  EXPECT_EQ(what_differs(list(9, 2, 9), list(1, 2, 3)), "The first wrong one is value 1 of 3.");
  EXPECT_EQ(what_differs(list(1, 2, 9), list(1, 2, 3)), "The first wrong one is value 3 of 3.");
  EXPECT_EQ(what_differs(text_value("gpu1"), text_value("gpu2")), "It is another place.");
}

TEST(ReadAnswer, APlaceHasTheFormOfAPlace) {
  for (const char* place : {"rank 1 line 2", "Rank 0, line 4", "rank 0"})
    EXPECT_TRUE(has_form_of(place, "rank 0 line 4"));
  for (const char* none : {"a", "rank", "4", "line 4 rank 0", "gpu0-gpu1"})
    EXPECT_FALSE(has_form_of(none, "rank 0 line 4")) << none;
  for (const char* link : {"gpu2-gpu3", "link gpu0 -> nvswitch", "gpu0->gpu1"})
    EXPECT_TRUE(has_form_of(link, "link gpu0->gpu1")) << link;
  for (const char* none : {"a", "a-b", "gpu-gpu", "rank 2", "1-2"})
    EXPECT_FALSE(has_form_of(none, "link gpu0->gpu1")) << none;
}

}  // namespace
}  // namespace commlab
