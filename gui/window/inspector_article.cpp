#include "gui/window/inspector_article.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/window/matrix_cell.h"
#include "gui/window/stats_article.h"

namespace commlab {
namespace {

constexpr std::size_t most_under_way = 8;
constexpr std::size_t most_users = 8;
constexpr std::ptrdiff_t hops_before = 6, hops_after = 6;  // of a journey, around now

// "the links out of gpu0 are", "the link gpu0 -> gpu1 is", "the latency gpu0 -> gpu7 is".
std::string limit_text(const std::string& bounded_by) {
  if (bounded_by.starts_with("latency ")) return fmt::format("the {} is", bounded_by);
  const bool several = bounded_by.starts_with("out of ") || bounded_by.starts_with("into ");
  return fmt::format("the {} {} {}", several ? "links" : "link", bounded_by, several ? "are" : "is");
}

class Inspector {
 public:
  Inspector(const Shown& shown, const RunFacts& facts, const Inspected& inspected)
      : scene_(shown.scene), now_(shown.view.now), facts_(facts), inspected_(inspected) {}

  Article about_selection() && {
    const Selection& s = inspected_.selection;
    if (s.transfer)
      about_transfer(*s.transfer);
    else if (s.link)
      about_link(*s.link);
    else if (s.rank && s.block && scene_.replay)
      about_cell(*s.rank, *s.block, s.part);
    else if (s.rank)
      about_rank(*s.rank);
    else if (s.block && scene_.replay)
      about_chunk(*s.block, s.part);
    else
      about_run();
    return std::move(article_);
  }

 private:
  const Trace& trace() const { return scene_.trace(); }
  const Transfer& transfer(std::int32_t i) const { return trace().transfers[static_cast<std::size_t>(i)]; }
  const Topology& topology() const { return trace().topology; }

  std::string cargo(const Transfer& t) const {
    if (t.blocks > 1) return fmt::format("{} chunks", t.blocks);
    return chunk_text(trace().partition, t.block, t.part);
  }
  double share_of_run(Time time) const {
    return trace().finish.ps == 0 ? 0 : static_cast<double>(time.ps) / static_cast<double>(trace().finish.ps);
  }

  // --- A rank

  void about_rank(Rank rank) {
    article_.heading(fmt::format("Rank {} at {}", rank, to_human(now_)));
    if (scene_.narration) {
      article_.heading(fmt::format("Why does rank {} wait here?", rank));
      article_.say(sentence(scene_.narration->why_waiting(rank, now_)));
    }
    if (scene_.replay) tell_holdings(rank);
    const auto sends_or_receives = [&](const Transfer& t) { return touches(t, rank); };
    tell_under_way(sends_or_receives, [&](const Transfer& t) {
      if (t.group != no_group) return fmt::format("{}: {}", trace().ends_text(t), cargo(t));
      return t.from == rank ? fmt::format("sends {} to rank {}", cargo(t), t.to)
                            : fmt::format("receives {} from rank {}", cargo(t), t.from);
    });
    const RankUse& use = facts_.ranks[static_cast<std::size_t>(rank)];
    article_.heading("In the whole run");
    const double idle = share_of_run(use.idle);
    article_.items.push_back(Article::Gauge{.name = "idle: neither sending nor receiving",
                                            .value = fmt::format("{:.0f} %", 100 * idle),
                                            .share = idle});
    article_.say(fmt::format("It is done at {}; the slowest rank at {}.", to_human(use.done),
                             to_human(facts_.ranks[static_cast<std::size_t>(facts_.slowest[0])].done)));
  }

  bool touches(const Transfer& t, Rank rank) const {
    if (t.group == no_group) return t.from == rank || t.to == rank;
    return std::ranges::find(trace().groups[static_cast<std::size_t>(t.group)], rank) !=
           trace().groups[static_cast<std::size_t>(t.group)].end();
  }

