#include "gui/window/script/launch_picture.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/run/script_shown.h"

namespace commlab {
namespace {

constexpr std::array<std::string_view, 4> columns = {"local rank", "its cuda:N", "is GPU", "rank"};

std::string value_of(const SceneKeys& keys, const std::string& key) {
  const auto found = std::ranges::find(keys, key, &SceneKeys::value_type::first);
  return found == keys.end() ? "" : found->second;
}

int nodes_of(const Launched& launched) {
  int nodes = 0;
  for (const LaunchedProcess& process : launched.processes) nodes = std::max(nodes, process.node + 1);
  return nodes;
}

class LaunchDrawing {
 public:
  LaunchDrawing(Canvas& canvas, const Area& area, const Launched& launched, const SceneKeys& keys,
                const Theme& theme, bool secret)
      : canvas_(canvas),
        area_(area),
        launched_(launched),
        keys_(keys),
        theme_(theme),
        secret_(secret),
        y_(area.y) {}

  void draw() {
    sentence();
    const int nodes = nodes_of(launched_);
    for (int node = 0; node < nodes; ++node) this->node(node);
  }

 private:
  double size() const { return theme_.small(); }
  double row() const { return line_height(size()) + 6; }

  void sentence() {
    const Color color = secret_ ? theme_.words : launched_.complete() ? theme_.good : theme_.bad;
    const std::string sentence = secret_ ? "Who gets which GPU, and which rank?" : launch_sentence(launched_);
    y_ += draw_paragraph(canvas_, {area_.x, y_}, area_.width, sentence,
                         {.color = color, .size = theme_.font, .bold = true});
    y_ += theme_.gap;
  }

  void node(int node) {
    const auto processes = std::ranges::count(launched_.processes, node, &LaunchedProcess::node);
    const double height = row() * (2.0 + static_cast<double>(processes)) + theme_.gap;
    const Area box{area_.x, y_, area_.width, height};
    if (box.bottom() > area_.bottom() + 1) return more(node);
    canvas_.fill(box, blend(theme_.panel, theme_.raised, 0.45), 6);
    canvas_.frame(box, {.color = theme_.edge, .width = theme_.line}, 6);
    const std::string visible = value_of(keys_, fmt::format("visible.{}", node));
    const std::string gpus = value_of(keys_, "gpus");
    std::string name = fmt::format("node {}", node);
    if (!gpus.empty()) name += fmt::format(": {} GPUs", gpus);
    if (!visible.empty()) name += fmt::format(", CUDA_VISIBLE_DEVICES={}", visible);
    const double left = box.x + theme_.gap;
    canvas_.text({left, y_ + theme_.gap / 2 + row() / 2},
                 shortened(name, (box.width - 2 * theme_.gap) / bold_width, size(), canvas_),
                 {.color = theme_.words, .size = size(), .bold = true});
    double y = y_ + theme_.gap / 2 + row();
    for (std::size_t c = 0; c < columns.size(); ++c)
      canvas_.text({column(c), y + row() / 2}, columns[c], {.color = theme_.quiet, .size = size()});
    for (const LaunchedProcess& process : launched_.processes) {
      if (process.node != node) continue;
      y += row();
      this->process(process, y);
    }
    y_ = box.bottom() + theme_.gap;
  }

  void more(int) {
    if (told_) return;
    told_ = true;
    canvas_.text({area_.x, std::min(y_ + row() / 2, area_.bottom() - row() / 2)}, "and more nodes",
                 {.color = theme_.quiet, .size = size()});
  }

  double column(std::size_t c) const {
    constexpr double each = 0.22;  // of the width; the last one needs more
    return area_.x + theme_.gap + static_cast<double>(c) * each * (area_.width - 2 * theme_.gap);
  }

  void process(const LaunchedProcess& process, double y) {
    const bool twice = std::ranges::count(launched_.twice, process.rank) > 0;
    std::array cells = {
        std::to_string(process.local_rank), fmt::format("cuda:{}", process.local_rank),
        process.physical_gpu ? fmt::format("GPU {}", *process.physical_gpu) : std::string("not there"),
        fmt::format("rank {}{}", process.rank, twice ? ", twice" : "")};
    if (secret_) cells[2] = cells[3] = "?";
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const bool wrong = !secret_ && ((c == 2 && !process.physical_gpu) || (c == 3 && twice));
      const bool rank = c + 1 == cells.size();
      const PicturePoint at{column(c), y + row() / 2};
      if (rank) {
        const Area pill{at.x - 4, y + 2, canvas_.width_of(cells[c], size()) * bold_width + 8, row() - 4};
        canvas_.fill(pill, wrong ? blend(theme_.panel, theme_.bad, 0.25) : theme_.raised, 5);
      }
      canvas_.text(at, cells[c], {.color = wrong ? theme_.bad : theme_.words, .size = size(), .bold = rank});
    }
  }

  Canvas& canvas_;
  const Area& area_;
  const Launched& launched_;
  const SceneKeys& keys_;
  const Theme& theme_;
  bool secret_;
  double y_;
  bool told_ = false;
};

}  // namespace

std::string launch_sentence(const Launched& launched) {
  if (launched.complete())
    return fmt::format("All {} processes meet: init_process_group returns.", launched.world_size);
  std::string text;
  if (!launched.missing.empty() || !launched.twice.empty())
    text = fmt::format("{} processes are expected, and init_process_group waits:", launched.world_size);
  const auto tell = [&](const std::vector<Rank>& ranks, std::string_view one, std::string_view many) {
    if (ranks.empty()) return;
    text += fmt::format(" rank{} {} {};", ranks.size() == 1 ? "" : "s", ranks_text(ranks),
                        ranks.size() == 1 ? one : many);
  };
  tell(launched.twice, "is there twice", "are there twice");
  tell(launched.missing, "never comes", "never come");
  if (text.ends_with(';')) text.back() = '.';
  if (!launched.without_gpu.empty())
    text += fmt::format("{}{} of {} processes find no GPU under their number.", text.empty() ? "" : " ",
                        launched.without_gpu.size(), launched.processes.size());
  return text;
}

void draw_launch(Canvas& canvas, const Area& area, const Launched& launched, const SceneKeys& keys,
                 const Theme& theme, bool secret) {
  LaunchDrawing(canvas, area, launched, keys, theme, secret).draw();
}

}  // namespace commlab
