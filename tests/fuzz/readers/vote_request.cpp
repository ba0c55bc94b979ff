// A request to the page on which a class votes: "POST /k7f3m2/answer", and in the next lines its body.

#include <nlohmann/json.hpp>

#include "gui/vote/vote_site.h"
#include "tests/fuzz/reader.h"
#include "tests/vote/asked_class.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> requests() {
  return {"GET /k7f3m2\n",
          "GET /k7f3m2/state?ballot=" + ballot_of(1) + "\n",
          "GET /" + tokens_of_test.teacher + "/state\n",
          "POST /k7f3m2/answer\n" + answer_body(1, "rings.0", "b"),
          "POST /k7f3m2/answer\n" + answer_body(2, "rings.1", "4300us"),
          "POST /k7f3m2/answer\n" + answer_body(3, "rings.2", "rank 2 line 3")};
}

void use(std::string_view input) {
  const std::size_t blank = std::min(input.find(' '), input.size());
  const std::size_t line = std::min(input.find('\n', blank), input.size());
  const auto after = [&](std::size_t end) { return std::min(end + 1, input.size()); };
  for (const auto& question : {question_of_choices(), question_of_time(), question_of_place()}) {
    VoteBox box;
    VoteSite site(box, tokens_of_test);
    const VoteSite::Clock::time_point now{};
    box.show(stop_of(question));
    site.reply({.method = input.substr(0, blank),
                .target = input.substr(after(blank), line - std::min(after(blank), line)),
                .body = input.substr(after(line)),
                .address = "127.0.0.1"},
               now);
    for (const char* page : {"/k7f3m2/state", "/t-abcdefghjkmnpqrstuvw/state"})
      site.reply({.method = "GET", .target = page, .body = "", .address = "127.0.0.1"}, now);
    class_file_text(box.learners());
  }
}

}  // namespace

extern const FuzzedReader vote_request{
    .name = "vote_request", .longest = 1024, .examples = requests, .use = use};

}  // namespace commlab::fuzzed
