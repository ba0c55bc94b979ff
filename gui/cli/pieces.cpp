#include "gui/cli/pieces.h"

#include <algorithm>
#include <bit>
#include <map>

#include "gui/cli/text.h"

namespace commlab {
namespace {

constexpr int most_pieces = 4096;
constexpr std::int64_t most_transfers = 200'000;  // a trial takes a fraction of a second

class Trials {
 public:
  Trials(const Setup& setup, const Algorithm& algorithm, const Tools& tools)
      : setup_(setup), algorithm_(algorithm), tools_(tools) {}

  Result<Time> time(Setup setup, int pieces) const {
    setup.experiment.pieces = pieces;
    return programs_of(setup, algorithm_)
        .and_then([&](const Programs& programs) {
          return tools_.predict(programs, *setup.machine, setup.experiment);
        })
        .map([](const Run& run) { return run.finish; });
  }

  Result<Pieces> only(int pieces) const {
    return time(setup_, pieces).map([&](Time time) { return Pieces{pieces, time, ""}; });
  }

  // From the formula's number up as long as twice as many gain a hundredth, and down as long as half
  // as many gain anything.
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
  // S beta / alpha, as the machine has it: what one piece takes, against what nothing takes.
  Result<double> formula_pieces() {
    Setup nothing = setup_;
    nothing.collective.count = 0;
    const Result<Time> latency = time(nothing, 1);
    if (!latency) return tl::unexpected(latency.error());
    const Result<Time> whole = tried(1);
    if (!whole) return tl::unexpected(whole.error());
    if (latency->ps == 0) return most_pieces;
    const double ratio = static_cast<double>((*whole - *latency).ps) / static_cast<double>(latency->ps);
    return algorithm_.pieces(setup_.collective.ranks, std::max(0.0, ratio));
  }

  // No piece without an element, and not more transfers than one likes to wait for.
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
  const Algorithm& algorithm_;
  const Tools& tools_;
  std::map<int, Time> times_;
};

}  // namespace

Result<Pieces> fastest_pieces(const Setup& setup, const Algorithm& algorithm, const Tools& tools) {
  Trials trials(setup, algorithm, tools);
  if (setup.experiment.pieces) return trials.only(*setup.experiment.pieces);
  return algorithm.pieces ? trials.fastest() : trials.only(1);
}

}  // namespace commlab
