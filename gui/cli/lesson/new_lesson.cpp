#include "gui/cli/lesson/new_lesson.h"

#include <algorithm>
#include <filesystem>

#include "gui/cli/output/output.h"

namespace commlab {
namespace {

constexpr std::string_view beginning = R"(# What the lesson is called

```lesson
id = "NAME"
minutes = 10
goal = "One sentence: what somebody knows afterwards."
vary.size = ["64 MiB", "256 MiB"]   # each learner gets one of them
format = 1
```

## Predict {core}
What is there, before anything is asked. Four GPUs around a switch sum their vectors of {size} in a ring; each has a link
of {{ bandwidth(gpu0, nvswitch) | GB/s }}. A scene runs only after its step's predictions, so it can be here.

```scene
run = "all_reduce"
machine = "switch:4,100GB/s,1us"
algorithm = "ring"
size = "{size}"
```

```predict
ask = "How many bytes does rank 0 send?"
answer = bytes(rank 0 out)
unit = "MiB"
wrong.once = size, "That is the whole vector, once. Every rank also sends what others have summed."
wrong.twice = 2 * size, "Nearly: a rank does not send itself its own share."
why = "Each rank sends {{ steps }} times a share of {{ size / n }}."
```
```hint
text = "How many steps are there, and how large is what is sent in each?"
```

## Understand
The ring took {{ time(run) | ms }}, and its links carried {{ bytes(total) | MiB }} in all.

```check
ask = "What sets the time of a large all_reduce?"
choice.bytes = "the bytes each rank must send", spent(transfer) > spent(latency)
choice.latency = "the latency of each step", spent(transfer) < spent(latency), "Compare {{ spent(latency) }} with {{ spent(transfer) }}."
why = "Of {{ time(run) | ms }}, {{ spent(transfer) | ms }} go into bytes."
```

## Change one thing
```check
kind = "state"
ask = "Find a size for which the ring takes less than {{ 20 us }}."
allow = ["size"]
expect = time(run) < 20 us
why = "Small vectors cost latency alone: {{ spent(latency) }} here."
```
```solution
size = 4 KiB
```
```teacher
notes = "Ask who expected half the time for half the bytes."
minutes = 3
```
)";

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 60 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

Result<std::string> write_new_lesson(const std::string& name) {
  if (!is_name(name))
    return fail("lesson new '{}': a name has lower-case letters, digits and -, as in my-lesson", name);
  const std::string file = name + ".lesson.md";
  std::error_code unreadable;
  if (std::filesystem::exists(file, unreadable)) return fail("{}: there is such a file already", file);
  std::string text(beginning);
  text.replace(text.find("NAME"), 4, name);
  return deliver({.file = file}, text).map([&] { return file; });
}

}  // namespace commlab
