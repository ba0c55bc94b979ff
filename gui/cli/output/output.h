#pragma once
// The format of a command's answer, and where the answer goes.

#include <functional>
#include <span>
#include <string>
#include <string_view>

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

// FILE.svg and FILE.png ask for a picture. The picture goes to that file, and the answer is printed.
bool is_picture(const std::string& file);
Status deliver(const Output&, const std::string& answer, const std::function<std::string()>& svg);
// The picture as the ending of its file says. REQUIRES: is_picture(file).
Status draw(const std::string& file, const std::string& svg);

// The ending of a file's name, in small letters: ".svg"; empty if it has none.
std::string ending_of(const std::string& file);

// The endings of files that have an answer as text or data, as text alone, of pictures, of machines, of
// lessons on paper, and of rows that are a JSON object each. A file without an ending may have any of them.
std::span<const std::string_view> answer_endings(bool as_csv = true);
std::span<const std::string_view> report_endings();
std::span<const std::string_view> picture_endings();
std::span<const std::string_view> machine_endings();
std::span<const std::string_view> sheet_endings();
std::span<const std::string_view> json_rows_endings();

// An error: --out names a file whose ending promises what is not written. It lists what may be written, and
// says where traces are.
Status accept_file(const std::string& file, std::span<const std::string_view> endings, bool draws);

}  // namespace commlab
