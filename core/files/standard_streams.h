#pragma once
// Standard output has the answers, standard error the messages. Both are printed here: fmt::print throws
// where a stream is full or closed. Standard output is checked once, by main at the end of the program.

#include <string_view>

#include "core/base/error.h"

namespace commlab {

// Keeps the numbers 0, 1 and 2 for the standard streams where the caller has closed some of them: otherwise
// the next file that is opened would get such a number, and the answer would be written into it.
void reserve_standard_descriptors();

void print_answer(std::string_view);   // to standard output, at once
void print_message(std::string_view);  // to standard error

// An error of Fault::runtime: a part of the answers was lost, as on a full disk. That the reader has left
// (`| head -1`) is no error. Nothing may be printed after this.
Status close_standard_output();

}  // namespace commlab