  void tell_holdings(Rank rank) {
    const Replay& replay = *scene_.replay;
    const Partition& partition = replay.partition();
    int promised = 0, done = 0;
    for (int block = 0; block < partition.blocks; ++block) {
      const MatrixCell cell = cell_at(replay, rank, block, 0, partition.parts, now_);
      promised += cell.promised ? partition.parts : 0;
      done += cell.promised ? cell.parts_done : 0;
    }
    if (promised == 0) return article_.say("It needs to hold nothing in the end.");
    article_.items.push_back(Article::Gauge{.name = "chunks that are complete",
                                            .value = fmt::format("{} of {}", done, promised),
                                            .share = static_cast<double>(done) / promised});
    tell_completion("It", replay.completed(rank));
  }

  void tell_completion(std::string_view what, Time completed) {
    if (completed == never)
      return article_.say(fmt::format("{} is never complete: the result is wrong.", what));
    article_.say(fmt::format("{} {} complete {} {}.", what, now_ >= completed ? "is" : "will be",
                             now_ >= completed ? "since" : "at", to_human(completed)));
  }

  // --- A chunk, and what one rank holds of it

  void about_chunk(int block, int part) {
    const Replay& replay = *scene_.replay;
    const std::int64_t bytes =
        replay.partition().chunk(block, part).size() * size_of(trace().collective.dtype);
    article_.heading(
        fmt::format("{} at {}", capital(chunk_text(replay.partition(), block, part)), to_human(now_)));
    Article::Strip holders{.ranks = {}, .hue = chunk_number(replay.partition(), block, part)};
    int promised = 0, done = 0;
    for (Rank rank = 0; rank < trace().collective.ranks; ++rank) {
      const MatrixCell cell = cell_at(replay, rank, block, part, 1, now_);
      holders.ranks.push_back(cell.done());
      promised += cell.promised;
      done += cell.done();
    }
    article_.say(fmt::format("{} of data; {} of {} ranks that must hold it do.", to_human(Bytes{bytes}), done,
                             promised));
    article_.items.push_back(holders);
    if (promised > 0) tell_completion("It", replay.chunk_completed(block, part));
    tell_under_way([&](const Transfer& t) { return carries(t, block, part); },
                   [&](const Transfer& t) { return trace().ends_text(t); });
    tell_journey();
  }

  void about_cell(Rank rank, int block, int part) {
    const Replay& replay = *scene_.replay;
    article_.heading(capital(cell_text(replay, rank, block, part, 1, now_)) + ".");
    const MatrixCell cell = cell_at(replay, rank, block, part, 1, now_);
    if (cell.value != Replay::no_value) {
      Article::Strip contributors{.ranks = {}, .hue = chunk_number(replay.partition(), block, part)};
      for (Rank other = 0; other < trace().collective.ranks; ++other)
        contributors.ranks.push_back(replay.values().has(cell.value, other));
      article_.items.push_back(contributors);
      article_.whisper(fmt::format("Contributors, rank 0 to rank {}.", trace().collective.ranks - 1));
      const std::string value = replay.value_text(cell.value, scene_.run.experiment.data);
      if (!value.empty()) article_.say(fmt::format("Its first element is {}.", value));
    }
    article_.say(fmt::format("More about rank {}", rank), {.rank = rank});
    article_.say(fmt::format("More about {}", chunk_text(replay.partition(), block, part)),
                 {.block = block, .part = part});
    tell_under_way([&](const Transfer& t) { return touches(t, rank) && carries(t, block, part); },
                   [&](const Transfer& t) { return trace().ends_text(t); });
    tell_journey();
  }

  bool carries(const Transfer& t, int block, int part) const {
    if (t.blocks == 1) return t.block == block && t.part == part;
    const auto index = static_cast<std::int32_t>(&t - trace().transfers.data());
    return std::ranges::any_of(scene_.replay->landed(index), [&](const Deposit& deposit) {
      return deposit.block == block && deposit.part == part;
    });
  }

