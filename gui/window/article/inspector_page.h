#pragma once
// The base of all pages of the inspector. A page is about one selected thing, or about the run.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "gui/window/article/article.h"
#include "gui/window/article/inspected.h"
#include "gui/window/run/run_facts.h"
#include "gui/window/run/shown.h"

namespace commlab {

// The facts that a page is written from.
struct Asked {
  const Shown& shown;
  const RunFacts& facts;
  const Inspected& inspected;
};

class InspectorPage {
 protected:
  explicit InspectorPage(const Asked& asked)
      : scene_(asked.shown.scene),
        ghost_(asked.shown.ghost),
        now_(asked.shown.view.now),
        facts_(asked.facts),
        inspected_(asked.inspected) {}

  const Trace& trace() const { return scene_.trace(); }
  const Transfer& transfer(std::int32_t i) const { return trace().transfers[i]; }
  const Topology& topology() const { return trace().topology; }

  std::string cargo(const Transfer&) const;
  double share_of_run(Time) const;
  bool touches(const Transfer&, Rank) const;
  void tell_completion(std::string_view what, Time completed);

  // Lists the transfers under way for which is(transfer) is true, each under the name name(transfer).
  template <class Is, class Name>
  void tell_under_way(Is is, Name name) {
    article_.heading("Now");
    std::size_t found = 0;
    for (const InFlight& flight : scene_.in_flight(now_)) {
      const Transfer& t = transfer(flight.transfer);
      if (!is(t) || ++found > most_under_way) continue;
      article_.items.push_back(Article::Gauge{.name = name(t),
                                              .value = fmt::format("{:.0f} %", 100 * flight.fraction),
                                              .share = flight.fraction,
                                              .about = {.transfer = flight.transfer}});
    }
    if (found == 0) article_.whisper("No transfer is under way.");
    if (found > most_under_way) article_.whisper(fmt::format("and {} more", found - most_under_way));
  }

  static std::string capital(std::string_view text);
  static std::string sentence(std::string_view text) { return capital(text) + "."; }

  const Scene& scene_;
  const Scene* ghost_;  // the run before an edit, or null
  const Time now_;
  const RunFacts& facts_;
  const Inspected& inspected_;
  Article article_;

 private:
  static constexpr std::size_t most_under_way = 8;
};

}  // namespace commlab
