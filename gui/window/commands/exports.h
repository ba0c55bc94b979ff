#pragma once
// Writes files into the working directory, under names that say what is in them. Each shows the file's name
// in the window, or why the file could not be written.

#include <filesystem>
#include <string>
#include <string_view>

#include "core/trace/trace.h"

namespace commlab {

struct Session;

void export_png(Session&);  // after the next frame
void export_svg(Session&);
void export_csv(Session&);  // two files: transfers, links
void export_perfetto(Session&);
void export_movie(Session&);  // plays the run once
void save_trace(Session&);
void copy_command(Session&);  // to the clipboard

// "commlab window all_reduce --algorithm ring ... --at 6.8us --view compare"
std::string command_that_shows(const Session&);
// Every transfer with its times in microseconds, and every link with its bytes and its share of busy time;
// the first lines say what was run.
std::string transfers_csv(const Trace&);
std::string links_csv(const Trace&);

}  // namespace commlab
