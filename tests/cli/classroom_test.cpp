// What a teacher does on the command line: sheets for names, a tally of what came back, a quiz, a short cut.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/lesson_users.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class AClassroom : public LessonUsers {
 protected:
  void hand_in(const std::string& name, const std::string& typed) const {
    ASSERT_EQ(lesson(example_ + " --name " + name, typed, name).status, 0);
    write("in/" + name + ".json", lesson("export --name " + name, "", name).out);
  }
};

TEST_F(AClassroom, IsTalliedFromWhatWasHandedIn) {
  hand_in("ada", "26.7 ms\na\nquit\n");  // of Ada's variant
  hand_in("bob", "4.29 ms\n?\nquit\n");
  const Said said = lesson("tally in --lesson " + example_);
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_THAT(said.out, testing::StartsWith("2 learners\n"));
  EXPECT_THAT(said.out, HasSubstr("2 began it, 2 of them to the end"));
  EXPECT_THAT(said.out, HasSubstr("2 answered, 1 right at first, median "));
  EXPECT_THAT(said.out, testing::ContainsRegex("I don't know +1  #\n"));
  const auto json = nlohmann::json::parse(lesson("tally in --format json --lesson " + example_).out);
  EXPECT_EQ(json["learners"], 2);
  EXPECT_EQ(json["lessons"][0]["questions"][1]["first_answers"][1]["kind"], "unknown");
}

TEST_F(AClassroom, CountsTheRestWhereAFileCannotBeCounted) {
  hand_in("ada", "26.7 ms\na\nquit\n");  // of Ada's variant
  write("in/cut.json", text_of("in/ada.json").substr(0, 80));
  write("in/other.json", "{\"a\": 1}");
  write("in/newer.json", "{\"format\": 2, \"lessons\": []}");
  write("in/zada.json", text_of("in/ada.json"));
  const Said said = lesson("tally in --lesson " + example_);
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, testing::StartsWith("1 learner\n"));
  EXPECT_THAT(
      said.out,
      HasSubstr("  in/cut.json: this is no JSON, or was cut off; commlab lesson export writes one\n"));
  EXPECT_THAT(said.out, HasSubstr("  in/other.json: this is no answer file"));
  EXPECT_THAT(said.out, HasSubstr("  in/newer.json: it is of format 2, and this commlab reads up to 1\n"));
  EXPECT_THAT(said.out,
              HasSubstr("  in/zada.json: ada handed in in/ada.json as well; the later one is counted\n"));
  EXPECT_EQ(lesson("tally nowhere.json").status, 2);
  fs::create_directories(path("empty"));
  EXPECT_THAT(lesson("tally empty").err, HasSubstr("empty: there are no .json files in this folder"));
  EXPECT_THAT(lesson("tally in --format csv --lesson " + example_).err, HasSubstr("left out: in/cut.json"));
}

// The variant of the sheet is the one that is played under the same name.
TEST_F(AClassroom, GetsSheetsByName) {
  write("names.txt", "Ada\n\nBob Byte\nCleo\n");
  const Said sheets = lesson("sheet " + example_ + " --for names.txt");
  EXPECT_EQ(sheets.status, 0) << sheets.err;
  for (const char* name : {"Ada", "Bob Byte", "Cleo"}) {
    const std::size_t at = sheets.out.find(std::string("Name: ") + name + "; variant ");
    ASSERT_NE(at, std::string::npos) << name;
    const std::string size = sheets.out.substr(sheets.out.find("size = ", at) + 7, 6);
    const Said played = lesson(example_ + " --name '" + name + "'", "quit\n", name[0] == 'B' ? "bob" : name);
    EXPECT_THAT(played.out, HasSubstr("copies " + size)) << played.err;
  }
  const Said key = lesson("sheet " + example_ + " --for names.txt --answers");
  EXPECT_THAT(key.out, HasSubstr("(answers)"));
  EXPECT_THAT(key.out, HasSubstr("**Answer: "));
  EXPECT_THAT(key.out, Not(HasSubstr("…")));
  EXPECT_EQ(lesson("sheet 7 --out sheet.html").status, 0);
  EXPECT_THAT(text_of("sheet.html"), testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(lesson("sheet 7 --cut 5").out, Not(HasSubstr("All pairs")));
  EXPECT_EQ(lesson("sheet").status, 2);
  EXPECT_EQ(lesson("sheet 7 --for Ada --variant 1").status, 2);
  EXPECT_THAT(lesson("sheet 7 --cut 7").err,
              HasSubstr("--cut: a class of 7 minutes: lessons are cut for 5, 15 or 50"));
  EXPECT_THAT(lesson("sheet 7 --format pdf").err, HasSubstr("a sheet is written as md or html, not 'pdf'"));
}

TEST_F(AClassroom, KeepsToOneVariantOfAName) {
  EXPECT_EQ(lesson("7 --name Ada --variant 1").status, 2);
  ASSERT_EQ(lesson(example_ + " --variant 0", "53.3\nquit\n").status, 0);
  std::string other;
  for (const char* name : {"A", "B", "C", "D"})
    if (const Said said = lesson(example_ + " --name " + name, "quit\n"); said.status == 2) other = said.err;
  EXPECT_THAT(other, HasSubstr("has variant 1: answers to variant 0 are kept; --anew forgets them"));
}

TEST_F(AClassroom, IsQuizzed) {
  const Said said = lesson("quiz 7 --seed 3 --count 3", "nonsense that no question has\n?\nquit\n");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, testing::StartsWith("3 questions (--seed 3 asks the same again)."));
  EXPECT_THAT(said.out, HasSubstr("1 of 3, from lesson 7 Three copies, three times"));
  EXPECT_THAT(said.out, HasSubstr("That was the quiz.\n"));
  EXPECT_THAT(said.out, HasSubstr("go back to 7 Three copies, three times (0 of "));
  EXPECT_THAT(lesson("quiz 7 --sheet --seed 3").out, testing::StartsWith("# Quiz\n"));
  EXPECT_THAT(lesson("quiz 7 --sheet --answers").out, HasSubstr("**Answer: "));
  EXPECT_THAT(lesson("quiz " + example_).err, HasSubstr("no question of this lesson is tagged \"quiz\""));
  EXPECT_EQ(lesson("quiz 7 --answers").status, 2);
}

TEST_F(AClassroom, PlaysAShortCut) {
  const Said heart = lesson("7 --cut 5 --variant 0", "1, 4, 2\n53.3\n\n");
  EXPECT_EQ(heart.status, 0) << heart.err;
  EXPECT_THAT(heart.out, HasSubstr("1 step of 4, about 6 minutes."));
  EXPECT_THAT(heart.out, HasSubstr("1 of 1: Look at the machine"));
  EXPECT_THAT(heart.out, HasSubstr("right      2 of 2 predictions at first"));
  EXPECT_THAT(heart.out, Not(HasSubstr("Watch")));
  EXPECT_THAT(lesson("7 --cut 6").err, HasSubstr("--cut: a class of 6 minutes"));
  EXPECT_THAT(lesson("").out, testing::ContainsRegex("Three copies, three times +12  6, 1[0-9], 1[0-9]"));
}

}  // namespace
}  // namespace commlab
