#pragma once
// Where a command's answer goes.

#include <string>

#include "core/base/error.h"

namespace commlab {

enum class Format { text, json, csv };

struct Output {
  Format format = Format::text;
  std::string file;  // empty: standard output
};

Status deliver(const Output&, const std::string& answer);

}  // namespace commlab
