#include "gui/window/article/inspector_link.h"

#include <algorithm>

#include <fmt/ranges.h>

namespace commlab {
namespace {

class LinkPage : InspectorPage {
 public:
  explicit LinkPage(const Asked& asked) : InspectorPage(asked) {}

  Article about(LinkId id) && {
    const Link& link = topology().links[id];
    const LinkUse& use = facts_.links[id];
    article_.heading(topology().link_name(id));
    article_.say(fmt::format("{}{}, {} in this direction, {} latency.", name_of(link.type),
                             link.lanes > 1 ? fmt::format(" x{}", link.lanes) : "", to_text(link.bandwidth),
                             to_human(link.latency)));
    tell_under_way([&](const Transfer& t) { return crosses(t, id); },
                   [&](const Transfer& t) { return fmt::format("{}: {}", trace().ends_text(t), cargo(t)); });
    article_.heading("In the whole run");
    const double share = share_of_run(use.busy);
    article_.items.emplace_back(
        Article::Gauge{.name = "busy", .value = fmt::format("{:.0f} %", 100 * share), .share = share});
    article_.say(fmt::format("{} cross it. {}", to_human(Bytes{use.bytes}), place_of(id)));
    tell_users();
    return std::move(article_);
  }

 private:
  void tell_users() {
    if (inspected_.users.empty()) return;
    const bool more = inspected_.users.size() > most_users;
    const std::span<const std::string> users{inspected_.users.data(),
                                             std::min(inspected_.users.size(), most_users)};
    article_.say(fmt::format("Used by {}{}.", fmt::join(users, ", "), more ? ", and others" : ""));
  }

  bool crosses(const Transfer& t, LinkId link) const {
    if (t.route < 0) return false;
    const auto& route = trace().routes[t.route];
    return std::ranges::find(route, link) != route.end();
  }

  std::string place_of(LinkId link) const {
    const auto found = std::ranges::find(facts_.busiest, link);
    if (found == facts_.busiest.end()) return "It is never used.";
    const auto longest = facts_.links[facts_.busiest[0]].busy;
    if (facts_.links[link].busy == longest) return "No link is busy longer.";
    return fmt::format("{} of {} used links are busy longer.", found - facts_.busiest.begin(),
                       facts_.busiest.size());
  }
};

}  // namespace

Article page_of_link(const Asked& asked, LinkId link) { return LinkPage(asked).about(link); }

}  // namespace commlab
