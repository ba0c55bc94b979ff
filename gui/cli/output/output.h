#pragma once
// The format of a command's answer, and where the answer goes.

#include <functional>
#include <string>

#include "core/base/error.h"

namespace commlab {

enum class Format { text, json, csv };

struct Output {
  Format format = Format::text;
  std::string file;  // empty: standard output
};

Status deliver(const Output&, const std::string& answer);

// FILE.svg asks for a picture. The picture goes to that file, and the answer to standard output.
bool is_picture(const std::string& file);
Status deliver(const Output&, const std::string& answer, const std::function<std::string()>& svg);

}  // namespace commlab
