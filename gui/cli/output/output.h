#pragma once
// The format of a command's answer, and where the answer goes.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "gui/experiments/answer_sink.h"

namespace commlab {

enum class Format { text, json, csv };

struct Output {
  Format format = Format::text;
  std::string file;  // empty: the answer is printed
  AnswerSink answers{};
};

Status deliver(const Output&, const std::string& answer);

// FILE.svg asks for a picture. The picture goes to that file, and the answer is printed.
bool is_picture(const std::string& file);
Status deliver(const Output&, const std::string& answer, const std::function<std::string()>& svg);

}  // namespace commlab
