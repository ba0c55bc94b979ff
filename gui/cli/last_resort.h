#pragma once
// What no code expected. Errors are values everywhere, so an exception that nobody catches means that memory
// ran out, or that commlab has a bug.

namespace commlab {

// From now on such an exception, in whatever thread, ends the program with a sentence on standard error and
// exit status 3.
void explain_uncaught_exceptions();

}  // namespace commlab
