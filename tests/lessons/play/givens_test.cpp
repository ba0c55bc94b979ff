// What a question refers to stands beside it: tables, lists and code of the step's text.

#include "lessons/play/givens.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

const Question any_question;

StepContent content_of(const std::vector<std::string>& texts) {
  StepContent content;
  for (const std::string& text : texts)
    content.items.push_back(text == "?" ? StepContent::Item(QuestionState{.question = &any_question})
                                        : StepContent::Item(Prose{.markdown = text}));
  return content;
}

TEST(Givens, AreTablesListsAndCodeOfTheTextBefore) {
  const StepContent content = content_of(
      {"Words.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nMore.\n\n    code()", "?", "- an item", "?", "| c |"});
  EXPECT_EQ(givens_of(content, 1), "| a | b |\n|---|---|\n| 1 | 2 |\n\n    code()\n\n");
  EXPECT_EQ(givens_of(content, 3), givens_of(content, 1) + "- an item\n\n");
  EXPECT_EQ(givens_of(content, 0), "");
}

TEST(Givens, AreElseTheParagraphRightBefore) {
  const StepContent content = content_of({"One.\n\nTwo.", "?", "?"});
  EXPECT_EQ(givens_of(content, 1), "");
  EXPECT_EQ(givens_or_paragraph(content, 1), "Two.");
  EXPECT_EQ(givens_or_paragraph(content, 2), "") << "another question is between";
  EXPECT_EQ(givens_or_paragraph(content, 0), "");
}

}  // namespace
}  // namespace commlab
