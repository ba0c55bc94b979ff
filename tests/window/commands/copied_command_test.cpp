// The command that is copied, read as a shell and the command line read it, names the same experiment.

#include <algorithm>
#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/experiment/experiment_options.h"
#include "gui/window/commands/exports.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

std::vector<std::string> as_a_shell_reads(const std::string& line) {
  std::FILE* const shell =
      ::popen(("for word in " + line + "; do printf '%s\\n' \"$word\"; done").c_str(), "r");
  std::vector<std::string> words(1);
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell))
    if (c == '\n')
      words.emplace_back();
    else
      words.back() += static_cast<char>(c);
  EXPECT_EQ(::pclose(shell), 0) << line;
  words.pop_back();
  return words;
}

// The experiment in the words after `commlab window`: it ends at the first option that no experiment has.
Experiment experiment_in(const std::vector<std::string>& words) {
  Experiment experiment{.collective = parse_collective(words.at(2)).value()};
  for (std::size_t i = 3; i < words.size(); ++i) {
    const auto option = std::ranges::find_if(experiment_options(), [&](const ExperimentOption& each) {
      return "--" + std::string(each.name) == words[i];
    });
    if (option == experiment_options().end()) break;
    const Status read = read_option(*option, experiment, option->takes.empty() ? "" : words.at(++i));
    EXPECT_TRUE(read) << words[i] << ": " << read.error().message;
  }
  return experiment;
}

struct SessionOfARun {
  explicit SessionOfARun(const Experiment& experiment) {
    Outcome outcome = played("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring");
    outcome.experiment = experiment;
    outcome.run.trace->experiment = to_line(experiment);
    show_scene(session, std::make_shared<const Scene>(std::move(outcome)));
  }
  WindowTools tools{};
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
};

TEST(CopiedCommand, NamesTheSameExperimentWhateverItsOptionsAre) {
  for (const char* line :
       {"all_reduce", "broadcast --root 3 --algorithm chain --pieces 4", "p2p --from 1 --to 2,3",
        "all_to_all --counts 8000,1000,1000,1000", "all_to_all --counts 1,2,3/4,5,6/7,8,9 --ranks 3",
        "all_reduce --slow gpu3:2x --slow gpu0-gpu1:4x",
        "all_reduce --late gpu0-gpu1:10us --jitter 5% --seed 7",
        "all_reduce --cut gpu0-gpu1 --absent 2 --exact", "all_gather --in-place --count 17 --dtype float16",
        "all_reduce --machine \"2x dgx-h100\" --algorithm nccl", "all_reduce --on host --loop 10 --fused",
        "all_reduce --ring 0,2,1,3 --channels 2 --per-node 2"}) {
    const Experiment experiment = parse_line(line).value();
    SessionOfARun stage(experiment);
    EXPECT_EQ(experiment_in(as_a_shell_reads(command_that_shows(stage.session))), experiment) << line;
  }
}

TEST(CopiedCommand, KeepsTheNameOfAMachineFileWhateverIsInIt) {
  for (const char* name :
       {"my machine.toml", "it's.toml", "R&D.toml", "$lab.toml", "a\"b.toml", "a;b (2).toml", "größe.toml",
        "back\\slash.toml", "!.toml", "*.toml", "~/m.toml"}) {
    Experiment experiment;
    experiment.machine = name;
    SessionOfARun stage(experiment);
    EXPECT_EQ(experiment_in(as_a_shell_reads(command_that_shows(stage.session))), experiment) << name;
  }
}

TEST(CopiedCommand, HasTheMomentAndTheRunBesideIt) {
  SessionOfARun stage(Experiment{});
  go_to(stage.session, Time{1'234'567});
  const std::string wish = "all_reduce --machine \"2x dgx-h100\" --algorithm tree";
  show_beside(stage.session, stage.session.scene, wish);

  const std::vector<std::string> words = as_a_shell_reads(command_that_shows(stage.session));

  const auto after = [&](const char* option) {
    const auto at = std::ranges::find(words, option);
    return at == words.end() || at + 1 == words.end() ? "" : *(at + 1);
  };
  EXPECT_EQ(parse_time(after("--at")).value(), stage.session.view.now);
  EXPECT_EQ(after("--beside"), wish);
}

// The script's name was missing, and the line ran something else.
TEST(CopiedCommand, NamesTheFileThatWasOpened) {
  SessionOfARun stage(Experiment{});
  show_script(stage.session, std::make_shared<const ScriptRun>(ring_that_hangs_by_hand()));
  stage.session.shown_by = {"my script.script", "--ranks", "2"};
  EXPECT_THAT(as_a_shell_reads(command_that_shows(stage.session)),
              IsSupersetOf({"window", "my script.script", "--ranks", "2", "--at"}));

  show_scene(stage.session, shared_scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring"));
  stage.session.shown_by = {"a.trace"};
  EXPECT_EQ(as_a_shell_reads(command_that_shows(stage.session)).at(2), "a.trace");
  show_beside(stage.session, stage.session.scene, "tree");
  EXPECT_EQ(as_a_shell_reads(command_that_shows(stage.session)).at(2), "all_reduce")
      << "no file plays beside another run";

  show_scene(stage.session, shared_scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring"));
  EXPECT_EQ(as_a_shell_reads(command_that_shows(stage.session)).at(2), "all_reduce")
      << "another run is shown";
}

// What a lesson shows before its run, and a script in its text, can be shown only by the lesson.
TEST(CopiedCommand, NamesTheLessonWhereOnlyThatShowsIt) {
  LessonStage stage;
  const auto words = [&] { return as_a_shell_reads(command_that_shows(stage.session)); };
  const auto the_lesson = ElementsAre("commlab", "window", "--lesson", "two.lesson.md", "--theme", "dark");
  EXPECT_THAT(words(), the_lesson);

  stage.answer("70 us");
  EXPECT_EQ(experiment_in(words()), stage.session.scene->run.experiment);

  turn_page(stage.session, 1);
  stage.wait();
  EXPECT_THAT(words(), the_lesson) << "before the script's run";
  const QuestionState& question = *current_question(stage.session.lesson);
  stage.session.lesson.chosen[question.number] = 0;
  commit_answer(stage.session, question);
  stage.wait();
  ASSERT_EQ(stage.session.lesson_shown->content, WindowContent::script);
  EXPECT_THAT(words(), the_lesson) << "after it";
}

}  // namespace
}  // namespace commlab
