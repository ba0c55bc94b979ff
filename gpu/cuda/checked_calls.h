#pragma once
// Every call of a library is checked. The first that fails is remembered, with its place in our sources, and
// from then on whoever makes the calls does nothing more. Each library has a class of its own that knows its
// codes, and its words for them.

#include <source_location>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

class CheckedCalls {
 public:
  // Of the first failure: the call, the library's words for it, file and line.
  const Status& status() const { return status_; }

 protected:
  // `failure` is a sentence without its end: "ncclSend failed: invalid usage". REQUIRES: status() is no error
  // yet.
  void remember(std::string_view failure, std::source_location place);

 private:
  Status status_;
};

}  // namespace commlab
