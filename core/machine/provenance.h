#pragma once
// What decides a measured time besides the program: versions of drivers and libraries, settings, clocks, the
// wiring. Kept with every measurement, so that a later one that differs can be explained. As text, a line for
// each fact:
//
//   driver: 580.65
//   NCCL_ALGO: Ring
//   clock of gpu0: 1980 MHz before, 1755 MHz after

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commlab {

struct Provenance {
  struct Fact {
    std::string name;  // without ": "
    std::string value;
    bool operator==(const Fact&) const = default;
  };
  // A number that changes while the computer works, before and after the measurement.
  struct State {
    std::string name;
    std::string unit;  // "MHz"; may be empty
    double before = 0;
    double after = 0;
    bool operator==(const State&) const = default;
  };
  std::vector<Fact> facts;
  std::vector<State> states;
  bool known() const { return !facts.empty() || !states.empty(); }
  bool operator==(const Provenance&) const = default;
};

std::vector<std::string> lines_of(const Provenance&);
// Adds what lines_of() wrote. Any other "name: value" becomes a fact; false if the text is not even that.
bool add_line(Provenance&, std::string_view line);

// What was found before a measurement, with what had changed after it: "by power cap before, by nothing
// after".
Provenance after(Provenance before, const Provenance& now);

// What was found on all computers of one measurement.
struct ComputersFound {
  struct Other {
    std::string name;  // "node2"
    Provenance found;
  };
  Provenance here{};
  std::vector<Other> others{};
};
// All that was found here, and of each other computer what differs from here before or after the measurement:
// facts as "processor of node2", "not there" if only this computer has it; clocks and loads as in
// differences(). What is not found any more after the measurement counts as unchanged.
Provenance after(ComputersFound before, const ComputersFound& now);

// One phrase for each difference that may explain one of times: "driver: 580.65 then, 570.86 now". `then` and
// `now` name the two. Facts count if their values differ, or only one side has them; clocks if they differ by
// more than a tenth, and loads before the measurement by more than one processor. Empty if nothing differs,
// or one side is not known.
std::vector<std::string> differences(const Provenance& earlier, const Provenance& later,
                                     std::string_view then, std::string_view now);
// "clock of gpu0: 1980 MHz before, 1410 MHz after": the states that changed that much during one measurement.
std::vector<std::string> changes(const Provenance&);

}  // namespace commlab
