// Scripts that drive the window.

#include "gui/window/screen/ui_script.h"
#include "gui/window/imgui/input.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> scripts() {
  std::vector<std::string> all = files_in("tests/window/screen", ".script");
  all.push_back("repeat 3\nrepeat 2\nkey Ctrl+Shift+Right\nend\nclick play\nend\nexpect-no notice\n");
  return all;
}

void use(std::string_view input) {
  const Result<UiScript> script = parse_ui_script(input, "fuzzed.script");
  if (!script) return;
  for (const UiScriptLine& line : script->lines)
    if (line.action == "key")
      if (const Result<KeyStroke> key = parse_key(line.rest)) to_text(*key);
}

}  // namespace

extern const FuzzedReader ui_script{.name = "ui_script", .longest = 2048, .examples = scripts, .use = use};

}  // namespace commlab::fuzzed
