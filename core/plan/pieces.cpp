#include "core/plan/pieces.h"

#include <algorithm>
#include <bit>
#include <map>

#include "core/plan/call_costs.h"

namespace commlab {
namespace {

constexpr int most_of_a_protocol = 128;
constexpr int most_that_stream = 16;
constexpr std::int64_t most_in_trees = 1 << 17;   // transfers; a trial takes less than half a second
constexpr std::int64_t most_transfers = 200'000;  // a trial takes a fraction of a second

class Trials {
 public:
  Trials(const Setup& setup, PlannedPrograms& planned, const Predict& predict)
      : setup_(setup), planned_(planned), predict_(predict) {}

  Result<Pieces> only(int pieces, Time limit) {
    return run(setup_, pieces, limit).map([&](const Run& run) {
      return Pieces{pieces, run.finish, "", run.given_up, std::make_shared<const Run>(run)};
    });
  }

  // Starts at the formula's number. Doubles it as long as that saves more than a hundredth of the time, then
  // halves it as long as that saves anything.
  Result<Pieces> fastest() {
    const Result<double> formula = formula_pieces();
    if (!formula) return tl::unexpected(formula.error());
    const auto wanted = static_cast<unsigned>(std::clamp(*formula, 1.0, most_pieces * 1.0));
    int best = static_cast<int>(std::bit_floor(wanted));
    if (best * 3 < static_cast<int>(2 * wanted)) best *= 2;
    best = std::clamp(best, 1, limit());
    for (const bool up : {true, false})
      for (int next = up ? 2 * best : best / 2; next >= 1 && next <= limit();
           next = up ? 2 * next : next / 2) {
        const Result<Time> there = tried(next);
        const Result<Time> here = tried(best);
        if (!there || !here) return tl::unexpected(there ? here.error() : there.error());
        const std::int64_t enough = up ? here->ps - here->ps / 100 : here->ps;
        if (there->ps >= enough) break;
        best = next;
      }
    const Result<Time> time = tried(best);
    if (!time) return tl::unexpected(time.error());
    return Pieces{best, *time, why(best, *formula)};
  }

 private:
  Result<Run> run(Setup setup, int pieces, Time limit) {
    setup.experiment.pieces = pieces;
    return planned_.programs(setup).and_then([&](const Programs& programs) {
      return predict_(programs, *setup.machine, setup.experiment, limit);
    });
  }
  Result<Time> time(const Setup& setup, int pieces) {
    return run(setup, pieces, never).map([](const Run& run) { return run.finish; });
  }

  // The formula with the machine's S beta / alpha: alpha is the time of an empty run, S beta what is added.
  Result<double> formula_pieces() {
    Setup nothing = setup_;
    nothing.collective.count = 0;
    const Result<Time> latency = time(nothing, 1);
    if (!latency) return tl::unexpected(latency.error());
    const Result<Time> whole = tried(1);
    if (!whole) return tl::unexpected(whole.error());
    if (latency->ps == 0) return most_pieces;
    const double ratio = static_cast<double>((*whole - *latency).ps) / static_cast<double>(latency->ps);
    return planned_.algorithm().pieces(setup_.collective.ranks, std::max(0.0, ratio));
  }

  // The most pieces: each piece has an element, and a trial has not too many transfers.
  int limit() const {
    const Collective& c = setup_.collective;
    const std::int64_t elements = std::max<std::int64_t>(1, c.count / setup_.experiment.channels);
    return static_cast<int>(std::clamp<std::int64_t>(most_transfers / (4 * c.ranks), 1,
                                                     std::min<std::int64_t>(most_pieces, elements)));
  }

  Result<Time> tried(int pieces) {
    const auto known = times_.find(pieces);
    if (known != times_.end()) return known->second;
    const Result<Time> found = time(setup_, pieces);
    if (found) times_[pieces] = *found;
    return found;
  }

