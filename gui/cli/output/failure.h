#pragma once
// How a failure is told: one sentence on standard error, for people. Where the words ask for JSON, a program
// waits for a document: it gets {"error": "...", "exit_status": 2} on standard output, where the answer would
// be.

#include <span>
#include <string_view>

namespace commlab {

// Whether a command line asks for JSON, even one with mistakes: --format json, --format=json, --out
// FILE.json.
bool asks_for_json(std::span<const char* const> words);

// `sentence`: without "commlab: " and without an end of line.
void tell_failure(std::string_view sentence, int exit_status, bool as_json);

}  // namespace commlab
