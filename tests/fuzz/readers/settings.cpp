// What the window remembers: window.toml.

#include "gui/window/session/settings.h"
#include "gui/window/imgui/input.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> remembered() {
  return {
      "theme = \"light\"\nfont_scale = 1.5\nfont = \"builtin\"\nreduced_motion = true\nlabels = false\n"
      "columns = 0.4\ntimeline = 0.3\n[keys]\nplay = \"Ctrl+P\"\nstep-forward = \"?\"\n"};
}

void use(std::string_view input) {
  const InputFile file(input, "window.toml");
  const Result<Settings> settings = read_settings(file.folder());
  if (!settings) return;
  for (const auto& [command, key] : settings->keys)
    if (const Result<KeyStroke> stroke = parse_key(key)) to_text(*stroke);
  if (write_settings(*settings, file.folder())) read_settings(file.folder());
}

}  // namespace

extern const FuzzedReader settings{.name = "settings", .longest = 1024, .examples = remembered, .use = use};

}  // namespace commlab::fuzzed
