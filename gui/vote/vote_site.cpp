#include "gui/vote/vote_site.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/secrets.h"
#include "core/base/words.h"
#include "gui/vote/vote_page.h"
#include "gui/vote/vote_state.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int ok = 200, bad_request = 400, not_found = 404, not_allowed = 405, conflict = 409, too_many = 429;

WebReply plain(int status) { return {.status = status, .body = status == not_found ? "" : "refused\n"}; }
WebReply json(int status, const Json& value) {
  return {.status = status, .type = "application/json", .body = json_text(value)};
}
WebReply page(std::string (*written)(std::string_view nonce)) {
  constexpr std::size_t letters_of_nonce = 20;
  const std::string nonce = random_letters(letters_of_nonce);
  return {.status = ok, .type = "text/html; charset=utf-8", .body = written(nonce), .nonce = nonce};
}

// "ballot=B" of "x=1&ballot=B"; empty: there is none.
std::string ballot_in(std::string_view query) {
  constexpr std::string_view key = "ballot=";
  for (const std::string_view part : split_at(query, '&'))
    if (part.starts_with(key) && is_ballot(part.substr(key.size())))
      return std::string(part.substr(key.size()));
  return {};
}

std::string text_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

WebReply VoteSite::reply(const WebRequest& request, Clock::time_point now) {
  if (!requests_.take(request.address, now)) return plain(too_many);
  const std::string_view target = request.target;
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark),
                         query = target.substr(std::min(mark + 1, target.size()));
  if (!path.starts_with('/')) return plain(not_found);
  const std::size_t slash = std::min(path.find('/', 1), path.size());
  const std::string token = lower_case(path.substr(1, slash - 1));
  const std::string_view rest = path.substr(slash);
  if (!looks_like_a_token(token)) return plain(not_found);
  if (!guesses_.allows(request.address, now)) return plain(too_many);
  if (same_secret(token, tokens_.learners)) return for_learner(request, rest, query, now);
  if (same_secret(token, tokens_.teacher)) return for_teacher(request, rest, now);
  guesses_.take(request.address, now);
  return plain(not_found);
}

WebReply VoteSite::for_learner(const WebRequest& request, std::string_view path, std::string_view query,
                               Clock::time_point now) {
  const bool gets = request.method == "GET";
  if (path.empty() || path == "/") return gets ? page(learners_page) : plain(not_allowed);
  if (path == "/answer") return request.method == "POST" ? take_answer(request, now) : plain(not_allowed);
  if (path != "/state") return plain(not_found);
  if (!gets) return plain(not_allowed);
  const std::string ballot = ballot_in(query);
  if (!ballot.empty()) box_.meet(ballot, request.address, now);
  return json(ok, state_for_learner(box_, ballot));
}

WebReply VoteSite::for_teacher(const WebRequest& request, std::string_view path, Clock::time_point now) {
  const bool known = path.empty() || path == "/" || path == "/state";
  if (!known) return plain(not_found);
  if (request.method != "GET") return plain(not_allowed);
  return path == "/state" ? json(ok, state_for_teacher(box_, now)) : page(teachers_page);
}

WebReply VoteSite::take_answer(const WebRequest& request, Clock::time_point now) {
  const Json sent = Json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  if (!sent.is_object()) return plain(bad_request);
  const std::string ballot = text_in(sent, "ballot");
  if (!is_ballot(ballot)) return plain(bad_request);
  const Result<BallotAnswer> counted =
      box_.cast(ballot, request.address, text_in(sent, "question"), text_in(sent, "answer"), now);
  if (!counted) return json(conflict, {{"error", counted.error().message}});
  return json(ok, {{"yours", counted->text}});
}

}  // namespace commlab
