#include "gui/window/screen/headless.h"

#include <cmath>
#include <optional>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/files/standard_streams.h"
#include "gui/vote/vote_box.h"
#include "gui/window/commands/commands.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/screen/notes_stage.h"
#include "gui/window/screen/stage.h"
#include "gui/window/screen/surface_egl.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

constexpr double frame_seconds = 1.0 / 60;

// A share of a widget's width, or notches of a wheel.
std::optional<double> small_number(std::string_view text) {
  const auto number = parse_number<double>(text);
  return number && std::abs(*number) <= 1'000 ? number : std::nullopt;
}

// Plays frames of equal length, whatever the clock says, and moves an imagined mouse.
class HeadlessPlayer {
 public:
  HeadlessPlayer(Session& session, std::unique_ptr<HeadlessSurface> surface, const HeadlessTask& task)
      : session_(session), surface_(std::move(surface)), signals_(task.signals) {
    stage_.emplace();
    input_.width = task.width;
    input_.height = task.height;
    input_.seconds = frame_seconds;
  }
  ~HeadlessPlayer() {  // before the surface, whose OpenGL they use
    notes_.reset();
    stage_.reset();
  }
  HeadlessPlayer(const HeadlessPlayer&) = delete;
  HeadlessPlayer& operator=(const HeadlessPlayer&) = delete;

  // Whether a signal asked to close the window: the rest of the script is left out.
  bool is_closed() const { return signals_ && signals_->came(); }

  void frame() {
    surface_->begin();
    tell_imgui(input_);
    stage_->frame(session_, input_);
    input_.keys.clear();
    input_.typed.clear();
    input_.wheel = 0;
  }
  void frames(int count) {
    while (count-- > 0 && !is_closed()) frame();
  }
  void wait() {
    for (; session_.worker.busy() || session_.finder.busy() || session_.tutor.busy() || session_.movie;
         frame())
      for (const Worker* worker : {&session_.worker, &session_.finder, &session_.tutor})
        if (worker->busy()) worker->wait();
  }
  // Plays frames until lists, popups and glides have settled.
  void settle() {
    wait();
    frames(3);
    while (session_.glide) frame();
    frame();
  }

  Status shot(const std::filesystem::path& file) {
    settle();
    return write_png(surface_->pixels(), file);
  }

  // The teacher's window, as large as the audience's.
  Status shot_of_notes(const std::filesystem::path& file) {
    if (!presenting(session_)) return fail("shot notes: no lesson is presented, so there are no notes");
    settle();
    if (!notes_) notes_.emplace();
    surface_->begin();
    notes_->frame(session_, static_cast<int>(input_.width), static_cast<int>(input_.height));
    const Status written = write_png(surface_->pixels(), file);
    frame();
    return written;
  }

  Status film(const std::filesystem::path& file, double seconds) {
    settle();
    session_.movie = MovieWish{.file = file, .seconds = seconds};
    do frame();
    while (session_.movie);
    if (!session_.notice.empty()) return fail(Fault::runtime, "{}", session_.notice);
    print_message(fmt::format("commlab: {}\n", session_.answer));
    return {};
  }

  Status act(const UiScriptLine& line) {
    const std::string& rest = line.rest;
    if (line.action == "click") return press(rest, false);
    if (line.action == "right-click") return press(rest, true);
    if (line.action == "hover") return hover(rest);
    if (line.action == "drag") return drag(rest);
    if (line.action == "wheel") return wheel(rest);
    if (line.action == "key") return key(rest);
    if (line.action == "type") return type(rest);
    if (line.action == "command") return command(rest);
    if (line.action == "frames") return count_frames(rest);
    if (line.action == "wait") return wait(), Status{};
    if (line.action == "go") return go(rest);
    if (line.action == "select") return select(rest);
    if (line.action == "vote") return vote(rest);
    if (line.action == "expect") return expect(rest);
    if (line.action == "expect-no") return expect_none(rest);
    constexpr std::string_view of_notes = "notes ";
    if (line.action == "shot" && rest.starts_with(of_notes))
      return shot_of_notes(rest.substr(of_notes.size()));
    if (line.action == "shot") return shot(rest);
    if (line.action == "resize") return resize(rest);
    dump();
    return {};
  }

 private:
  Result<const Widget*> widget(std::string_view id) {
    if (const Widget* found = session_.registry.find(id)) return found;
    frame();  // it may appear in the next frame
    if (const Widget* found = session_.registry.find(id)) return found;
    return fail(Fault::no, "there is no widget '{}' on the screen", id);
  }

  Status move_to(std::string_view id, double share = 0.5) {
    return widget(id).map([&](const Widget* found) {
      input_.mouse = {found->area.x + found->area.width * share, found->area.center().y};
      frames(2);
    });
  }

  Status press(const std::string& id, bool right) {
    if (const Status moved = move_to(id); !moved) return moved;
    (right ? input_.right : input_.left) = true;
    frame();
    input_.right = input_.left = false;
    frames(2);
    return {};
  }

  Status hover(const std::string& id) { return move_to(id); }

  Status drag(const std::string& rest) {
    const auto parts = split_at_blanks(rest);
    const auto from = parts.size() == 3 ? small_number(parts[1]) : std::nullopt;
    const auto to = parts.size() == 3 ? small_number(parts[2]) : std::nullopt;
    if (!from || !to) return fail("drag: '{}'; expected a widget and two shares: drag time 0.25 0.75", rest);
    if (const Status moved = move_to(parts[0], *from); !moved) return moved;
    input_.left = true;
    frame();
    if (const Status moved = move_to(parts[0], *to); !moved) return moved;
    input_.left = false;
    frames(2);
    return {};
  }

