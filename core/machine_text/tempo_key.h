#pragma once
// [tempo] in the file of a calibrated machine (core/machine/tempo.h):
//
//   backend = "host"
//   ranks = 4
//   messages = 6
//   times = ["64KiB 57us 51us 68us"]    size of the messages, time, fastest and slowest sweep

#include "core/machine/tempo.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {

TomlKey tempo_key(const TomlReader&, Tempo&);

}  // namespace commlab
