#include "gui/window/article/inspector_transfer.h"

namespace commlab {
namespace {

class TransferPage : InspectorPage {
 public:
  explicit TransferPage(const Asked& asked) : InspectorPage(asked) {}

  Article about(std::int32_t i) && {
    const Transfer& t = transfer(i);
    article_.heading(fmt::format("{}: {}", capital(trace().ends_text(t)), cargo(t)));
    article_.say(fmt::format("{}, {} on arrival; step {} of {}{}.", to_human(Bytes{t.bytes}),
                             t.reduces ? "added" : "copied", t.step + 1, scene_.playback.steps(),
                             phase_text(t)));
    article_.heading("When");
    article_.say(fmt::format("{}: the data are there, and the sender is free", to_human(t.ready)));
    article_.say(fmt::format("{}: the first byte leaves{}", to_human(t.start), waited_text(t)));
    article_.say(fmt::format("{} later: the first byte arrives", to_human(t.head - t.start)));
    article_.say(fmt::format("{} after the first: the last byte leaves", to_human(t.sent - t.start)));
    article_.say(fmt::format("{}: the last byte arrives", to_human(t.end)));
    tell_sharing(t);
    tell_enabled_by(t);
    tell_route(t);
    return std::move(article_);
  }

 private:
  std::string phase_text(const Transfer& t) const {
    const bool named = t.phase < trace().phases.size() && !trace().phases[t.phase].empty();
    return named ? ", " + trace().phases[t.phase] : "";
  }

  std::string waited_text(const Transfer& t) const {
    const Time waited = t.start - t.ready - t.overhead;
    std::string text;
    if (t.overhead > Time{}) text += fmt::format(", after {} of overhead", to_human(t.overhead));
    if (waited > Time{})
      text += fmt::format("{} {} of waiting", text.empty() ? ", after" : " and", to_human(waited));
    return text;
  }

  void tell_sharing(const Transfer& t) {
    if (t.alone.ps == 0) return;
    const Time real = t.sent - t.start;
    if (real <= t.alone)
      return article_.say(fmt::format("It had its links to itself for {}.", to_human(real)));
    article_.say(fmt::format("Its bytes took {} to leave; alone on its links, {}: sharing cost {}.",
                             to_human(real), to_human(t.alone), to_human(real - t.alone)));
  }

  void tell_enabled_by(const Transfer& t) {
    article_.heading("What it waited for");
    if (trace().recorded) return article_.whisper("This was not recorded.");
    if (t.enabled_by < 0) return article_.say("Nothing but the launch.");
    const Transfer& before = transfer(t.enabled_by);
    article_.say(fmt::format("{}, {}, which ended at {}", trace().ends_text(before), cargo(before),
                             to_human(before.end)),
                 {.transfer = t.enabled_by});
  }

  void tell_route(const Transfer& t) {
    article_.heading("Its route");
    if (t.route < 0 || trace().routes[t.route].empty()) return article_.whisper("It uses no known link.");
    for (const LinkId link : trace().routes[t.route])
      article_.say(
          fmt::format("{}, {}", topology().link_name(link), to_text(topology().links[link].bandwidth)),
          {.link = link});
  }
};

}  // namespace

Article page_of_transfer(const Asked& asked, std::int32_t i) { return TransferPage(asked).about(i); }

}  // namespace commlab