  Status wheel(const std::string& rest) {
    const auto parts = split_at_blanks(rest);
    const auto notches = parts.size() == 2 ? small_number(parts[1]) : std::nullopt;
    if (!notches) return fail("wheel: '{}'; expected a widget and notches: wheel timeline 3", rest);
    if (const Status moved = move_to(parts[0]); !moved) return moved;
    input_.wheel = *notches;
    frames(2);
    return {};
  }

  Status key(const std::string& name) {
    return parse_key(name).map([&](const KeyStroke& stroke) {
      input_.keys = {stroke};
      frames(2);
    });
  }

  Status type(const std::string& text) {
    frames(2);  // a field may just be getting the keyboard
    if (!ImGui::GetIO().WantTextInput)
      return fail("type: no field has the keyboard; click one before, as in click lesson.answer");
    input_.typed = text;
    frames(2);
    return {};
  }

  Status command(const std::string& name) {
    return find_command(name).map([&](const WindowCommand* found) {
      found->act(session_);
      frames(2);
    });
  }

  Status count_frames(const std::string& rest) {
    const auto count = parse_number<int>(rest);
    if (!count || *count < 1 || *count > 100'000)
      return fail("frames: '{}'; expected a whole number from 1 to 100000", rest);
    frames(*count);
    return {};
  }

  Status go(const std::string& condition) {
    return time_of(session_, condition).map([&](Time time) {
      go_to(session_, time);
      frame();
    });
  }

  Status select(const std::string& rest) {
    const Status selected = select_named(session_, rest);
    frame();
    return selected;
  }

  // Each phone has an address and a ballot of its own, as in a class.
  Status vote(const std::string& rest) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    const auto phones = parse_number<int>(rest.substr(0, blank));
    if (!phones || *phones < 1 || *phones > 256)
      return fail("vote: '{}'; expected how many phones, 1 to 256, and their answer: vote 12 b", rest);
    const std::shared_ptr<VoteBox> box = session_.presenter.vote.box;
    const std::shared_ptr<const VoteStop> stop = box ? box->stop() : nullptr;
    if (!stop || !stop->question) return fail("vote: there is nothing to vote on; a class votes with --vote");
    for (int phone = 0; phone < *phones; ++phone, ++phones_) {
      const auto counted = box->cast(fmt::format("phone{:016}", phones_), fmt::format("phone {}", phones_),
                                     stop->question->id, trimmed(rest.substr(blank)), VoteBox::Clock::now());
      if (!counted) return tl::unexpected(counted.error());
    }
    frames(2);
    return {};
  }

  Status expect(const std::string& rest) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    const std::string id = rest.substr(0, blank);
    std::string value = blank < rest.size() ? rest.substr(blank + 1) : "";
    const bool part = value.starts_with("~ ");
    if (part) value.erase(0, 2);
    return widget(id).and_then([&](const Widget* found) -> Status {
      if (part ? found->value.find(value) != std::string::npos : found->value == value) return {};
      return fail(Fault::no, "{} is '{}', expected {}'{}'", id, found->value, part ? "something with " : "",
                  value);
    });
  }

  Status expect_none(const std::string& id) {
    frame();
    if (!session_.registry.find(id)) return {};
    return fail(Fault::no, "there is a widget '{}', expected none", id);
  }

  Status resize(const std::string& rest) {
    const auto parts = split_at_blanks(rest);
    const auto width = parts.size() == 2 ? parse_number<int>(parts[0]) : std::nullopt;
    const auto height = parts.size() == 2 ? parse_number<int>(parts[1]) : std::nullopt;
    if (!width || !height || *width < 320 || *height < 240 || *width > 8192 || *height > 8192)
      return fail("resize: '{}'; expected width and height in pixels: resize 1920 1080", rest);
    input_.width = *width;
    input_.height = *height;
    surface_->resize(*width, *height);
    frames(2);
    return {};
  }

  void dump() {
    for (const Widget& found : session_.registry.widgets())
      print_answer(fmt::format("{}\t{}\n", found.id, found.value));
  }

  Session& session_;
  std::unique_ptr<HeadlessSurface> surface_;
  ClosingSignals* signals_;  // may be null
  std::optional<Stage> stage_;
  std::optional<NotesStage> notes_;  // once they were asked for
  Input input_;
  int phones_ = 0;  // that have voted
};

}  // namespace

Status play_headless(Session& session, const HeadlessTask& task) {
  Result<std::unique_ptr<HeadlessSurface>> surface = HeadlessSurface::make(task.width, task.height);
  if (!surface) return tl::unexpected(surface.error());
  HeadlessPlayer player(session, std::move(*surface), task);
  player.settle();
  if (task.script)
    for (const UiScriptLine& line : task.script->lines) {
      if (player.is_closed()) return {};
      if (const Status done = player.act(line); !done)
        return tl::unexpected(
            Error{fmt::format("{}:{}: {}", task.script->file, line.number, done.error().message),
                  done.error().fault});
    }
  if (!task.screenshot.empty())
    if (const Status written = player.shot(task.screenshot); !written) return written;
  if (!task.movie.empty()) return player.film(task.movie, task.movie_seconds);
  return {};
}

}  // namespace commlab
