// What a teacher does on the command line: sheets by name, a tally of the answers, a quiz, a shortened
// lesson.

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
  hand_in("ada", "26.7 ms\na\nquit\n");  // the answer to Ada's variant
  hand_in("bob", "4.29 ms\nidk\nquit\n");
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
  hand_in("ada", "26.7 ms\na\nquit\n");  // the answer to Ada's variant
  write("in/cut.json", text_of("in/ada.json").substr(0, 80));
  write("in/other.json", "{\"a\": 1}");
  write("in/newer.json", "{\"format\": 3, \"lessons\": []}");
  write("in/zada.json", text_of("in/ada.json"));
  const Said said = lesson("tally in --lesson " + example_);
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, testing::StartsWith("1 learner\n"));
  EXPECT_THAT(
      said.out,
      HasSubstr("  in/cut.json: this is no JSON, or was cut off; commlab lesson export writes one\n"));
  EXPECT_THAT(said.out, HasSubstr("  in/other.json: this is no answer file"));
  EXPECT_THAT(said.out, HasSubstr("  in/newer.json: it is of format 3, and this commlab reads up to 2\n"));
  EXPECT_THAT(said.out,
              HasSubstr("  in/zada.json: ada handed in in/ada.json as well; the later one is counted\n"));
  EXPECT_EQ(lesson("tally nowhere.json").status, 2);
  fs::create_directories(path("empty"));
  EXPECT_THAT(lesson("tally empty").err, HasSubstr("empty: there are no .json files in this folder"));
  EXPECT_THAT(lesson("tally in --format csv --lesson " + example_).err, HasSubstr("left out: in/cut.json"));
}