  // The hops around now; what was is quiet.
  void tell_journey() {
    const auto& hops = inspected_.journey;
    article_.heading("Its journey");
    if (hops.empty()) return article_.whisper("No transfer carries it.");
    const auto now = std::ranges::upper_bound(hops, now_, {}, &Deposit::at) - hops.begin();
    const auto first = std::max<std::ptrdiff_t>(0, now - hops_before);
    const auto last = std::min<std::ptrdiff_t>(std::ssize(hops), now + hops_after);
    if (first > 0) article_.whisper(fmt::format("{} hops before", first));
    for (auto i = first; i < last; ++i) {
      if (i == now) article_.whisper("still to come:");
      tell_hop(*hops[static_cast<std::size_t>(i)]);
    }
    if (last < std::ssize(hops)) article_.whisper(fmt::format("{} hops after", std::ssize(hops) - last));
  }

  void tell_hop(const Deposit& hop) {
    const Replay& replay = *scene_.replay;
    const std::string what = hop.reduced ? "added: " + replay.contributors(hop.value) : "copied";
    article_.say(fmt::format("{}: {}, {}", to_human(hop.at), trace().ends_text(transfer(hop.transfer)), what),
                 {.transfer = hop.transfer});
  }

  // --- A link

  void about_link(LinkId id) {
    const Link& link = topology().links[static_cast<std::size_t>(id)];
    const LinkUse& use = facts_.links[static_cast<std::size_t>(id)];
    article_.heading(topology().link_name(id));
    article_.say(fmt::format("{}{}, {} in this direction, {} latency.", name_of(link.type),
                             link.lanes > 1 ? fmt::format(" x{}", link.lanes) : "", to_text(link.bandwidth),
                             to_human(link.latency)));
    tell_under_way([&](const Transfer& t) { return crosses(t, id); },
                   [&](const Transfer& t) { return fmt::format("{}: {}", trace().ends_text(t), cargo(t)); });
    article_.heading("In the whole run");
    const double share = share_of_run(use.busy);
    article_.items.push_back(
        Article::Gauge{.name = "busy", .value = fmt::format("{:.0f} %", 100 * share), .share = share});
    article_.say(fmt::format("{} cross it. {}", to_human(Bytes{use.bytes}), place_of(id)));
    if (inspected_.users.empty()) return;
    const bool more = inspected_.users.size() > most_users;
    const std::span<const std::string> users{inspected_.users.data(),
                                             std::min(inspected_.users.size(), most_users)};
    article_.say(fmt::format("Used by {}{}.", fmt::join(users, ", "), more ? ", and others" : ""));
  }

  bool crosses(const Transfer& t, LinkId link) const {
    if (t.route < 0) return false;
    const auto& route = trace().routes[static_cast<std::size_t>(t.route)];
    return std::ranges::find(route, link) != route.end();
  }

  std::string place_of(LinkId link) const {
    const auto found = std::ranges::find(facts_.busiest, link);
    if (found == facts_.busiest.end()) return "It is never used.";
    const auto longest = facts_.links[static_cast<std::size_t>(facts_.busiest[0])].busy;
    if (facts_.links[static_cast<std::size_t>(link)].busy == longest) return "No link is busy longer.";
    return fmt::format("{} of {} used links are busy longer.", found - facts_.busiest.begin(),
                       facts_.busiest.size());
  }

  // --- A transfer

  void about_transfer(std::int32_t i) {
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
  }

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
    if (t.enabled_by < 0) return article_.say("Nothing but the launch.");
    const Transfer& before = transfer(t.enabled_by);
    article_.say(fmt::format("{}, {}, which ended at {}", trace().ends_text(before), cargo(before),
                             to_human(before.end)),
                 {.transfer = t.enabled_by});
  }

  void tell_route(const Transfer& t) {
    article_.heading("Its way");
    if (t.route < 0 || trace().routes[static_cast<std::size_t>(t.route)].empty())
      return article_.whisper("Over no link that is known.");
    for (const LinkId link : trace().routes[static_cast<std::size_t>(t.route)])
      article_.say(fmt::format("{}, {}", topology().link_name(link),
                               to_text(topology().links[static_cast<std::size_t>(link)].bandwidth)),
                   {.link = link});
  }

  // --- The run

