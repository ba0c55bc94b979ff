// commlab window: opens the window, or draws what it would show into a file.

#include "gui/window/window.h"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/base/numbers.h"
#include "core/files/read_file.h"
#include "core/plan/experiment_beside.h"
#include "core/script/parser.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/experiments/own_machine.h"
#include "gui/experiments/window_tools.h"

namespace commlab {
namespace {

struct WindowArguments {
  std::string what;  // a collective or a file
  std::string size_of_window;
  std::string flavour;              // of a script for ranks; empty: the script's own
  std::string present;              // lessons, with commas between them
  std::optional<std::string> quiz;  // likewise; empty text: the lessons that are done
  Experiment experiment;
  const CLI::Option* pieces = nullptr;  // the option --pieces, which says whether it was given
  bool vote = false;
  VoteRequest vote_request;
  WindowRequest request;
};

Status read_window_size(WindowRequest& request, const std::string& text) {
  if (text.empty()) return {};
  int width = 0, height = 0;
  char extra = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &extra) != 2 || width < 320 || height < 240 ||
      width > 8192 || height > 8192)
    return fail("--window-size: '{}'; expected pixels from 320x240 to 8192x8192, as in 1920x1080", text);
  request.width = width;
  request.height = height;
  return {};
}

Status check_ending(std::string_view option, const std::filesystem::path& file,
                    std::initializer_list<std::string_view> endings) {
  if (file.empty() || std::ranges::find(endings, file.extension().string()) != endings.end()) return {};
  return fail("--{}: '{}'; expected a file that ends in {}", option, file.string(),
              fmt::join(endings, " or "));
}