// A sheet has the variant that is played under the same name. Two neighbours who would have the same variant
// get different ones, and each sheet says which variant to play.
TEST_F(AClassroom, GetsSheetsByName) {
  write("names.txt", "Ada\n\nBob Byte\nCleo\n");
  const Said sheets = lesson("sheet " + example_ + " --for names.txt");
  EXPECT_EQ(sheets.status, 0) << sheets.err;
  for (const char* name : {"Ada", "Bob Byte", "Cleo"}) {
    const std::size_t at = sheets.out.find(std::string("Name: ") + name + "; variant ");
    ASSERT_NE(at, std::string::npos) << name;
    const std::string size = sheets.out.substr(sheets.out.find("size = ", at) + 7, 6);
    const std::string variant = sheets.out.substr(sheets.out.find("variant ", at) + 8, 1);
    const Said played = lesson(example_ + " --name '" + name + "' --variant " + variant, "quit\n");
    EXPECT_THAT(played.out, HasSubstr("copies " + size)) << played.err;
  }
  const std::string alone = lesson("sheet " + example_ + " --for Dora").out;
  EXPECT_THAT(lesson(example_ + " --name Dora", "quit\n").out,
              HasSubstr("copies " + alone.substr(alone.find("size = ") + 7, 6)));
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

// Sheets are printed learner by learner, and neighbours have different variants, so that they cannot copy.
TEST_F(AClassroom, GetsSheetsInTheOrderOfTheSeats) {
  write("names.txt", "Ada\n  \nBob\nCleo\nDora\n");
  const Said sheets = lesson("sheet 7 " + example_ + " --for names.txt");
  ASSERT_EQ(sheets.status, 0) << sheets.err;
  std::vector<std::string> names, variants;
  std::size_t at = 0;
  while ((at = sheets.out.find("Name: ", at)) != std::string::npos) {
    const std::size_t end = sheets.out.find('\n', at), semicolon = sheets.out.find(';', at);
    names.push_back(sheets.out.substr(at + 6, semicolon - at - 6));
    variants.push_back(sheets.out.substr(semicolon, end - semicolon));
    at = end;
  }
  EXPECT_THAT(names, testing::ElementsAre("Ada", "Ada", "Bob", "Bob", "Cleo", "Cleo", "Dora", "Dora"));
  for (std::size_t i = 2; i < variants.size(); ++i) EXPECT_NE(variants[i], variants[i - 2]) << names[i];
}

TEST_F(AClassroom, GetsNoSheetsForNamesThatAreNone) {
  EXPECT_THAT(lesson("sheet 7 --for nmaes.txt").err, HasSubstr("--for nmaes.txt: there is no such file"));
  EXPECT_EQ(lesson("sheet 7 --for ' '").status, 2);
  write("names.txt", "Ada\nBob\n ada \n");
  EXPECT_THAT(lesson("sheet 7 --for names.txt").err, HasSubstr("the name ada is there twice"));
  const Said pdf = lesson("sheet 7 --out class.pdf");
  EXPECT_EQ(pdf.status, 2);
  EXPECT_THAT(pdf.err, HasSubstr("write class.html, and print it from a browser"));
  EXPECT_FALSE(fs::exists(path("class.pdf")));
}

// Pupils who share a computer must not hand in each other's answers.
TEST_F(AClassroom, KeepsTheAnswersOfEachName) {
  ASSERT_EQ(lesson(example_ + " --name Ada", "1 ms\na\nquit\n").status, 0);
  const Said bob = lesson(example_ + " --name Bob", "2 ms\nquit\n");
  EXPECT_THAT(bob.out, Not(HasSubstr("1 ms")));
  EXPECT_THAT(lesson(example_ + " --name ' ADA'", "quit\n").out, HasSubstr("you said   1 ms"));
  EXPECT_THAT(lesson("export --name Ada").out, HasSubstr("\"first\": \"1 ms\""));
  EXPECT_THAT(lesson("export --name Bob").out, HasSubstr("\"first\": \"2 ms\""));
  const Said cleo = lesson("export --name Cleo");
  EXPECT_EQ(cleo.status, 2);
  EXPECT_THAT(cleo.err, HasSubstr("there are no answers of Cleo here, only those of Ada, Bob"));
  EXPECT_THAT(lesson("export").err, HasSubstr("there are no answers without a name here"));
  ASSERT_EQ(lesson(example_, "3 ms\nquit\n").status, 0);
  EXPECT_THAT(lesson("export").out, HasSubstr("\"first\": \"3 ms\""));
  EXPECT_THAT(lesson("export --name Cleo").err,
              HasSubstr(", and some without a name: export without --name"));
  EXPECT_EQ(lesson(example_ + " --name '  '").status, 2);
  EXPECT_EQ(lesson(example_ + " --name '../x'", "4 ms\nquit\n").status, 0);
  EXPECT_THAT(lesson("export --name Cleo").err, HasSubstr("../x, Ada, Bob"));
}

TEST_F(AClassroom, KeepsToOneVariantOnceItIsAnswered) {
  ASSERT_EQ(lesson(example_ + " --name Ada --variant 0", "53.3\nquit\n").status, 0);
  EXPECT_EQ(lesson(example_ + " --name Ada", "quit\n").status, 0) << "whichever variant the name gets";
  EXPECT_THAT(lesson(example_ + " --name Ada --variant 1").err,
              HasSubstr("--variant 1: answers to variant 0 are kept; --anew forgets them"));
}

TEST_F(AClassroom, IsQuizzed) {
  const Said said = lesson("quiz 7 --seed 3 --count 3", "nonsense that no question has\n?\n\nquit\n");
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
  const Said heart = lesson("7 --cut 5 --variant 0", "c\n1, 4, 2\n53.3\n\n");
  EXPECT_EQ(heart.status, 0) << heart.err;
  EXPECT_THAT(heart.out, HasSubstr("1 step of 4, about 6 minutes."));
  EXPECT_THAT(heart.out, HasSubstr("1 of 1: Three copies at once"));
  EXPECT_THAT(heart.out, HasSubstr("right      3 of 3 predictions at first"));
  EXPECT_THAT(heart.out, Not(HasSubstr("Watch")));
  EXPECT_THAT(lesson("7 --cut 6").err, HasSubstr("--cut: a class of 6 minutes"));
  EXPECT_THAT(lesson("").out, testing::ContainsRegex("Three copies, three times +12  6, 1[0-9], 1[0-9]"));
}

}  // namespace
}  // namespace commlab
