#include "gui/window/script/tensors_words.h"

#include <fmt/format.h>

namespace commlab {
namespace {

std::string elements_text(const std::vector<double>& values, const std::vector<bool>& known) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) text += " " + element_text(values, known, i);
  return text;
}

}  // namespace

bool is_known_now(const ScriptShown& shown) {
  return shown.over() || shown.run.writes_known || shown.view.now == Time{};
}

std::string element_text(const std::vector<double>& values, const std::vector<bool>& known, std::size_t i) {
  if (i >= values.size() || i >= known.size() || !known[i]) return "?";
  return fmt::format("{:g}", values[i]);
}

std::string text_of_tensors(const ScriptShown& shown) {
  std::string text;
  const std::vector<ScriptContents> now = contents_at(shown.run, shown.view.now);
  for (std::size_t i = 0; i < shown.run.tensors.size(); ++i) {
    const ScriptTensor& tensor = shown.run.tensors[i];
    text += fmt::format("{}rank {} {}:{}", text.empty() ? "" : "\n", tensor.rank, tensor.name,
                        elements_text(tensor.before, tensor.before_known));
    if (is_known_now(shown) && shown.view.now > Time{})
      text += " ->" + elements_text(now[i].values, now[i].known);
  }
  return text;
}

std::string text_of_more(std::size_t elements) { return fmt::format("and {} more", elements); }

}  // namespace commlab
