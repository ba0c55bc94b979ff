#include "gui/window/panels/lesson/explore.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/lesson/tutor.h"

namespace commlab {
namespace {

class ExploreControl {
 public:
  ExploreControl(Ui& ui, Session& session, const PagePart& part, const Area& area)
      : ui_(ui),
        theme_(ui.theme),
        lesson_(session.lesson),
        state_(*part.explore),
        control_(part.explore->controls[part.index]),
        area_(area) {}

  void show() {
    const std::optional<std::size_t> at = stop();
    const Area head{area_.x, area_.y, area_.width, line_height(theme_.font)};
    const Area body{area_.x, head.bottom(), area_.width, area_.bottom() - head.bottom()};
    ui_.canvas.text({head.x, head.center().y},
                    shortened(control_.title, head.width / 2, theme_.font, ui_.canvas),
                    {.color = theme_.quiet, .size = theme_.font});
    if (control_.stops.size() == 2) return toggle(body, at);
    ui_.canvas.text({head.right(), head.center().y}, at ? control_.stops[*at] : as_it_is(),
                    {.color = at ? theme_.words : theme_.quiet,
                     .size = theme_.font,
                     .anchor = Anchor::end,
                     .bold = at.has_value()});
    slider(body, at);
  }

 private:
  // The stop that the learner wants, or else the scene's stop.
  std::optional<std::size_t> stop() const {
    const auto& wanted = lesson_.wanted;
    const bool mine = wanted && wanted->block == state_.number && wanted->key == control_.key;
    return mine ? std::optional(wanted->stop) : control_.at;
  }

  // The scene's value, which may be none of the stops.
  std::string as_it_is() const {
    const SceneKeys& keys = lesson_.page->keys;
    const auto key = std::ranges::find(keys, control_.key, &SceneKeys::value_type::first);
    return key == keys.end() ? "" : key->second;
  }

  void want(std::size_t stop) {
    if (this->stop() != stop)
      lesson_.wanted = WantedStop{.block = state_.number, .key = control_.key, .stop = stop};
  }

  // "lesson.explore.size"; for later blocks "lesson.explore.1.size".
  std::string id() const {
    return state_.number == 0 ? "lesson.explore." + control_.key
                              : fmt::format("lesson.explore.{}.{}", state_.number, control_.key);
  }

  void toggle(const Area& area, std::optional<std::size_t> at) {
    const double width = (area.width - theme_.gap) / 2;
    for (std::size_t i = 0; i < 2; ++i) {
      const Area half{area.x + static_cast<double>(i) * (width + theme_.gap), area.y, width, area.height};
      const std::string words = shortened(control_.stops[i], width - theme_.gap, theme_.font, ui_.canvas);
      if (ui_.button(fmt::format("{}.{}", id(), i), words, half, {.pressed = at == i})) want(i);
    }
  }

  void slider(const Area& area, std::optional<std::size_t> at) {
    const double radius = 0.55 * theme_.font;
    const Area track{area.x + radius, area.center().y - 4, area.width - 2 * radius, 8};
    const auto last = static_cast<double>(control_.stops.size() - 1);
    const auto place = [&](std::size_t i) { return track.x + track.width * static_cast<double>(i) / last; };
    ui_.canvas.fill(track, theme_.raised, 4);
    if (at)
      ui_.canvas.fill({track.x, track.y, place(*at) - track.x, track.height}, theme_.accent.faded(0.7), 4);
    ui_.canvas.frame(track, {.color = theme_.edge, .width = theme_.line}, 4);
    for (std::size_t i = 0; i < control_.stops.size(); ++i)
      ui_.canvas.line({place(i), track.y - 4}, {place(i), track.bottom() + 4},
                      {.color = theme_.edge, .width = theme_.line});
    if (at) {
      ui_.canvas.disc({place(*at), track.center().y}, radius, theme_.accent);
      ui_.canvas.circle({place(*at), track.center().y}, radius,
                        {.color = theme_.words, .width = 1.5 * theme_.line});
    }
    const std::string now = at ? control_.stops[*at] : "";
    if (const auto share = ui_.slider(id(), {track.x, area.y, track.width, area.height}, now))
      want(static_cast<std::size_t>(std::lround(*share * last)));
  }

  Ui& ui_;
  const Theme& theme_;
  LessonState& lesson_;
  const ExploreState& state_;
  const ExploreState::Control& control_;
  const Area& area_;
};

}  // namespace

void explore_control(Ui& ui, Session& session, const PagePart& part, const Area& area) {
  ExploreControl(ui, session, part, area).show();
}

void follow_explorer(Session& session) {
  std::optional<WantedStop>& wanted = session.lesson.wanted;
  if (!wanted || session.tutor.busy()) return;
  if (wanted->asked) return wanted.reset();  // it was run, or cannot be run
  wanted->asked = true;
  ask_player(session, "running it", Attention::none,
             [wish = *wanted](Player& player) { return player.explore(wish.block, wish.key, wish.stop); });
}

}  // namespace commlab