  void about_run() {
    const Played& run = scene_.run;
    article_.heading(fmt::format("{}, {}: {}", name_of(trace().collective.kind), trace().algorithm,
                                 to_human(trace().finish)));
    const std::string nothing = why_nothing_to_send();
    if (!nothing.empty()) article_.say(nothing);
    if (run.bound && nothing.empty()) tell_bound(*run.bound);
    if (run.split) tell_split(*run.split);
    if (!run.idea.empty() && nothing.empty()) tell_idea(run.idea);
    if (nothing.empty()) article_.say(busbw_text(trace().collective, trace().finish));
    if (!run.badge.empty()) article_.say(fmt::format("Whose times: {}.", run.badge));
    if (run.verified) article_.say(*run.verified ? "The result is proved right." : "The result is wrong.");
    if (!scene_.no_replay.empty()) article_.say(scene_.no_replay);
    article_.whisper("Click anything to ask about it.");
  }

  std::string why_nothing_to_send() const {
    if (elements_of(trace().collective) == 0) return "Nothing to do: the vector has no elements.";
    return trace().collective.ranks == 1 ? "One rank: nothing to send." : "";
  }

  void tell_idea(const std::string& idea) {
    article_.heading("How it works");
    article_.say(idea);
  }

  void tell_bound(Time bound) {
    const double percent = trace().finish.ps == 0
                               ? 100
                               : 100 * static_cast<double>(bound.ps) / static_cast<double>(trace().finish.ps);
    article_.items.push_back(Article::Gauge{.name = "of the best possible speed",
                                            .value = fmt::format("{:.3g} %", percent),
                                            .share = percent / 100});
    article_.say(fmt::format("Nothing here can take less than {}: {} the limit.", to_human(bound),
                             limit_text(scene_.run.bounded_by)));
  }

  void tell_split(const TimeSplit& split) {
    article_.heading("Where the time goes");
    Article::Split pieces;
    for (const auto& [name, time] : {std::pair{"launch", split.launch},
                                     {"latency", split.latency},
                                     {"transfer", split.transfer},
                                     {"wait", split.wait}}) {
      const double share = share_of_run(time);
      const std::string value = fmt::format("{}, {:.0f} %", to_human(time), 100 * share);
      pieces.pieces.push_back({name, time.ps == 0 ? "" : value, share});
    }
    article_.items.push_back(pieces);
    if (split.wait.ps > 0)
      article_.whisper(
          "wait: behind other messages on a full link, a full slot or a busy lane, one's own included");
  }

  // --- What several have in common

  // The transfers under way that `is` holds for, each called by `name`.
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

  static std::string capital(std::string_view text) {
    if (text.empty() || text[0] < 'a' || text[0] > 'z') return std::string(text);
    return fmt::format("{}{}", static_cast<char>(text[0] - 'a' + 'A'), text.substr(1));
  }
  static std::string sentence(std::string_view text) { return capital(text) + "."; }

  const Scene& scene_;
  const Time now_;
  const RunFacts& facts_;
  const Inspected& inspected_;
  Article article_;
};

}  // namespace

Inspected inspect(const Scene& scene, const Selection& selection) {
  const Trace& trace = scene.trace();
  const auto has = [](const auto& id, std::size_t n) {
    return id && *id >= 0 && static_cast<std::size_t>(*id) < n;
  };
  Inspected inspected{.selection = selection};
  Selection& s = inspected.selection;
  if (!has(s.rank, static_cast<std::size_t>(trace.collective.ranks))) s.rank.reset();
  if (!has(s.block, static_cast<std::size_t>(trace.partition.blocks))) s.block.reset();
  if (!has(s.link, trace.topology.links.size())) s.link.reset();
  if (!has(s.transfer, trace.transfers.size())) s.transfer.reset();
  s.part = std::clamp(s.part, 0, trace.partition.parts - 1);
  if (s.block && scene.replay) inspected.journey = journey(*scene.replay, *s.block, s.part);
  if (s.link) inspected.users = users_of(trace, *s.link, most_users + 1);
  return inspected;
}

Article inspector_article(const Shown& shown, const RunFacts& facts, const Inspected& inspected) {
  return Inspector(shown, facts, inspected).about_selection();
}

}  // namespace commlab
