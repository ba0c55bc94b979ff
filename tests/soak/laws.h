#pragma once
// What must hold of a simulated run:
//   - the parts into which its critical path divides the time add up to the time.
// And between an experiment and another one like it, simulated with the same choice:
//   - the order in which a machine lists its switches, NICs and links changes nothing; and to a call of NCCL
//     of all GPUs that divides into equal blocks, neither does the order of the GPUs;
//   - twice the bytes never take less time, where they use no more channels;
//   - a slower GPU or link, or a later one, never makes a run faster in which nothing shares anything.
//
// The time of such a run is the longest way through its messages, each of which takes as long as before, or
// longer. So this is asked of a run in which no message waits on a link for another one, with the damage and
// without; and of every other run, what it would take over ideal links, where messages do not share.
//
// Where messages share links, one that comes later can let another one pass, on which more depends: such runs
// are now and then faster with damage, as schedules of machines are (Graham, Bounds on multiprocessing timing
// anomalies, 1969). So are those in which ranks share processors, a memory, or a NIC that posts their
// messages. The time of one of several calls in a row is a difference of two times, and links that serve
// messages in the order of their arrival let even more messages pass: these are not asked.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/plan/outcome.h"
#include "core/plan/planner.h"

namespace commlab {

enum class Law : std::uint8_t { bound, parts, order, order_of_gpus, bytes, damage, shortcuts };
inline constexpr std::array all_laws = {Law::bound, Law::parts,  Law::order,    Law::order_of_gpus,
                                        Law::bytes, Law::damage, Law::shortcuts};
std::string_view name_of(Law);

// Which laws an experiment was asked. The first that it breaks ends the questions.
class LawsAsked {
 public:
  // Notes that the law is asked now; what it breaks is the sentence, nullopt: nothing. Returns it.
  std::optional<std::string> ask(Law law, std::optional<std::string> sentence) {
    asked_ |= bit(law);
    if (sentence) broken_ |= bit(law);
    return sentence;
  }
  bool asked(Law law) const { return (asked_ & bit(law)) != 0; }
  bool broken(Law law) const { return (broken_ & bit(law)) != 0; }

 private:
  static std::uint8_t bit(Law law) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(law)); }
  std::uint8_t asked_ = 0, broken_ = 0;
};

// What is broken, in a sentence; nullopt: nothing. `seed` chooses what is damaged, and the other order.
// These are all laws but the bound's and the shortcuts'.
std::optional<std::string> broken_law(const Outcome&, const Planner&, std::uint64_t seed, LawsAsked&);

}  // namespace commlab