std::vector<std::string> words_between_commas(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    if (comma > at) words.emplace_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

// A script for ranks takes only the machine and the number of ranks from the experiment.
Result<WindowRequest> with_script(WindowRequest request, const WindowArguments& asked) {
  const Result<std::string> text = read_file(asked.what);
  if (!text) return tl::unexpected(text.error());
  const Result<Script> script = parse_script(*text);
  if (!script) return fail("{}, {}", asked.what, script.error().message);
  const std::string own = script->machine.empty() ? std::string(default_machine) : script->machine;
  request.program = ScriptScene{.text = *text,
                                .machine = asked.experiment.machine.empty() ? own : asked.experiment.machine,
                                .ranks = asked.experiment.ranks,
                                .flavour = asked.flavour};
  request.program_file = asked.what;
  return request;
}

// With --present, --cut does not name a link: it says for how many minutes the lessons are cut.
Result<WindowRequest> with_class(WindowRequest request, const WindowArguments& asked) {
  request.present = words_between_commas(asked.present);
  Experiment others = asked.experiment;  // all options but --cut
  if (!others.cut.empty()) {
    const std::string& text = others.cut.front();
    const std::optional<int> minutes = others.cut.size() == 1 ? parse_number<int>(text) : std::nullopt;
    const Result<ClassLength> cut =
        minutes ? class_length_of(*minutes) : fail("'{}': lessons are cut for 5, 15 or 50 minutes", text);
    if (!cut) return fail("--cut: {}", cut.error().message);
    request.cut = *cut;
    others.cut.clear();
  }
  if (request.lesson || !asked.what.empty() || others != Experiment{})
    return fail("--present: the lessons say what is run; other options may only change how it is shown");
  return request;
}

Result<WindowRequest> with_quiz(WindowRequest request, const WindowArguments& asked) {
  if (request.lesson || !asked.what.empty() || asked.experiment != Experiment{})
    return fail("--quiz: the lessons say what is run; other options may only change how it is shown");
  request.quiz = words_between_commas(*asked.quiz);
  return request;
}

Result<WindowRequest> request_of(const WindowArguments& asked) {
  WindowRequest request = asked.request;
  if (asked.vote) request.vote = asked.vote_request;
  if (asked.vote && asked.present.empty())
    return fail("--vote: a class votes while lessons are presented: --present LESSON");
  if (const Status read = check_ending("screenshot", request.screenshot, {".png"}); !read)
    return tl::unexpected(read.error());
  if (const Status read = check_ending("movie", request.movie, {".mp4", ".gif"}); !read)
    return tl::unexpected(read.error());
  request.config = own_machine_file("host").parent_path();
  if (const Status read = read_window_size(request, asked.size_of_window); !read)
    return tl::unexpected(read.error());
  const bool only_defaults = asked.experiment == Experiment{};
  const bool names_collective = parse_collective(asked.what).has_value();
  if (!request.beside.empty() && !names_collective)
    return fail("--beside: another run plays beside that of a collective: window all_reduce --beside {}",
                request.beside);
  if (ending_of(asked.what) == ".trace") {
    if (!only_defaults)
      return fail("{}: the file says what was run; other options may only change how it is shown",
                  asked.what);
    request.trace = asked.what;
    return request;
  }
  if (asked.what.ends_with(".script")) return with_script(std::move(request), asked);
  if (asked.what.ends_with(".lesson.md")) request.lesson = asked.what;
  if (!asked.present.empty()) return with_class(std::move(request), asked);
  if (asked.quiz) return with_quiz(std::move(request), asked);
  if ((asked.what.empty() || request.lesson) && only_defaults) return request;
  if (request.lesson)
    return fail("{}: the lesson says what is run; other options may only change how it is shown",
                *request.lesson);
  if (asked.what.empty())
    return fail("window: name a collective, as in window all_reduce, or a file: FILE.trace");
  request.experiment = asked.experiment;
  return parse_collective(asked.what).map([&](CollectiveKind kind) {
    request.experiment->collective = kind;
    if (asked.pieces->count() == 0) take_few_pieces(*request.experiment);
    return request;
  });
}

void declare_vote(CLI::App& app, WindowArguments& asked) {
  CLI::Option* const vote =
      app.add_flag("--vote", asked.vote,
                   "with --present: the class answers on its phones, over the local network, at a link that "
                   "the screen shows; names are not kept");
  app.add_option("--vote-address", asked.vote_request.address,
                 "this computer's address to listen at; default: 0.0.0.0, all of them")
      ->needs(vote)
      ->type_name("ADDRESS");
  add_number(app, "--vote-port", asked.vote_request.port, 0, 65'535,
             "the port to listen at; default: a free one")
      ->needs(vote);
  app.add_option("--vote-out", asked.vote_request.out,
                 "write the answers into this file, for commlab lesson tally; default: a new file in "
                 "~/.local/state/commlab/votes")
      ->needs(vote)
      ->type_name("FILE.json");
}

Action declare_window(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<WindowArguments>();
  add_experiment(app, asked->experiment);
  app.remove_option(app.get_option("collective"));
  app.get_option("--cut")
      ->description("remove a link; with --present: minutes for each lesson, 5, 15 or 50; default 15")
      ->type_name("gpu0-gpu1|MINUTES");
  asked->pieces = app.get_option("--pieces");
  app.get_option("--pieces")
      ->description(
          fmt::format("cut each part into N pieces that follow each other; auto: the fastest number for "
                      "chains and trees; default here: {} for them, which can be told apart",
                      pieces_to_watch));
  app.add_option("what", asked->what,
                 "a collective, FILE.trace, FILE.script (a script for ranks) or FILE.lesson.md; default: a "
                 "small all_reduce")
      ->type_name("COLLECTIVE|FILE");
  WindowRequest& request = asked->request;
  app.add_option("--lesson", request.lesson,
                 "show this lesson (number or name); without a value, the list of all lessons")
      ->expected(0, 1)
      ->type_name("LESSON");
  app.add_option("--present", asked->present,
                 "present lessons to a class, with a clicker's keys and the projector theme; --cut says how "
                 "many minutes each one may take")
      ->type_name("LESSON[,LESSON...]");
  app.add_flag("--notes", request.notes,
               "with --present: show the teacher's notes in a second window; with one screen, press N to see "
               "them over the lesson");
  declare_vote(app, *asked);
  app.add_option(
         "--quiz", asked->quiz,
         "a quiz over these lessons; without a value, over the lessons you have done (none done: over all)")
      ->expected(0, 1)
      ->type_name("LESSON[,LESSON...]");
  add_number(app, "--quiz-seed", request.quiz_seed, std::uint64_t{0}, UINT64_MAX,
             "draws the questions of --quiz; default: random");
  app.add_option("--flavour", asked->flavour, "for FILE.script: whose rules its calls follow")
      ->type_name("gloo|nccl|mpi");
  app.add_option("--at", request.at,
                 "time to show: 6.8us, 60%, \"event 12\", \"step 3\", \"rank 3 complete\", "
                 "\"rank 2 holds 3\" (contributions; or \"... of chunk 5\"), \"first contention\"")
      ->type_name("TIME|CONDITION");
  app.add_option("--view", request.view, "layout of the panels")
      ->type_name("learn|explore|compare|present|lesson|calm");
  app.add_option(
         "--picture", request.picture,
         "the machine; the algorithm: only the ranks that talk, as a ring, a tree or a cube; both; or "
         "stages: what ranks hold after each step, from left to right")
      ->type_name("machine|algorithm|both|stages");
  app.add_option("--beside", request.beside,
                 "a second run beside the first, on the same clock: an algorithm, all else being equal; or a "
                 "whole experiment, which begins with a collective")
      ->type_name("ALGORITHM|EXPERIMENT");
  app.add_flag("--bare", request.bare, "without the player's controls, for films and slides; key H brings them back");
  app.add_option("--theme", request.theme, "dark, light, projector (white, large) or contrast")
      ->type_name("NAME");
  app.add_option("--font", request.scale, "size of text, relative to normal: 0.75 to 2.5")
      ->type_name("FACTOR");
  app.add_option("--window-size", asked->size_of_window, "in pixels; default 1280x800")->type_name("WxH");
  app.add_option("--screenshot", request.screenshot, "write this picture and stop; opens no window")
      ->type_name("FILE.png");
  app.add_option("--movie", request.movie,
                 "write the whole run as a film and stop (needs ffmpeg); opens no window")
      ->type_name("FILE.mp4|gif");
  add_number(app, "--seconds", request.movie_seconds, 0.5, 3600.0,
             "length of the film, 0.5 to 3600; default 12");
  app.add_option("--script", request.script,
                 "do the actions in this file, one a line, such as click play; opens no window; help lists "
                 "all actions; a script for ranks is no such file: give it as FILE.script, without --script")
      ->type_name("FILE|help");
  return [asked, &tools]() -> Result<int> {
    const Result<WindowRequest> wanted = request_of(*asked);
    if (!wanted) return tl::unexpected(wanted.error());
    const WindowTools for_window = window_tools(tools);
    return open_window(*wanted, for_window);
  };
}

}  // namespace

const Command window_command = {.name = "window",
                                .summary = "watch a run: who sends what over which link, and when",
                                .examples = R"(  commlab window
  commlab window all_reduce --machine dgx-h100 --algorithm ring --size 64MiB
  commlab window broadcast --algorithm binomial --theme projector --view present
  commlab window all_reduce --machine dgx-h100 --algorithm ring --beside tree --picture algorithm
  commlab window all_reduce --machine dgx-h100 --algorithm recursive-doubling --picture stages
  commlab window --lesson 7
  commlab window --present 2,3,7,12 --cut 15 --notes
  commlab window --present 7 --vote
  commlab window --quiz 1,2,3
  commlab window all_reduce --machine hcm8 --screenshot ring.png --at "rank 3 complete"
  commlab run all_reduce --trace a.trace && commlab window a.trace)",
                                .declare = declare_window};

}  // namespace commlab
