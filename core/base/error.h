#pragma once
// Errors. A mistake of a user, a file or a machine comes back as an Error in a Result; a mistake that only
// our own code can make is an assert.

#include <string>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace commlab {

// The kind of failure; the program's exit status tells the kind (0: success).
enum class Fault {
  no,       // 1: the answer is no: not verified, over tolerance
  input,    // 2: the user wrote something wrong: a name, a size, a file
  runtime,  // 3: hardware or a run failed: out of memory, a rank that never came
};

// One sentence: what was found where, and what was expected.
struct Error {
  std::string message;
  Fault fault = Fault::input;
  int line = 0;  // line of the text that has the mistake, from 1; 0: the mistake is not in a line
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

template <class... Args>
tl::unexpected<Error> fail(fmt::format_string<Args...> text, Args&&... args) {
  return tl::unexpected(Error{fmt::format(text, std::forward<Args>(args)...)});
}

template <class... Args>
tl::unexpected<Error> fail(Fault fault, fmt::format_string<Args...> text, Args&&... args) {
  return tl::unexpected(Error{fmt::format(text, std::forward<Args>(args)...), fault});
}

// An error in a line of a text: "line 3: ...".
template <class... Args>
tl::unexpected<Error> fail_at(int line, fmt::format_string<Args...> text, Args&&... args) {
  return tl::unexpected(
      Error{.message = fmt::format("line {}: {}", line, fmt::format(text, std::forward<Args>(args)...)),
            .line = line});
}

}  // namespace commlab
