#pragma once
// The header of a native trace file (core/trace/trace.h): the small parts of a trace, as JSON. Reading
// checks their form; what they mean is checked with the whole trace (core/trace/check_trace.h).

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace commlab {

struct TraceHeader {
  Trace trace;  // without its transfers and spans
  std::uint64_t transfers = 0;
  std::uint64_t spans = 0;
};

std::string header_text(const Trace&);
// For any text: a header with all its keys, of the right kinds, or an Error.
Result<TraceHeader> read_trace_header(std::string_view text);

}  // namespace commlab
