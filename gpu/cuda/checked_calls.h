#pragma once
// Every call of a library is checked. The first failure is remembered with its place in our sources, and
// after this failure the caller does nothing more. Each library has its own class, which knows the library's
// error codes and their texts.

#include <source_location>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

class CheckedCalls {
 public:
  // The first failure: the call, the library's text for the error, file and line.
  const Status& status() const { return status_; }

 protected:
  // `failure` has no full stop: "ncclSend failed: invalid usage". REQUIRES: no failure is remembered yet.
  void remember(std::string_view failure, std::source_location place);

 private:
  Status status_;
};

}  // namespace commlab