  // "64, auto: by simulation (32: 1.2 ms, 64: 1.1 ms, 128: 1.3 ms); the formula wants 58"
  std::string why(int best, double formula) const {
    std::vector<std::string> tried;
    for (const auto& [pieces, time] : times_)
      if (pieces >= best / 2 && pieces <= 2 * best)
        tried.push_back(fmt::format("{}: {}", pieces, to_human(time)));
    return fmt::format("{}, auto: by simulation ({}); the formula wants {:.0f}", best, fmt::join(tried, ", "),
                       std::max(1.0, formula));
  }

  const Setup& setup_;
  PlannedPrograms& planned_;
  const Predict& predict_;
  std::map<int, Time> times_;
};

// Each piece of a chain or tree is a piece of every channel. A protocol that streams passes on what comes in,
// and needs no pieces. But a rank that combines what several others send can pass on only what all have sent:
// there, pieces of NCCL's smallest chunk make up for it.
PiecesOfProtocol pieces_of(const Protocol& protocol, const Collective& c, int shares) {
  constexpr Bytes smallest_chunk = KiB(32);
  const bool combines = c.kind == CollectiveKind::all_reduce;
  if (protocol.streams() && !combines)
    return {1, fmt::format("1, auto: {} passes bytes on as they come", protocol.name)};
  const Bytes piece = protocol.streams() ? smallest_chunk : protocol.piece;
  int most = protocol.streams() ? most_that_stream : most_of_a_protocol;
  if (combines)  // up and down
    most = static_cast<int>(
        std::clamp<std::int64_t>(most_in_trees / (2 * std::int64_t{c.ranks} * shares), 1, most));
  const int channels = channels_in_use(protocol, c);
  const __int128 each = static_cast<__int128>(piece.count) * channels;
  const int pieces = static_cast<int>(std::clamp<__int128>((size_of(c).count + each - 1) / each, 1, most));
  return {pieces,
          fmt::format("{}, auto: {} {} {} on each of {} channel{}{}", pieces, protocol.name,
                      protocol.streams() ? "combines" : "stores", to_text(piece), channels,
                      channels == 1 ? "" : "s", pieces == most ? ", and more pieces are not simulated" : "")};
}

}  // namespace

bool has_pieces_to_choose(const Setup& setup, const Algorithm& algorithm) {
  return !setup.experiment.pieces && algorithm.pieces;
}

std::optional<PiecesOfProtocol> pieces_of_protocol(const Setup& setup, PlannedPrograms& planned) {
  const Algorithm& algorithm = planned.algorithm();
  if (!has_pieces_to_choose(setup, algorithm)) return std::nullopt;
  const Result<Protocol> protocol = find_protocol(*setup.machine, name_of(setup.experiment.protocol));
  const Result<Schedule>& schedule = planned.schedule(setup);
  if (!protocol || !schedule) return std::nullopt;
  const PiecesOfProtocol found = pieces_of(*protocol, setup.collective, schedule->shares());
  const std::optional<int> here = pieces_here(setup, algorithm, setup.experiment.protocol, found.pieces);
  if (!here) return found;
  return PiecesOfProtocol{*here, fmt::format("{}, auto: as NCCL cuts what is stored and forwarded", *here)};
}

Result<Pieces> fastest_pieces(const Setup& setup, PlannedPrograms& planned, const Predict& predict,
                              Time limit) {
  Trials trials(setup, planned, predict);
  if (setup.experiment.pieces) return trials.only(*setup.experiment.pieces, limit);
  if (!has_pieces_to_choose(setup, planned.algorithm())) return trials.only(1, limit);
  const std::optional<PiecesOfProtocol> known = pieces_of_protocol(setup, planned);
  if (!known) return trials.fastest();
  return trials.only(known->pieces, limit).map([&](Pieces tried) {
    tried.why = known->why;
    return tried;
  });
}

}  // namespace commlab
